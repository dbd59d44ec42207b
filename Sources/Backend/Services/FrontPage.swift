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
                <p>Configurations are at <a href="/adobe-services/config/REF30">/adobe-services/config/REQUESTOR</a>, the
                public key that verifies tokens is at <a href="/public-key.pem">/public-key.pem</a>.</p>
                <p><a href="/activate">Type the code of a device</a></p>

                """))
    }
}
