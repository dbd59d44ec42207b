internal import AccessEnabler
internal import Encodings
internal import POSIX
internal import PortWrapping

/// Ports that are faster or slower, and that call back elsewhere.
extension Variant {
    private static let thread = "neither the thread of callbacks nor their time is documented"

    static let pace: [Variant] = [
        Variant("callbacks-inside-calls", "calls back before the call returns where it can", because: thread, ["A-50"])
        {
            _, mutation in
            mutation.environment = { environment in
                environment.turn = .network(InPlaceNetwork(base: environment.network))
            }
        },
        Variant("callbacks-on-threads", "makes each callback on a thread of its own", because: thread, ["A-50"]) {
            _, mutation in
            mutation.delivery = ThreadedDelivery()
        },
        Variant("callbacks-after-30-ms", "calls back 30 ms later", because: thread, ["A-50"]) { _, mutation in
            mutation.delivery = LateDelivery(.milliseconds(30))
        },
        Variant("callbacks-after-100-ms", "calls back 100 ms later", because: thread, ["A-50"]) { _, mutation in
            mutation.delivery = LateDelivery(.milliseconds(100))
        },
        Variant("callbacks-after-500-ms", "calls back 500 ms later", because: thread, ["A-50"], isSlow: true) {
            _, mutation in
            mutation.delivery = LateDelivery(.milliseconds(500))
        },
        Variant("callbacks-in-batches", "makes all callbacks of 50 ms together", because: thread, ["A-50"]) {
            _, mutation in
            mutation.delivery = BatchedDelivery()
        },
        Variant(
            "slow-storage", "has a storage that takes 3 ms each time",
            because: "where tokens are kept is not documented",
            ["A-31"]
        ) { _, mutation in
            mutation.environment = { environment in
                // Not on the network's thread, which serves all sessions.
                environment.turn = .task
                environment.alterStorage { $0.pause = { pauseThread(.milliseconds(3)) } }
            }
        },
        Variant(
            "encodes-what-it-keeps", "keeps everything as the Base64 of its bytes",
            because: "where and how tokens are kept is not documented", ["A-31"]
        ) { _, mutation in
            mutation.environment = { environment in
                environment.storage = EncodedStorage(base: environment.storage)
                environment.ownStorage = EncodedStorage(base: environment.ownStorage)
            }
        },
        .interpose(
            "slow-replies", "deals with each reply 40 ms after it came", because: "how fast a port is is not documented"
        ) { _, request, base, completion in
            base.send(request) { outcome in _ = Environment.sleep(.milliseconds(40)) { completion(outcome) } }
        },
        .interpose(
            "slow-requests", "sends each request 40 ms after it was to be",
            because: "how fast a port is is not documented"
        ) { _, request, base, completion in
            let chain = RequestChain()
            chain.wait(.milliseconds(40)) { chain.send(request, over: base, completion) }
            return chain.cancellation
        },
        .interpose(
            "thinks-before-it-asks", "waits 1.5 s before it asks for a login's token or an authorization",
            because: "how fast a port is is not documented", isSlow: true
        ) { _, request, base, completion in
            guard request.isSession || request.path.hasSuffix("/authorize") else {
                return base.send(request, completion: completion)
            }
            let chain = RequestChain()
            chain.wait(.milliseconds(1_500)) { chain.send(request, over: base, completion) }
            return chain.cancellation
        },
        .interpose(
            "reads-configurations-slowly", "processes each configuration 1.2 s after it came",
            because: "how fast a port is is not documented", ["AE-SP-006"], isSlow: true
        ) { _, request, base, completion in
            base.send(request) { outcome in
                guard request.isConfiguration else { return completion(outcome) }
                _ = Environment.sleep(.milliseconds(1_200)) { completion(outcome) }
            }
        },
        Variant(
            "patient", "waits for replies for a minute",
            because: "the documents do not say how long a port waits for a reply", ["AE-SP-020"],
            limits: { limits in
                limits.request = .seconds(60)
                limits.configuration = .seconds(60)
            }),
    ]
}

/// A storage in which nobody can read.
private struct EncodedStorage: TokenStorage {
    let base: any TokenStorage

    func load(_ key: String) -> [UInt8]? {
        base.load(key).flatMap { Base64.decode(String(decoding: $0, as: UTF8.self)) }
    }

    func store(_ value: [UInt8], for key: String) -> Bool { base.store(Array(Base64.encode(value).utf8), for: key) }
    func remove(_ key: String) { base.remove(key) }
    func keys() -> [String] { base.keys() }
}
