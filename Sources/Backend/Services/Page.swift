internal import Documents
import Encodings

/// The pages that browsers are shown; they work without scripts.
enum Page {
    static let consumerPath = "/sp/saml/SAMLAssertionConsumer"
    static let callbackPath = "/adobe-services/oauth2"
    static let logoutPath = "/sp/saml/LogoutServiceHTTPRedirectResponse"

    /// A form of hidden fields that submits itself; clients look for exactly this markup (service-protocol.md 3.1).
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
        let path = "/mvpd/\(PercentEncoding.encode(mvpd.id))"
        let alert: Markup = error.map { "<p role=\"alert\" id=\"error\">\($0)</p>\n" } ?? ""
        let carried = carrier(of: relayState, mvpd)
        // Who mistyped the password need not type the name again.
        let isAgain = error != nil && !user.isEmpty
        let name: Markup = isAgain ? "" : " autofocus"
        let secret: Markup = error == nil ? "" : isAgain ? Self.mistaken + " autofocus" : Self.mistaken
        return document(
            title: "Sign in to \(mvpd.displayName)",
            """
            \(alert)<form id="login" action="\(attribute: path)/login" method="post">
            \(carried)<p><label for="username">User name</label>
            <input id="username" name="\(attribute: mvpd.fields.user)" type="text" value="\(attribute: user.displayed)" autocomplete="username" required\(name)></p>
            <p><label for="password">Password</label>
            <input id="password" name="\(attribute: mvpd.fields.password)" type="password" autocomplete="current-password" required\(secret)></p>
            <p><button class="first" type="submit">Sign in</button></p>
            </form>
            <form id="cancel" action="\(attribute: path)/cancel" method="post">
            \(carried)<p><button type="submit">Cancel</button></p>
            </form>

            """)
    }

    /// What brings a login back with a form; nothing where a cookie does.
    private static func carrier(of relayState: String, _ mvpd: MVPDScript) -> Markup {
        mvpd.usesCookie
            ? "" : "<input type=\"hidden\" name=\"RelayState\" value=\"\(attribute: relayState)\">\n"
    }

    /// What a screen reader is told of a field whose value was wrong.
    private static let mistaken: Markup = " aria-invalid=\"true\" aria-describedby=\"error\""

    /// An MVPD's question what the service provider may know of the user.
    ///
    /// Each answer has a form of its own, so that who sends the hidden fields of the first form consents.
    static func consent(_ mvpd: MVPDScript, relayState: String, requestor: String) -> Markup {
        let carried = carrier(of: relayState, mvpd)
        func form(_ id: String, _ decision: String, _ button: Markup) -> Markup {
            """
            <form id="\(attribute: id)" action="/mvpd/\(attribute: PercentEncoding.encode(mvpd.id))/consent" method="post">
            \(carried)<input type="hidden" name="decision" value="\(attribute: decision)">
            <p>\(button)</p>
            </form>

            """
        }
        return document(
            title: "Share with \(requestor)?",
            """
            <p>\(requestor) would like to know that you are a customer of \(mvpd.displayName), and which channels your \
            subscription includes.</p>
            \(form("consent", "allow", "<button class=\"first\" type=\"submit\" autofocus>Allow</button>"))\
            \(form("refusal", "refuse", "<button type=\"submit\">Do not allow</button>"))
            """)
    }

    /// An MVPD's page after a logout, from which the user goes on.
    static func signedOut(_ mvpd: MVPDScript, next: String) -> Markup {
        document(
            title: "Signed out of \(mvpd.displayName)",
            "<p>You are signed out.</p>\n<p><a id=\"continue\" href=\"\(attribute: next)\">Continue</a></p>\n")
    }

    /// The form for the code that a device shows.
    static func activation(code: String, error: String? = nil) -> Markup {
        let alert: Markup = error.map { "<p role=\"alert\" id=\"error\">\($0)</p>\n" } ?? ""
        let state: Markup = error == nil ? "" : Self.mistaken
        return document(
            title: "Activate your device",
            """
            \(alert)<form id="activate" action="/activate/choose" method="post">
            <p><label for="code">The code that your device shows</label>
            <input id="code" name="code" type="text" value="\(attribute: code.displayed)" autocomplete="one-time-code" \
            autocapitalize="characters" spellcheck="false" required autofocus\(state)></p>
            <p><button class="first" type="submit">Continue</button></p>
            </form>

            """)
    }

    /// The choice of the MVPD for a code.
    static func choice(
        _ mvpds: [MVPDScript], code: String, requestor: String, name: String, base: String
    ) -> Markup {
        var list: Markup = "<p>Who provides your television? \(name) needs you to sign in there.</p>\n"
        for mvpd in mvpds {
            let done = "\(base)/activate/done?code=\(PercentEncoding.encode(code))"
            let query = [
                ("reg_code", code), ("requestor_id", requestor), ("mso_id", mvpd.id), ("domain_name", "adobe.com"),
                ("noflash", "true"), ("no_iframe", "true"), ("redirect_url", done),
            ]
            var form: Markup = "<form action=\"/api/v1/authenticate\" method=\"get\">\n"
            for (name, value) in query {
                form += "<input type=\"hidden\" name=\"\(attribute: name)\" value=\"\(attribute: value)\">\n"
            }
            list += form
            list += "<p><button type=\"submit\">\(mvpd.displayName)</button></p>\n</form>\n"
        }
        return document(title: "Choose your provider", list)
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
        body { font: 1rem/1.5 system-ui, sans-serif; max-width: 24rem; margin: 2rem auto; padding: 0 1rem; color: #1b1b1f }
        h1 { font-size: 1.6rem; line-height: 1.25 }
        p { margin: 1rem 0 }
        pre, code { overflow-wrap: anywhere; white-space: pre-wrap }
        label { font-weight: 600 }
        label, input, button { display: block; width: 100%; box-sizing: border-box; font: inherit }
        input, button { min-height: 3rem; padding: .5rem .75rem; border: 1px solid #5f6368; border-radius: .5rem }
        label, button { font-weight: 600 }
        button { background: #fff; color: inherit; cursor: pointer }
        button.first { background: #1a4fa3; border-color: #1a4fa3; color: #fff }
        a { color: #1a4fa3 }
        input:focus, button:focus, a:focus { outline: 3px solid #f29900; outline-offset: 2px }
        [role=alert] { color: #a50e0e; border-left: 4px solid #a50e0e; padding-left: .75rem }
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
