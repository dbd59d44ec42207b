"""The tokens, choices and registrations in a storage, laid out by release and application.

The document has `device`, `areas` and `applications`. An area holds tokens: one for releases before 1.7 (a single
login), one for 1.7 to 3.6, one for 3.7 and later. Applications of the vendor share areas on iOS and have their own
on tvOS, where there is no pasteboard and no shared keychain.
"""

import secrets
from dataclasses import asdict, dataclass, field

from .constants import IOS
from .storage import FileStorage, MemoryStorage
from .tokens import AuthenticationToken, AuthorizationToken, TokenError, parse_date

REGULAR, PLATFORM, TEMP_PASS = "regular", "platform", "tempPass"
_OLDEST, _MIDDLE, _NEWEST = "pasteboard", "buckets", "keychain"


@dataclass
class Login:
    """An authentication token with what came with it."""

    text: str
    requestor: str
    mvpd: str
    guid: str
    expires: str
    fingerprint: str
    source: str = REGULAR
    metadata: dict = field(default_factory=dict)
    encrypted: list = field(default_factory=list)
    obtained: int = 0  # counts the logins of a storage

    @classmethod
    def of(cls, token: AuthenticationToken, source: str) -> "Login":
        return cls(token.text, token.requestor, token.mvpd, token.guid, token.expires, token.fingerprint, source)

    def valid_until(self) -> float:
        return parse_date(self.expires)


def _login(record) -> Login | None:
    """The login that a record is, or None where it is damaged."""
    try:
        login = Login(**record)
        login.valid_until()
        return login if login.text and login.mvpd else None
    except (TypeError, TokenError, AttributeError):
        return None


def _authorization(record) -> AuthorizationToken | None:
    try:
        token = AuthorizationToken(**record)
        parse_date(token.expires)
        return token if token.text else None
    except (TypeError, TokenError, AttributeError):
        return None


class TokenStore:
    """One application's view of a storage."""

    def __init__(self, storage: FileStorage | MemoryStorage, platform: str, version: tuple, application: str) -> None:
        self._storage = storage
        self._application = application
        self._own = "" if platform == IOS else f":{application}"
        era = _NEWEST if version >= (3, 7, 0) else _MIDDLE if version >= (1, 7, 0) else _OLDEST
        self._era = era
        self._area = era + self._own
        self._upgrade()

    # The device

    @property
    def device(self) -> str:
        """64 hexadecimal digits, the same for everything in a storage, and not cleared with the tokens."""
        known = self._storage.read().get("device")
        if not known:
            with self._storage.change() as document:
                known = document.setdefault("device", secrets.token_hex(32))
        return known

    # Integrity

    def check(self) -> bool:
        """Whether the storage can be written and read, and every value in it is in order."""
        probe = secrets.token_hex(8)
        try:
            with self._storage.change() as document:
                document["probe"] = probe
            if self._storage.read().get("probe") != probe:
                return False
            area = self._read_area()
            logins = [record for mvpds in area.get("logins", {}).values() for record in mvpds.values()]
            tokens = [
                record
                for requestors in area.get("authorizations", {}).values()
                for resources in requestors.values()
                for record in resources.values()
            ]
            return all(map(_login, logins)) and all(map(_authorization, tokens))
        except (OSError, AttributeError):
            return False

    def clear(self) -> None:
        """Takes away all logins and authorizations of the area, whoever obtained them, and the choice of an MVPD."""
        with self._storage.change() as document:
            document.setdefault("areas", {})[self._area] = {}
            for application in document.get("applications", {}).values():
                if not self._own or application is document["applications"].get(self._application):
                    application.pop("selected", None)

    # Logins

    def logins(self) -> list[Login]:
        """All that can be read, the latest first."""
        records = [record for mvpds in self._read_area().get("logins", {}).values() for record in mvpds.values()]
        found = [login for record in records if (login := _login(record)) is not None]
        return sorted(found, key=lambda login: -login.obtained)

    def keep_login(self, login: Login, requestor: str) -> None:
        with self._storage.change() as document:
            area = self._change_area(document)
            if self._era == _OLDEST:
                area["logins"], area["authorizations"] = {}, {}
            area["count"] = login.obtained = area.get("count", 0) + 1
            area.setdefault("logins", {}).setdefault(requestor, {})[login.mvpd] = asdict(login)
            # Authorizations belong to the login under which they were given.
            area.setdefault("authorizations", {}).get(requestor, {}).pop(login.mvpd, None)

    def renew_login(self, login: Login, newer: Login) -> None:
        """The newer token of the same login takes its place; what was authorized stays authorized."""
        with self._storage.change() as document:
            area = self._change_area(document)
            for requestor, mvpds in area.get("logins", {}).items():
                record = mvpds.get(login.mvpd)
                if isinstance(record, dict) and record.get("text") == login.text:
                    newer.obtained = login.obtained
                    area["logins"][requestor][login.mvpd] = asdict(newer)

    def update_metadata(self, login: Login, values: dict, encrypted: tuple[str, ...]) -> None:
        """Some metadata come with an authorization only; they take the place of those that came with the login."""
        with self._storage.change() as document:
            for mvpds in self._change_area(document).get("logins", {}).values():
                record = mvpds.get(login.mvpd)
                if isinstance(record, dict) and record.get("text") == login.text:
                    names = [name for name in record.get("encrypted", []) if name not in values]
                    record["metadata"] = {**record.get("metadata", {}), **values}
                    record["encrypted"] = names + [name for name in encrypted if name in record["metadata"]]

    def remove_login(self, login: Login) -> None:
        with self._storage.change() as document:
            area = self._change_area(document)
            for requestor, mvpds in area.get("logins", {}).items():
                record = mvpds.get(login.mvpd)
                if isinstance(record, dict) and record.get("text") == login.text:
                    del mvpds[login.mvpd]
                    area.get("authorizations", {}).get(requestor, {}).pop(login.mvpd, None)

    # Authorizations

    def authorization(self, requestor: str, mvpd: str, resource: str) -> AuthorizationToken | None:
        tokens = self._read_area().get("authorizations", {}).get(requestor, {}).get(mvpd, {})
        return _authorization(tokens.get(resource))

    def keep_authorization(self, requestor: str, mvpd: str, resource: str, token: AuthorizationToken) -> None:
        with self._storage.change() as document:
            tokens = self._change_area(document).setdefault("authorizations", {})
            tokens.setdefault(requestor, {}).setdefault(mvpd, {})[resource] = asdict(token)

    def remove_authorization(self, requestor: str, mvpd: str, resource: str) -> None:
        with self._storage.change() as document:
            tokens = self._change_area(document).get("authorizations", {})
            tokens.get(requestor, {}).get(mvpd, {}).pop(resource, None)

    # What the application has for itself

    def selected(self, requestor: str) -> str | None:
        return self._read_application().get("selected", {}).get(requestor)

    def select(self, requestor: str, mvpd: str | None) -> None:
        if self.selected(requestor) == mvpd:
            return
        with self._storage.change() as document:
            selected = self._change_application(document).setdefault("selected", {})
            if mvpd is None:
                selected.pop(requestor, None)
            else:
                selected[requestor] = mvpd

    def registration(self, key: str) -> dict | None:
        return self._read_application().get("registrations", {}).get(key)

    def keep_registration(self, key: str, credentials: dict | None) -> None:
        with self._storage.change() as document:
            registrations = self._change_application(document).setdefault("registrations", {})
            if credentials is None:
                registrations.pop(key, None)
            else:
                registrations[key] = credentials

    # Releases

    def _upgrade(self) -> None:
        """Takes over the tokens of the application's earlier releases, once; what is newer stays."""
        known = self._read_application().get("eras", [])
        if self._era in known:
            return
        earlier = [era for era in (_MIDDLE, _OLDEST) if era in known and self._era != _OLDEST]
        with self._storage.change() as document:
            self._change_application(document).setdefault("eras", []).append(self._era)
            area = self._change_area(document)
            for era in earlier:
                if era == _MIDDLE and self._era != _NEWEST:
                    continue
                source = document["areas"].get(era + self._own, {})
                for kind in ("logins", "authorizations"):
                    for requestor, mvpds in source.get(kind, {}).items():
                        for mvpd, value in mvpds.items():
                            area.setdefault(kind, {}).setdefault(requestor, {}).setdefault(mvpd, value)
                area["count"] = max(area.get("count", 0), source.get("count", 0))

    # The document

    def _read_area(self) -> dict:
        return self._storage.read().get("areas", {}).get(self._area, {})

    def _change_area(self, document: dict) -> dict:
        return document.setdefault("areas", {}).setdefault(self._area, {})

    def _read_application(self) -> dict:
        return self._storage.read().get("applications", {}).get(self._application, {})

    def _change_application(self, document: dict) -> dict:
        return document.setdefault("applications", {}).setdefault(self._application, {})


def damage_authorizations(storage: FileStorage | MemoryStorage) -> None:
    """Makes authorization tokens unreadable, as a disturbed write would; for tests."""
    with storage.change() as document:
        for area in document.get("areas", {}).values():
            for requestors in area.get("authorizations", {}).values():
                for resources in requestors.values():
                    for resource in resources:
                        resources[resource] = "\x00damaged"
