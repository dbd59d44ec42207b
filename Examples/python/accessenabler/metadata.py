"""getMetadata: static metadata from tokens, and what an MVPD says of its user."""

from . import constants as words
from .core import Core
from .tokens import TokenError, parse_date


class Metadata:
    def __init__(self, core: Core) -> None:
        self._core = core

    def get(self, key: dict) -> None:
        operation = key[words.METADATA_OPCODE_KEY]
        value, encrypted = None, False
        if operation == words.METADATA_AUTHENTICATION:
            login = self._core.valid_login()
            value = login.expires if login else None
        elif operation == words.METADATA_AUTHORIZATION:
            value = self._authorization(key.get(words.METADATA_RESOURCE_ID_KEY))
        # METADATA_DEVICE_ID is disabled by default, and there is no way to enable it: nothing is told.
        elif operation == words.METADATA_USER_META:
            value, encrypted = self._user(key.get(words.METADATA_USER_META_KEY))
        self._core.notify("set_metadata_status", value, encrypted, operation, key)

    def _authorization(self, resource: str | None) -> str | None:
        login = self._core.valid_login()
        if login is None or resource is None:
            return None
        token = self._core.store.authorization(self._core.requestor, login.mvpd, resource)
        try:
            return token.expires if token and parse_date(token.expires) > self._core.now() else None
        except TokenError:
            return None

    def _user(self, name: str | None) -> tuple[object, bool]:
        login = self._core.valid_login()
        if login is None or name not in login.metadata:
            return None, False
        return login.metadata[name], name in login.encrypted
