internal import AccessEnablerAPI
internal import PortWrapping

/// Wrong ways with filters, and with Apple's dialog where it has no business.
extension Mutant {
    static let filters: [Mutant] = [
        .mutant(
            "filter-narrows-the-picker", "shows only what the filter names in the application's picker", ["AE-SSO-003"]
        ) { _, mutation in
            let named = Kept<[String]?>(nil)
            mutation.call = { call in
                if let filter = call["filter"]?.objectValue {
                    named.value = filter["TV_PROVIDERS"]?.arrayValue?.compactMap(\.stringValue)
                }
                return [call]
            }
            mutation.onCallback(.displayProviderDialog) { callback in
                guard let names = named.value else { return [callback] }
                return [callback.changingMVPDs { names.contains($0.id) ? $0 : nil }]
            }
        },
        .onCall(
            "ignores-filtered-authentication", "does nothing when getAuthentication is called with a filter",
            ["AE-SSO-008", "AE-SSO-016"]
        ) { _, call in call["filter"] == nil ? [call] : [] },
        .onCallback(
            "filter-shows-a-dialog", "presents Apple's dialog to a user who is authenticated", ["AE-SSO-015"],
            .setAuthenticationStatus
        ) { stage, callback in
            let filtered: [Selector] = [.getAuthenticationFilter, .getAuthenticationWithDataAndFilter]
            guard callback["status"] == 1, stage.lastCall.map(filtered.contains) ?? false else { return [callback] }
            return [appleDialog, callback]
        },
        .onCallback(
            "check-presents-apple", "presents Apple's dialog in checks", ["AE-SSO-027", "AE-CHKN-006"],
            .setAuthenticationStatus
        ) { stage, callback in
            stage.lastCall == .checkAuthentication && callback["status"] == 0 ? [appleDialog, callback] : [callback]
        },
    ]

    private static var appleDialog: Message {
        Message(.presentTvProviderDialog, [.init("viewController", .reference("dialog"))])
    }
}
