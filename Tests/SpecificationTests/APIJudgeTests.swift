import AccessEnablerAPI
import Specification
import Testing

@Suite struct APIJudgeTests {
    private func mistakes(
        _ selector: Selector, _ arguments: [(String, Value)], after operations: Set<String>,
        on platform: Platform = .iOS, _ version: SDKVersion = .newest
    ) throws -> [APIError] {
        let judge = APIJudge(try ShippedSpecs.read().table, platform: platform, version: version)
        return judge.mistakes(in: Message(selector, arguments.map { Message.Argument($0.0, $0.1) }), after: operations)
    }

    /// The messages about `setAuthenticationStatus:errorCode:` with these values.
    private func authentication(_ status: Value, _ code: Value, after operation: String) throws -> [String] {
        try mistakes(.setAuthenticationStatus, [("status", status), ("code", code)], after: [operation]).map(\.message)
    }

    @Test(arguments: [
        (1, "", "checkAuthentication"), (0, "User Not Authenticated Error", "checkAuthentication"),
        (0, "PROVIDER_NOT_SELECTED_ERROR", "setSelectedProvider"), (0, "generic authentication error", "logout"),
        (0, "anything", "logout"),
    ])
    func aDocumentedStatusWithItsCodeIsAllowed(_ status: Int64, _ code: String, _ operation: String) throws {
        #expect(try authentication(.int(status), .string(code), after: operation) == [])
    }

    @Test func aStatusWithTheWrongCodeIsAMistake() throws {
        #expect(
            try authentication(1, "User Not Authenticated Error", after: "checkAuthentication") == [
                "setAuthenticationStatus:errorCode: has the code 'User Not Authenticated Error' "
                    + "with ACCESS_ENABLER_STATUS_SUCCESS"
            ])
        #expect(try authentication(0, "", after: "checkAuthentication").count == 1)
        #expect(try authentication(0, "anything", after: "getAuthentication").count == 1)
    }

    @Test func anUnknownStatusAndNilAndAWrongTypeAreMistakes() throws {
        #expect(
            try authentication(2, "", after: "logout") == [
                "setAuthenticationStatus:errorCode: 'status' is 2, which is no status"
            ])
        #expect(try authentication(1, nil, after: "logout") == ["setAuthenticationStatus:errorCode: 'code' is nil"])
        #expect(
            try authentication("1", "", after: "logout") == [
                "setAuthenticationStatus:errorCode: 'status' is a string, and should be of the kind 'int'"
            ])
    }

    @Test func missingAndUnknownParametersAreMistakes() throws {
        let found = try mistakes(.setToken, [("token", "t"), ("resorce", "r")], after: ["getAuthorization"])
        #expect(
            found.map(\.message) == [
                "setToken:forResource: 'resource' is missing", "setToken:forResource: 'resorce' is no parameter",
            ])
        #expect(found[0].statements.contains("AE-TOK-001"))
    }

    @Test func anEmptyMediaTokenIsAMistake() throws {
        let found = try mistakes(.setToken, [("token", ""), ("resource", "r")], after: ["getAuthorization"])
        #expect(found.map(\.message) == ["setToken:forResource: 'token' is empty"])
    }

    @Test func aCallbackThatNothingLeadsToIsAMistake() throws {
        let found = try mistakes(.displayProviderDialog, [("mvpds", [])], after: ["checkAuthentication", "logout"])
        #expect(found.map(\.message) == ["nothing that was called leads to 'displayProviderDialog:'"])
        #expect(try mistakes(.displayProviderDialog, [("mvpds", [])], after: ["getAuthorization"]) == [])
    }

    @Test func platformAndVersionDecideWhatExists() throws {
        let url: [(String, Value)] = [("url", "https://sp.example/login")]
        #expect(try mistakes(.navigateToUrl, url, after: ["logout"]) == [])
        #expect(
            try mistakes(.navigateToUrl, url, after: ["logout"], on: .tvOS).map(\.message)
                == ["'navigateToUrl:' does not exist on tvos in 3.9.2"])
        let useSVC = url + [("useSVC", true)]
        #expect(try mistakes(.navigateToUrlUseSVC, useSVC, after: ["logout"]) == [])
        #expect(try mistakes(.navigateToUrlUseSVC, useSVC, after: ["logout"], SDKVersion(3, 1)).count == 1)
        #expect(
            try mistakes(.navigateToUrlUseSVC, url + [("useSVC", false)], after: ["logout"]).map(\.message)
                == ["navigateToUrl:useSVC: 'useSVC' is false, and should be true"])
        #expect(try mistakes("foo:", [], after: ["logout"]).map(\.message) == ["'foo:' is no documented callback"])
    }

    @Test func anMVPDHasTheDocumentedProperties() throws {
        let good = MVPD(id: "a", displayName: "A", logoURL: "https://x/a.png", boardingStatus: .picker).value
        #expect(try mistakes(.displayProviderDialog, [("mvpds", [good])], after: ["getAuthentication"]) == [])
        var members = good.objectValue ?? [:]
        members["ID"] = ""
        members["boardingStatus"] = "MAYBE"
        let found = try mistakes(.displayProviderDialog, [("mvpds", [.object(members)])], after: ["getAuthentication"])
        #expect(
            found.map(\.message) == [
                "displayProviderDialog: 'ID' of element 0 of 'mvpds' is empty",
                "displayProviderDialog: 'boardingStatus' of element 0 of 'mvpds' is 'MAYBE', "
                    + "and should be one of PICKER, SUPPORTED",
            ])
        // Nobody says what is delivered where no MVPD is selected; of the picker's none is without an ID.
        #expect(try mistakes(.selectedProvider, [("mvpd", nil)], after: ["getSelectedProvider"]) == [])
        members["boardingStatus"] = nil
        #expect(try mistakes(.selectedProvider, [("mvpd", .object(members))], after: ["getSelectedProvider"]) == [])
    }

    @Test func aStatusReportNamesADocumentedIDAtItsLevel() throws {
        func report(_ members: Value.Members, _ operation: String = "logout") throws -> [String] {
            try mistakes(.status, [("statusDictionary", .object(members))], after: [operation]).map(\.message)
        }
        #expect(try report(["errorId": "VSA203", "level": "Info"]) == [])
        #expect(try report(["errorId": "CFG503", "level": "error", "extra": 1], "setRequestor") == [])
        #expect(try report(["level": "Info"]) == ["the status report has no 'errorId'"])
        #expect(
            try report(["errorId": "VSA203", "level": "error"]) == [
                "the status report VSA203 has the level 'error', and should have 'information'"
            ])
        #expect(
            try report(["errorId": "CFG400", "level": "error"])
                == ["the status report CFG400 does not belong to anything that was called"])
        #expect(
            try report(["errorId": "REGCODE", "level": "Success"], "getAuthentication")
                == ["the status report REGCODE does not exist here"])
        // the documents print two levels for it.
        for level in ["Success", "information"] {
            let code: Value.Members = ["errorId": "REGCODE", "level": .string(level)]
            let operation: Set = ["setSelectedProvider"]
            #expect(try mistakes(.status, [("statusDictionary", .object(code))], after: operation, on: .tvOS) == [])
        }
        #expect(
            try report(["errorId": "IS204", "level": "error"]) == ["the status report IS204 belongs to other SDKs"])
        #expect(try report(["errorId": "X1", "level": "error"]) == [])
        #expect(try report(["errorId": "X1", "level": "fatal"]) == ["the status report X1 has the level 'fatal'"])
    }
}
