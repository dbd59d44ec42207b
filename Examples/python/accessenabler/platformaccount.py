"""The TV provider account of a device, as Apple's Video Subscriber Account framework has one."""

from dataclasses import dataclass
from typing import Any, Callable, Protocol

GRANTED, DENIED, UNDETERMINED = "granted", "denied", "undetermined"

ACCESS_NOT_GRANTED = "accessNotGranted"
UNSUPPORTED_PROVIDER = "unsupportedProvider"
USER_CANCELLED = "userCancelled"
TEMPORARILY_UNAVAILABLE = "serviceTemporarilyUnavailable"
NOT_SIGNED_IN = "notSignedIn"


class AccountError(Exception):
    def __init__(self, code: str, provider: str | None = None) -> None:
        super().__init__(code if provider is None else f"{code} ({provider})")
        self.code, self.provider = code, provider


@dataclass(frozen=True)
class AccountRequest:
    """Who the user's provider is, or, with a profile request, what it says of the user in SAML."""

    providers: list[str]
    featured: list[str]
    may_ask_user: bool
    profile_request: str | None
    present: Callable[[Any], None]  # the platform's picker is to be shown
    dismiss: Callable[[Any], None]


@dataclass(frozen=True)
class AccountReply:
    provider: str
    response: str | None  # SAML in Base64


class PlatformAccount(Protocol):
    """Asked on the loop's thread only."""

    async def check_access(self) -> str: ...

    async def request(self, request: AccountRequest) -> AccountReply:
        """Raises AccountError."""
        ...
