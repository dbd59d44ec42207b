import HTTPServer

extension WireEvent {
    var name: String {
        switch self {
        case .replyFirstByte: "replyFirstByte"
        case .replyLastByte: "replyLastByte"
        case .replyBroken: "replyBroken"
        case .sourceBroken: "sourceBroken"
        case .peerFinished: "peerFinished"
        case .connectionLost: "connectionLost"
        case .requestRefused: "requestRefused"
        }
    }

    var exchange: UInt64? {
        switch self {
        case .replyFirstByte(let exchange, _), .replyLastByte(let exchange, _, _, _),
            .replyBroken(let exchange, _), .peerFinished(let exchange, _), .connectionLost(let exchange, _),
            .sourceBroken(let exchange, _):
            exchange
        case .requestRefused: nil
        }
    }
}
