/// How requests reach a server: plain, or over libcurl, which looks up the name.
enum Way: CaseIterable, Sendable {
    case plain, curl
}

extension LoopbackServer {
    func url(_ way: Way) -> String {
        switch way {
        case .plain: url
        case .curl: "http://localhost:\(port)"
        }
    }
}
