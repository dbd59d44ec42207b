import AccessEnabler
import AccessEnablerAPI
import PortWrapping
import Testing

@Suite struct StageTests {
    /// What a port asks on its own carries the options that hold then (AE-OPT-002).
    @Test func aRequestFromBeforeTheOptionsIsNoModelForALaterOne() {
        let stage = Stage(
            PortEvents(delegate: CallbackForwarder { _ in }),
            SessionConfiguration(softwareStatement: "statement"))
        let request = { (url: String) in
            NetworkRequest(method: "GET", url: url, headers: [.init("Authorization", "Bearer x")], body: nil)
        }
        stage.note(request("http://sp1/before"))
        #expect(stage.currentRequest?.url == "http://sp1/before")
        stage.note(Message(.setOptions, [.init("options", .object([:]))]))
        #expect(stage.currentRequest == nil && stage.authorizedRequest != nil)
        stage.note(request("http://sp1/after"))
        #expect(stage.currentRequest?.url == "http://sp1/after")
    }
}
