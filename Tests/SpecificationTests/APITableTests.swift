import AccessEnablerAPI
import Specification
import Testing

@Suite struct APITableTests {
    @Test func aSelectorIsLookedUpForAVersionAndAPlatform() throws {
        let table = try ShippedSpecs.read().table
        let filter: Selector = .getAuthenticationFilter
        #expect(table.call(filter, on: .iOS, SDKVersion(2, 3, 1))?.arguments.first?.type == .array)
        #expect(table.call(filter, on: .iOS, SDKVersion(2, 4))?.arguments.first?.type == .dictionary)
        #expect(table.call(filter, on: .iOS, SDKVersion(1, 9)) == nil)
        #expect(table.call(.setRequestorSecret, on: .iOS, SDKVersion(2, 0)) == nil)
        #expect(table.call(.setRequestorSecret, on: .tvOS, SDKVersion(2, 0)) != nil)
        #expect(table.call(.getAuthenticationToken, on: .iOS, SDKVersion(3, 0)) == nil)
        #expect(table.operation(of: .getAuthorizationWithData)?.name == "getAuthorization")
    }

    @Test(arguments: [Selector.checkAuthentication, .checkAuthorization, .checkPreauthorizedResources])
    func checksOpenNoUserInterface(_ call: Selector) throws {
        let allowed = try ShippedSpecs.read().table.callbacks(after: call, on: .iOS, .newest)
        let userInterface: Set<Selector> = [
            .displayProviderDialog, .navigateToUrl, .navigateToUrlUseSVC, .presentTvProviderDialog,
            .dismissTvProviderDialog,
        ]
        #expect(!allowed.isEmpty)
        #expect(allowed.isDisjoint(with: userInterface))
    }

    @Test func theClosedSetDependsOnPlatformAndVersion() throws {
        let table = try ShippedSpecs.read().table
        #expect(
            table.callbacks(after: .logout, on: .iOS, .newest) == [
                .navigateToUrl, .navigateToUrlUseSVC, .setAuthenticationStatus, .status, .sendTrackingData,
            ])
        #expect(!table.callbacks(after: .logout, on: .iOS, SDKVersion(3, 1)).contains(.navigateToUrlUseSVC))
        #expect(!table.callbacks(after: .logout, on: .tvOS, .newest).contains(.navigateToUrl))
        #expect(table.callbacks(after: .setOptions, on: .iOS, .newest) == [])
        #expect(table.callbacks(after: "unknown", on: .iOS, .newest) == [])
    }

    @Test func codesAreKnownByTextAndBySymbol() throws {
        let table = try ShippedSpecs.read().table
        #expect(table.errorCode("")?.symbol == "USER_AUTHENTICATED")
        #expect(table.errorCode("provider not selected error")?.symbol == "PROVIDER_NOT_SELECTED_ERROR")
        #expect(table.errorCode("USER_NOT_AUTHORIZED_ERROR")?.symbol == "USER_NOT_AUTHORIZED_ERROR")
        #expect(table.errorCode(" ") == nil)
        #expect(table.status(0)?.symbol == "ACCESS_ENABLER_STATUS_ERROR")
        #expect(table.advancedStatus("CFG512")?.id == "CFG5xx")
        #expect(table.advancedStatus("CFG5xx")?.id == "CFG5xx", "as it is printed")
        #expect(table.advancedStatus("CFG5x") == nil)
        #expect(table.advancedStatus("APPL_ERROR")?.id == "AAPL")
    }

    @Test func theCodesOfTheSwiftAPIAreThoseOfTheTables() throws {
        let table = try ShippedSpecs.read().table
        let codes: [(ErrorCode, String)] = [
            (.userAuthenticated, "USER_AUTHENTICATED"), (.userNotAuthenticated, "USER_NOT_AUTHENTICATED_ERROR"),
            (.providerNotSelected, "PROVIDER_NOT_SELECTED_ERROR"),
            (.genericAuthentication, "GENERIC_AUTHENTICATION_ERROR"),
            (.userNotAuthorized, "USER_NOT_AUTHORIZED_ERROR"),
        ]
        for (code, symbol) in codes {
            #expect(table.errorCode(code.rawValue)?.symbol == symbol)
        }
        #expect(table.status(StatusCode.success.rawValue)?.symbol == "ACCESS_ENABLER_STATUS_SUCCESS")
        #expect(table.status(StatusCode.error.rawValue)?.symbol == "ACCESS_ENABLER_STATUS_ERROR")
        for event in [TrackingEvent.authentication, .authorization, .selection] {
            #expect(table.trackingLayout(event.rawValue)?.symbol == event.rawValue)
        }
        let constructor = table.calls.first { $0.selector == "initWithStorageCheck:softwareStatement:" }
        #expect(Set(constructor?.arguments[0].values ?? []) == Set(StorageCheck.allCases.map(\.rawValue)))
    }
}

extension APITable {
    /// The callbacks that may follow from a call, at once or later; empty for a call that is not documented.
    fileprivate func callbacks(after call: Selector, on platform: Platform, _ version: SDKVersion) -> Set<Selector> {
        operation(of: call)?.callbacks(on: platform, version) ?? []
    }

    /// The code that a port's text stands for.
    fileprivate func errorCode(_ text: String) -> APIErrorCode? {
        errorCodes.first { $0.matches(text) }
    }
}
