import AccessEnablerAPI
import Synchronization
import Testing

@Suite struct VocabularyTests {
    @Test(arguments: ["3", "3.9", "3.9.2", "10.0.0"])
    func aVersionReadsBack(text: String) throws {
        let version = try #require(SDKVersion(text))
        #expect(SDKVersion(version.description) == version)
    }

    @Test(arguments: ["", ".", "3.", "3.x", "1.2.3.4", "-1.0", "3 .9", "3.9223372036854775807"])
    func nonsenseIsNoVersion(text: String) {
        #expect(SDKVersion(text) == nil)
    }

    @Test func versionsCompareByNumber() {
        #expect(SDKVersion(3, 10) > SDKVersion(3, 9, 2))
        #expect(SDKVersion(3, 0) == SDKVersion("3"))
    }

    @Test func errorCodesCompareWithoutRegardToCase() {
        #expect(ErrorCode(rawValue: "user not AUTHENTICATED error") == .userNotAuthenticated)
        #expect(ErrorCode(rawValue: "") == .userAuthenticated)
        #expect(ErrorCode(rawValue: "something") != .genericAuthentication)
    }

    @Test func anMVPDSurvivesItsObjectForm() throws {
        let full = MVPD(
            id: "A", displayName: "The A", logoURL: "l", enablePlatformServices: true, boardingStatus: .picker)
        let plain = MVPD(id: "B", displayName: "", logoURL: "")
        #expect(MVPD(full.value) == full)
        #expect(MVPD(plain.value) == plain)
        #expect(plain.value.objectValue?["boardingStatus"] == .null)
    }

    @Test func anObjectThatIsNoMVPDIsNone() {
        #expect(MVPD("A") == nil)
        #expect(MVPD(["displayName": "x"]) == nil)
        #expect(MVPD(["ID": "A", "boardingStatus": 1]) == nil)
    }

    @Test func callbacksBecomeMessagesWithTheirDocumentedParameters() {
        let received = Mutex<[Message]>([])
        let forwarder = CallbackForwarder { message in received.withLock { $0.append(message) } }
        forwarder.setAuthenticationStatus(.success, errorCode: .userAuthenticated)
        forwarder.selectedProvider(nil)
        forwarder.navigateToUrl("u", useSVC: true)
        let messages = received.withLock { $0 }
        #expect(messages.map(\.selector) == [.setAuthenticationStatus, .selectedProvider, .navigateToUrlUseSVC])
        #expect(messages[0]["status"] == 1)
        #expect(messages[0]["code"] == "")
        #expect(messages[1]["mvpd"] == .null)
        #expect(messages[1]["nothing"] == nil)
        #expect(messages[2]["useSVC"] == true)
    }
}
