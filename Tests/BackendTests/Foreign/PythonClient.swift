import Backend
import Cryptography
import POSIX
import Testing

/// Clients in Python, with libraries that nobody here wrote.
enum PythonClient {
    static let native = ["requests", "cryptography"]
    static let oauth = ["requests", "requests_oauthlib", "jwt", "cryptography"]
    static let saml = ["requests", "onelogin.saml2", "cryptography"]

    /// The first interpreter that has all these modules; nil where none has.
    ///
    /// Debian's packages are for its own interpreter, which need not be the first in the path.
    static func interpreter(with modules: [String]) -> String? {
        ["python3", "/usr/bin/python3"].first { name in
            let outcome = Monitor<Bool?>(nil)
            let question =
                "import importlib.util as u, sys; sys.exit(any(u.find_spec(m) is None for m in sys.argv[1:]))"
            let child = try? ChildProcess([name, "-c", question] + modules) { event in
                if case .ended(let status) = event { outcome.change { $0 = status == .exited(0) } }
            }
            guard child != nil else { return false }
            return outcome.wait { $0 }
        }
    }

    /// Runs a script that ends with an error when something is not as it expects.
    static func run(
        _ script: String, with modules: [String], at bench: borrowing Bench, environment: [String: String] = [:]
    ) async throws {
        let python = try #require(interpreter(with: modules))
        var environment = environment
        environment["BASE"] = bench.backend.baseURLs[0]
        environment["PUBLIC_KEY"] = bench.backend.publicKey.pem
        // Libraries that would rather not speak without TLS.
        environment["OAUTHLIB_INSECURE_TRANSPORT"] = "1"
        let ended = try await Program.run([python, "-"], input: prelude + script, environment: environment)
        #expect(ended.status == 0, "\(ended.output)\n\(ended.errors)")
    }

    /// A browser, and what verifies tokens.
    private static let prelude = """
        import base64, hashlib, html, html.parser, json, os, re, urllib.parse, uuid
        import requests
        from cryptography.hazmat.primitives import hashes, serialization
        from cryptography.hazmat.primitives.asymmetric import padding

        BASE = os.environ["BASE"]
        PUBLIC_KEY = os.environ["PUBLIC_KEY"]

        class Forms(html.parser.HTMLParser):
            def __init__(self, page):
                super().__init__()
                self.forms = []
                self.feed(page)
            def handle_starttag(self, tag, attributes):
                attributes = dict(attributes)
                if tag == "form":
                    self.forms.append((attributes, {}))
                elif tag == "input" and self.forms:
                    self.forms[-1][1][attributes["name"]] = attributes.get("value", "")

        class Browser(requests.Session):
            def __init__(self):
                super().__init__()
                self.trust_env = False
            def browse(self, url, data=None):
                # Follows to the page or to the first address that is no web page.
                reply = self.request("POST" if data else "GET", urllib.parse.urljoin(BASE, url), data=data,
                                     allow_redirects=False)
                while reply.is_redirect and reply.headers["Location"].startswith(("/", BASE)):
                    reply = self.get(urllib.parse.urljoin(BASE, reply.headers["Location"]), allow_redirects=False)
                return reply
            def submit(self, page, form=None, **filling):
                attributes, fields = [f for f in Forms(page.text).forms if form in (None, f[0].get("id"))][0]
                fields.update(filling)
                return self.browse(attributes["action"], fields)
            def sign_in(self, url, user="user", password="password"):
                page = self.browse(url)
                while 'id="login"' not in page.text:
                    page = self.submit(page)
                wrong = self.submit(page, "login", username=user, password="guess")
                assert "not correct" in wrong.text, wrong.text
                page = self.submit(wrong, "login", username=user, password=password)
                while not page.is_redirect and Forms(page.text).forms:
                    page = self.submit(page, decision="allow") if 'id="consent"' in page.text else self.submit(page)
                return page

        def verify(signature, payload):
            key = serialization.load_pem_public_key(PUBLIC_KEY.encode())
            key.verify(signature, payload, padding.PKCS1v15(), hashes.SHA256())

        def verify_token(token):
            nothing, signature, payload = token.split("<signatureInfo>")
            assert nothing == "" and "\\n" not in token, token
            verify(base64.b64decode(signature), payload.encode())
            return payload

        def element(name, text):
            found = re.search(r"<%s\\b[^>]*>(.*?)</%s>" % (name, name), text, re.S)
            assert found, (name, text)
            return found.group(1)

        def unescape(text):
            # Exactly these three, as a client in the field does.
            return text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")


        """
}
