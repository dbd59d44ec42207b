import POSIX

/// Many clients at once.
struct Clients {
    private final class Box {
        var client: RawClient

        init(_ address: SocketAddress) throws {
            client = try RawClient(address)
        }
    }

    private let boxes: [Box]

    init(_ address: SocketAddress, count: Int) throws {
        boxes = try (0..<count).map { _ in try Box(address) }
    }

    func send(_ text: String, from index: Int) {
        boxes[index].client.send(text)
    }

    func receiveResponse(at index: Int) -> (head: String, body: String) {
        boxes[index].client.receiveResponse()
    }

    func receiveAll(at index: Int) -> String {
        boxes[index].client.receiveAll()
    }

    func end(at index: Int) -> Transferred? {
        boxes[index].client.end
    }

    func close(_ index: Int) {
        boxes[index].client.close()
    }
}
