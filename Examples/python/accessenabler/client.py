"""Who asks a service, and what may come instead of an answer."""

from dataclasses import dataclass

from .constants import IOS

NO_REPLY = "noReply"  # the code of a ServiceError where not even a broken reply came


class ServiceError(Exception):
    """A request that was not served: the HTTP status, or 0 where no reply came, with the service's own words."""

    def __init__(self, status: int, code: str = "", details: str = "", secure: bool = True) -> None:
        super().__init__(f"{status} {code} {details}".strip())
        self.status, self.code, self.details, self.secure = status, code, details, secure


class RegistrationError(ServiceError):
    """The application could not be registered (R400), or has no access token (R401)."""


class LoggedOut(ServiceError):
    """The login has ended at the service, or the device is another one."""


@dataclass
class Client:
    """What every request says of who asks. Shared by all providers of an AccessEnabler."""

    platform: str
    version: tuple[int, int, int]
    requestor: str
    device: str
    store: object  # TokenStore
    software_statement: str | None = None
    signed_requestor: str | None = None
    secret: str | None = None
    public_key: str | None = None
    custom_scheme: str = ""
    options: dict | None = None  # the dictionary of setOptions, as it is when the request is made

    @property
    def os_name(self) -> str:
        return "iOS" if self.platform == IOS else "tvOS"
