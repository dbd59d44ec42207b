import AccessEnablerAPI
import Specification
import Testing

@Suite struct APITrackingTests {
    private static let guid: Value = "0123456789abcdef0123456789ABCDEF"

    private func mistakes(
        _ event: String, _ data: [Value], after operation: String = "getAuthorization", on platform: Platform = .iOS,
        _ version: SDKVersion = .newest
    ) throws -> [String] {
        let judge = APIJudge(try ShippedSpecs.read().table, platform: platform, version: version)
        let message = Message(
            .sendTrackingData, [.init("data", .array(data)), .init("event", .string(event))])
        return judge.mistakes(in: message, after: [operation]).map(\.message)
    }

    @Test(arguments: [true, "true", "YES", 1, "1"] as [Value])
    func theFormsOfTrueAreAccepted(_ success: Value) throws {
        let data: [Value] = [success, "m", Self.guid, "no", "mobile", "ios", "iOS 17"]
        #expect(try mistakes("TRACKING_AUTHENTICATION", data) == [])
    }

    @Test func aFailureNeedsNoMVPD() throws {
        let data: [Value] = [false, nil, nil, nil, "denied", "", "tablet", "ios", "iOS"]
        #expect(try mistakes("TRACKING_AUTHORIZATION", data) == [])
        #expect(try mistakes("TRACKING_AUTHORIZATION", [false]) == [])
    }

    @Test func everyElementIsJudgedByItsPlace() throws {
        let data: [Value] = [true, "", "abc", "maybe", 7, "x", "toaster", "tvos", nil]
        #expect(
            try mistakes("authorizationDetection", data) == [
                "element 1 of TRACKING_AUTHORIZATION (mvpd) is empty, and should be an ID",
                "element 2 of TRACKING_AUTHORIZATION (guid) should be an MD5 hash, in hexadecimal digits or Base64",
                "element 3 of TRACKING_AUTHORIZATION (cached) is a string, and should be true or false",
                "element 6 of TRACKING_AUTHORIZATION (deviceType) is 'toaster', and should be one of "
                    + "computer, tablet, mobile, gameconsole, unknown",
                "element 7 of TRACKING_AUTHORIZATION (clientType) is 'tvos', and should be one of ios",
                "element 8 of TRACKING_AUTHORIZATION (operatingSystem) is nil, and should be a string",
            ])
    }

    @Test func theClientTypeDependsOnThePlatform() throws {
        let data: [Value] = ["m", "computer", "tvos", "tvOS"]
        #expect(
            try mistakes("TRACKING_GET_SELECTED_PROVIDER", data, after: "setSelectedProvider", on: .tvOS) == [])
        #expect(
            try mistakes("TRACKING_MVPD_SELECTION", data, after: "setSelectedProvider").count == 1)
    }

    @Test func aSelectionWithoutAnMVPDIsLeftToThePort() throws {
        for mvpd in [nil, ""] as [Value] {
            let data: [Value] = [mvpd, "mobile", "ios", "iOS"]
            #expect(try mistakes("TRACKING_GET_SELECTED_PROVIDER", data, after: "setSelectedProvider") == [])
        }
    }

    @Test func theLengthDependsOnTheVersion() throws {
        let short: [Value] = [true, "m", Self.guid, false]
        #expect(try mistakes("TRACKING_AUTHENTICATION", short, SDKVersion(1, 5)) == [])
        #expect(
            try mistakes("TRACKING_AUTHENTICATION", short, SDKVersion(1, 6))
                == ["TRACKING_AUTHENTICATION has 4 elements, and should have 7"])
    }

    @Test func anEventBelongsToItsOperations() throws {
        let data: [Value] = [true, "m", Self.guid, false, nil, nil, "mobile", "ios", "iOS"]
        #expect(
            try mistakes("TRACKING_AUTHORIZATION", data, after: "checkAuthentication")
                == ["nothing that was called leads to TRACKING_AUTHORIZATION"])
        #expect(
            try mistakes("TRACKING_X", data) == [
                "sendTrackingData:forEventType: 'event' is 'TRACKING_X', which is no tracking event"
            ])
    }
}
