internal import AccessEnablerAPI
internal import PortWrapping

/// Wrong ways with filters, and with Apple's dialog where it has no business.
extension Mutant {
    static let filters: [Mutant] = [
        .mutant(
            "filter-narrows-the-picker", "shows only what the filter names in the application's picker", ["AE-SSO-003"]
        ) { _, mutation in
            let named = FilteredNames()
            mutation.call = { call in
                if let filter = call["filter"]?.objectValue {
                    named.set(filter["TV_PROVIDERS"]?.arrayValue?.compactMap(\.stringValue))
                }
                return [call]
            }
            mutation.onCallback(.displayProviderDialog) { callback in
                guard let names = named.value else { return [callback] }
                return [callback.changingMVPDs { names.contains($0.id) ? $0 : nil }]
            }
        },
        .mutant(
            "ignores-filtered-authentication", "does nothing when getAuthentication is called with a filter",
            ["AE-SSO-008", "AE-SSO-016"]
        ) { _, mutation in
            mutation.call = { $0["filter"] == nil ? [$0] : [] }
        },
        .mutant(
            "filter-shows-a-dialog", "presents Apple's dialog to a user who is authenticated", ["AE-SSO-015"]
        ) { stage, mutation in
            mutation.onCallback(.setAuthenticationStatus) { callback in
                let filtered: [Selector] = [.getAuthenticationFilter, .getAuthenticationWithDataAndFilter]
                guard callback["status"] == 1, stage.lastCall.map(filtered.contains) ?? false else { return [callback] }
                return [appleDialog, callback]
            }
        },
        .mutant("check-presents-apple", "presents Apple's dialog in checks", ["AE-SSO-027", "AE-CHKN-006"]) {
            stage, mutation in
            mutation.onCallback(.setAuthenticationStatus) { callback in
                stage.lastCall == .checkAuthentication && callback["status"] == 0
                    ? [appleDialog, callback] : [callback]
            }
        },
    ]

    private static var appleDialog: Message {
        Message(.presentTvProviderDialog, [.init("viewController", .reference("dialog"))])
    }
}
