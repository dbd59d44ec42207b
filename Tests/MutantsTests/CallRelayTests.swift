import AccessEnablerAPI
import PortWrapping
import Synchronization
import Testing

/// What stands between an application and a port changes no call on its way.
@Suite struct CallRelayTests {
    /// Before 3.1 preauthorization had one call, which newer ports have beside another.
    @Test(arguments: [
        [Selector.checkPreauthorizedResources], [.checkPreauthorizedResources, .checkPreauthorizedResourcesCache],
    ])
    func aCallIsOneThatThePortHas(_ calls: [Selector]) throws {
        let received = Mutex<[Message]>([])
        let relay = CallRelay(supportedCalls: Set(calls)) { message in received.withLock { $0.append(message) } }
        try relay.perform(Message(.checkPreauthorizedResources, [.init("resources", ["a", "b"])]))
        #expect(received.withLock { $0.map(\.selector) } == [calls.last])
        #expect(received.withLock { $0.first?["resources"] } == ["a", "b"])
    }
}
