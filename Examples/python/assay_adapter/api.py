"""The selectors of the API, and what they are called in the port."""

from accessenabler import MVPD, AccessEnabler

# Selector: the names of its arguments, and the call.
CALLS = {
    "setOptions:": (["options"], lambda port, a: port.set_options(a["options"])),
    "setRequestor:": (["requestorID"], lambda port, a: port.set_requestor(a["requestorID"])),
    "setRequestor:serviceProviders:": (
        ["requestorID", "urls"],
        lambda port, a: port.set_requestor(a["requestorID"], a["urls"]),
    ),
    "setRequestor:signedRequestorID:": (
        ["requestorID", "signedRequestorID"],
        lambda port, a: port.set_requestor(a["requestorID"], signed_requestor=a["signedRequestorID"]),
    ),
    "setRequestor:signedRequestorID:serviceProviders:": (
        ["requestorID", "signedRequestorID", "urls"],
        lambda port, a: port.set_requestor(a["requestorID"], a["urls"], signed_requestor=a["signedRequestorID"]),
    ),
    "setRequestor:signedRequestorID:secret:publicKey:": (
        ["requestorID", "signedRequestorID", "secret", "publicKey"],
        lambda port, a: _signed(port, a, None),
    ),
    "setRequestor:signedRequestorID:serviceProviders:secret:publicKey:": (
        ["requestorID", "signedRequestorID", "urls", "secret", "publicKey"],
        lambda port, a: _signed(port, a, a["urls"]),
    ),
    "checkAuthentication": ([], lambda port, a: port.check_authentication()),
    "getAuthentication": ([], lambda port, a: port.get_authentication()),
    "getAuthentication:": (["filter"], lambda port, a: port.get_authentication(filter=a["filter"])),
    "getAuthentication:withData:": (
        ["forceAuthn", "data"],
        lambda port, a: port.get_authentication(a["forceAuthn"], a["data"]),
    ),
    "getAuthentication:withData:andFilter:": (
        ["forceAuthn", "data", "filter"],
        lambda port, a: port.get_authentication(a["forceAuthn"], a["data"], a["filter"]),
    ),
    "setSelectedProvider:": (["mvpdId"], lambda port, a: port.set_selected_provider(a["mvpdId"])),
    "handleExternalURL:": (["url"], lambda port, a: port.handle_external_url(a["url"])),
    "getAuthenticationToken": ([], lambda port, a: port.get_authentication_token()),
    "checkPreauthorizedResources:": (["resources"], lambda port, a: port.check_preauthorized_resources(a["resources"])),
    "checkPreauthorizedResources:cache:": (
        ["resources", "cache"],
        lambda port, a: port.check_preauthorized_resources(a["resources"], a["cache"]),
    ),
    "checkAuthorization:": (["resource"], lambda port, a: port.check_authorization(a["resource"])),
    "checkAuthorization:withData:": (
        ["resource", "data"],
        lambda port, a: port.check_authorization(a["resource"], a["data"]),
    ),
    "getAuthorization:": (["resource"], lambda port, a: port.get_authorization(a["resource"])),
    "getAuthorization:withData:": (["resource", "data"], lambda port, a: port.get_authorization(a["resource"], a["data"])),
    "logout": ([], lambda port, a: port.logout()),
    "getSelectedProvider": ([], lambda port, a: port.get_selected_provider()),
    "getMetadata:": (["keyDictionary"], lambda port, a: port.get_metadata(a["keyDictionary"])),
}

PREAUTHORIZE = "preauthorize:didCompleteWith:"  # has a callback of its own

# The delegate's method: the selector, and the names of its arguments.
CALLBACKS = {
    "set_requestor_complete": ("setRequestorComplete:", ["status"]),
    "display_provider_dialog": ("displayProviderDialog:", ["mvpds"]),
    "navigate_to_url": ("navigateToUrl:", ["url"]),
    "navigate_to_url_using_svc": ("navigateToUrl:useSVC:", ["url", "useSVC"]),
    "set_authentication_status": ("setAuthenticationStatus:errorCode:", ["status", "code"]),
    "preauthorized_resources": ("preauthorizedResources:", ["resources"]),
    "set_token": ("setToken:forResource:", ["token", "resource"]),
    "token_request_failed": ("tokenRequestFailed:errorCode:errorDescription:", ["resource", "code", "description"]),
    "selected_provider": ("selectedProvider:", ["mvpd"]),
    "set_metadata_status": (
        "setMetadataStatus:encrypted:forKey:andArguments:",
        ["metadata", "encrypted", "key", "arguments"],
    ),
    "present_tv_provider_dialog": ("presentTvProviderDialog:", ["viewController"]),
    "dismiss_tv_provider_dialog": ("dismissTvProviderDialog:", ["viewController"]),
    "send_tracking_data": ("sendTrackingData:forEventType:", ["data", "event"]),
    "status": ("status:", ["statusDictionary"]),
    "on_response": ("onResponse:", ["response"]),
    "on_failure": ("onFailure:", ["failure"]),
}


def plain(value, boarding: bool = True):
    """An argument of a callback, with MVPDs as dictionaries; `boarding`: they have a boarding status (2.2 and later)."""
    if isinstance(value, MVPD):
        properties = {
            "ID": value.id,
            "displayName": value.display_name,
            "logoURL": value.logo_url,
            "enablePlatformServices": value.enable_platform_services,
        }
        return {**properties, "boardingStatus": value.boarding_status} if boarding else properties
    if isinstance(value, list):
        return [plain(item, boarding) for item in value]
    return value


def _signed(port: AccessEnabler, a: dict, urls: list[str] | None) -> None:
    port.set_requestor(
        a["requestorID"],
        urls,
        signed_requestor=a["signedRequestorID"],
        secret=a["secret"],
        public_key=a["publicKey"],
    )
