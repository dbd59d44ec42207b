internal import HTTPServer

/// The second screen: where a user types the code that a television shows (service-protocol.md 4.3).
extension SessionState {
    /// `GET /activate`: asks for the code.
    func showActivation(_ incoming: Incoming) -> ServerReply {
        .html(Page.activation(code: incoming["code"] ?? incoming["reg_code"] ?? ""))
    }

    /// `POST /activate/choose`: with a good code, asks for the MVPD.
    func chooseProvider(_ incoming: Incoming, base: String) -> ServerReply {
        let typed = (incoming["code"] ?? "").filter { $0.isLetter || $0.isNumber }.uppercased()
        guard let record = validCode(typed, at: incoming.now) else {
            return .html(Page.activation(code: typed, error: "This code is unknown or no longer valid."))
        }
        let mvpds = mvpds(of: record.requestor, at: incoming.request.endpoint).filter { !$0.isTempPass }
        return .html(
            Page.choice(
                mvpds, code: typed, requestor: record.requestor,
                name: script(of: record.requestor)?.name ?? record.requestor, base: base))
    }

    /// `GET /activate/done`: where the login ends.
    func endActivation(_ incoming: Incoming) -> ServerReply {
        let index = incoming["code"].flatMap { code in logins.lastIndex { $0.key == .code(code) } }
        guard let index, logins[index].standing == .active else {
            return .html(
                Page.message(
                    "Not signed in", "Your device has not been activated. Start again there to get a new code."))
        }
        return .html(Page.message("You are signed in", "Go back to your device: it is ready."))
    }
}
