internal import Documents
internal import Timing

extension SessionState {
    /// The clientless answer with metadata in XML, whose real layout is not public (wire-protocol.md 4.12).
    ///
    /// Each name is an element of `data`; what has several values is repeated, what is a table has elements of its own.
    func metadataElement(of login: Login, at now: WallTime) -> Markup {
        var data: Markup = ""
        for (name, value) in (login.user?.metadata ?? [:]).sorted(by: { $0.key < $1.key }) {
            guard Markup.isElementName(name) else { continue }
            switch value {
            case .text(let text): data += .element(name, text)
            case .list(let texts): for text in texts { data += .element(name, text) }
            case .table(let table):
                for (key, text) in table.sorted(by: { $0.key < $1.key }) where Markup.isElementName(key) {
                    data += .element(key, text)
                }
            }
        }
        var encrypted: Markup = ""
        for name in login.user?.encryptedMetadata ?? [] { encrypted += "<encrypted>\(name)</encrypted>" }
        return """
            <usermetadata><updated>\(Int(now.milliseconds / 1_000))</updated>\(encrypted)\
            <data>\(data)<mvpd>\(login.mvpd)</mvpd></data></usermetadata>
            """
    }
}
