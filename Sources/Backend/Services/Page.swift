/// The pages that browsers are shown; they work without scripts.
enum Page {
    static let consumerPath = "/sp/saml/SAMLAssertionConsumer"

    /// A form of hidden fields that submits itself; clients look for exactly this markup (wire-protocol.md 3.1).
    static func submission(to action: String, fields: [(name: String, value: String)]) -> Markup {
        var page: Markup = """
            <html><body onload="document.forms[0].submit()">
            <form action="\(attribute: action)" method="post">

            """
        for (name, value) in fields {
            page += "<input type=\"hidden\" name=\"\(attribute: name)\" value=\"\(attribute: value)\"/>\n"
        }
        page += "<noscript><button type=\"submit\">Continue</button></noscript>\n</form></body></html>\n"
        return page
    }

    /// An MVPD's form for name and password, and a way out.
    static func login(_ mvpd: MVPDScript, relayState: String, user: String = "", error: String? = nil) -> Markup {
        let path = "/mvpd/\(URLText.encode(mvpd.id))"
        let alert: Markup = error.map { "<p role=\"alert\" id=\"error\">\($0)</p>\n" } ?? ""
        return document(
            title: "Sign in to \(mvpd.displayName)",
            """
            \(alert)<form id="login" action="\(attribute: path)/login" method="post">
            <input type="hidden" name="RelayState" value="\(attribute: relayState)">
            <p><label for="username">User name</label>
            <input id="username" name="username" type="text" value="\(attribute: user)" autocomplete="username" required autofocus></p>
            <p><label for="password">Password</label>
            <input id="password" name="password" type="password" autocomplete="current-password" required></p>
            <p><button type="submit">Sign in</button></p>
            </form>
            <form id="cancel" action="\(attribute: path)/cancel" method="post">
            <input type="hidden" name="RelayState" value="\(attribute: relayState)">
            <p><button type="submit">Cancel</button></p>
            </form>

            """)
    }

    static func message(_ title: String, _ text: String) -> Markup {
        document(title: title, "<p>\(text)</p>\n")
    }

    static func document(title: String, _ content: Markup) -> Markup {
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>\(title)</title>
        <style>
        body { font: 1rem/1.5 system-ui, sans-serif; max-width: 24rem; margin: 3rem auto; padding: 0 1rem }
        label, input, button { display: block; width: 100%; box-sizing: border-box; font: inherit; padding: .3rem 0 }
        [role=alert] { color: #a00 }
        </style>
        </head>
        <body>
        <main>
        <h1>\(title)</h1>
        \(content)</main>
        </body>
        </html>

        """
    }
}
