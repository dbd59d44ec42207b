#if canImport(AccessEnabler) && (os(iOS) || os(tvOS))
import AccessEnabler
import Foundation

/// Hands every callback of one AccessEnabler to the suite.
final class Delegate: NSObject, EntitlementDelegate, EntitlementStatus {
    private let send: (_ selector: String, _ arguments: [String: Any]) -> Void

    init(send: @escaping (_ selector: String, _ arguments: [String: Any]) -> Void) {
        self.send = send
    }

    func setRequestorComplete(_ status: Int32) {
        send("setRequestorComplete:", ["status": status])
    }

    func displayProviderDialog(_ mvpds: [Any]!) {
        send("displayProviderDialog:", ["mvpds": (mvpds as? [MVPD] ?? []).map(Self.value)])
    }

    func navigate(toUrl url: String!) {
        send("navigateToUrl:", ["url": url ?? NSNull()])
    }

    func navigate(toUrl url: String!, useSVC: Bool) {
        send("navigateToUrl:useSVC:", ["url": url ?? NSNull(), "useSVC": useSVC])
    }

    func setAuthenticationStatus(_ status: Int32, errorCode code: String!) {
        send("setAuthenticationStatus:errorCode:", ["status": status, "code": code ?? NSNull()])
    }

    func preauthorizedResources(_ resources: [Any]!) {
        send("preauthorizedResources:", ["resources": resources ?? []])
    }

    func setToken(_ token: String!, forResource resource: String!) {
        send("setToken:forResource:", ["token": token ?? NSNull(), "resource": resource ?? NSNull()])
    }

    func tokenRequestFailed(_ resource: String!, errorCode code: String!, errorDescription description: String!) {
        send(
            "tokenRequestFailed:errorCode:errorDescription:",
            ["resource": resource ?? NSNull(), "code": code ?? NSNull(), "description": description ?? NSNull()])
    }

    func selectedProvider(_ mvpd: MVPD!) {
        send("selectedProvider:", ["mvpd": mvpd.map(Self.value) ?? NSNull()])
    }

    func setMetadataStatus(_ metadata: Any!, encrypted: Bool, forKey key: Int32, andArguments arguments: [AnyHashable: Any]!) {
        send(
            "setMetadataStatus:encrypted:forKey:andArguments:",
            ["metadata": metadata ?? NSNull(), "encrypted": encrypted, "key": key, "arguments": arguments ?? NSNull()])
    }

    func sendTrackingData(_ data: [Any]!, forEventType event: Int32) {
        send("sendTrackingData:forEventType:", ["data": data ?? [], "event": Self.eventName(event)])
    }

    func status(_ statusDictionary: [AnyHashable: Any]!) {
        send("status:", ["statusDictionary": statusDictionary ?? [:]])
    }

    private static func value(_ mvpd: MVPD) -> [String: Any] {
        [
            "ID": mvpd.id ?? NSNull(), "displayName": mvpd.displayName ?? NSNull(), "logoURL": mvpd.logoURL ?? NSNull(),
            "enablePlatformServices": mvpd.enablePlatformServices, "boardingStatus": mvpd.boardingStatus ?? NSNull(),
        ]
    }

    private static func eventName(_ event: Int32) -> String {
        switch event {
        case TRACKING_AUTHENTICATION: "TRACKING_AUTHENTICATION"
        case TRACKING_AUTHORIZATION: "TRACKING_AUTHORIZATION"
        default: "TRACKING_GET_SELECTED_PROVIDER"
        }
    }
}
#endif
