"""AccessEnabler for iOS and tvOS in Python, with the standard library alone."""

from .configuration import MVPD
from .enabler import AccessEnabler, EntitlementDelegate
from .platformaccount import AccountError, AccountReply, AccountRequest, PlatformAccount
from .storage import FileStorage, MemoryStorage

__all__ = [
    "AccessEnabler",
    "AccountError",
    "AccountReply",
    "AccountRequest",
    "EntitlementDelegate",
    "FileStorage",
    "MVPD",
    "MemoryStorage",
    "PlatformAccount",
]
