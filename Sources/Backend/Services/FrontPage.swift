internal import HTTPServer

extension SessionState {
    /// What somebody sees who opens the backend in a browser.
    func showFront(base: String) -> ServerReply {
        .html(
            Page.document(
                title: "Service provider simulator",
                """
                <p>This backend speaks the wire protocol of Adobe Pass Authentication. Point a client at</p>
                <pre>\(base)</pre>
                <p>Configurations are at <code>/adobe-services/config/REQUESTOR</code>.</p>

                """))
    }
}
