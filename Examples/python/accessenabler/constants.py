"""The words of the API: statuses, error codes, advanced statuses, tracking events, metadata keys."""

SUCCESS = 1  # ACCESS_ENABLER_STATUS_SUCCESS
ERROR = 0  # ACCESS_ENABLER_STATUS_ERROR

USER_AUTHENTICATED = ""
USER_NOT_AUTHENTICATED = "User Not Authenticated Error"
PROVIDER_NOT_SELECTED = "Provider Not Selected Error"
GENERIC_AUTHENTICATION = "Generic Authentication Error"
USER_NOT_AUTHORIZED = "User Not Authorized Error"
GENERIC_AUTHORIZATION = "Generic Authorization Error"

TRACKING_AUTHENTICATION = "TRACKING_AUTHENTICATION"
TRACKING_AUTHORIZATION = "TRACKING_AUTHORIZATION"
TRACKING_GET_SELECTED_PROVIDER = "TRACKING_GET_SELECTED_PROVIDER"

METADATA_OPCODE_KEY = "METADATA_OPCODE_KEY"
METADATA_RESOURCE_ID_KEY = "METADATA_RESOURCE_ID_KEY"
METADATA_USER_META_KEY = "METADATA_USER_META_KEY"
METADATA_AUTHENTICATION = "METADATA_AUTHENTICATION"
METADATA_AUTHORIZATION = "METADATA_AUTHORIZATION"
METADATA_DEVICE_ID = "METADATA_DEVICE_ID"
METADATA_USER_META = "METADATA_USER_META"

INTEGRITY_CHECK_NONE = "INTEGRITY_CHECK_NONE"
INTEGRITY_CHECK_ALL = "INTEGRITY_CHECK_ALL"
INTEGRITY_CHECK_CLEAR = "INTEGRITY_CHECK_CLEAR"

LOCAL_CACHE = "LOCAL_CACHE"
REMOTE_CACHE = "REMOTE_CACHE"

IOS = "ios"
TVOS = "tvos"

REDIRECT_URL = "adobepass://ios.app"  # ADOBEPASS_REDIRECT_URL
DEFAULT_SERVICE_PROVIDER = "https://sp.auth.adobe.com"
DOMAIN = "adobe.com"

INFORMATION = "information"
WARNING = "warning"
FAILURE = "error"

# Advanced error codes that are no errors; CFG5xx and all others are.
LEVELS = {
    "CFG100": WARNING,
    "N000": INFORMATION,
    "N003": INFORMATION,
    "N004": INFORMATION,
    "N005": INFORMATION,
    "N011": INFORMATION,
    "N111": WARNING,
    "REGCODE": "success",
    "SEC412": WARNING,
    "VSA203": INFORMATION,
    "VSA403": INFORMATION,
    "VSA404": INFORMATION,
    "VSA503": INFORMATION,
    "Z011": INFORMATION,
}

# The first release in which a code exists, where the documents say it.
SINCE = {
    "P100": (1, 3, 0),
    "R400": (3, 0, 0),
    "R401": (3, 0, 0),
    "REG500": (3, 0, 0),
    "SEC412": (2, 5, 0),
}


def parse_version(text: str) -> tuple[int, int, int]:
    """`3.9` is 3.9.0; what is no number counts as 0."""
    numbers = [int(part) if part.isdigit() else 0 for part in text.split(".")[:3]]
    return tuple(numbers + [0] * (3 - len(numbers)))  # type: ignore[return-value]
