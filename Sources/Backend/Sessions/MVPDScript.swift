/// One MVPD in a provider's configuration, and how it behaves.
package struct MVPDScript: Sendable, Hashable {
    /// How a login travels between the service provider and the MVPD (service-protocol.md 3.1, 3.2).
    package enum LoginStyle: String, Sendable, Hashable, CaseIterable {
        /// A page with a form that submits itself.
        case samlPost = "saml-post"
        /// A redirect with the request in the query.
        case samlRedirect = "saml-redirect"
        case oauth2
    }

    /// What a logout at the service provider does at the MVPD (service-protocol.md 3.10).
    package enum LogoutStyle: String, Sendable, Hashable, CaseIterable {
        /// Nothing: the MVPD is not asked.
        case none
        /// The same, but that clients are told of a page: the service provider's, which sends the browser back.
        case service
        /// The browser goes to the MVPD and comes back at once.
        case redirect
        /// The MVPD shows a page on which the user goes on.
        case page
    }

    /// What the fields of its login form are called.
    package struct LoginFields: Sendable, Hashable {
        package var user = "username"
        package var password = "password"
    }

    /// What a temporary pass allows.
    package struct TempPass: Sendable, Hashable {
        /// From the first use on; afterwards the device gets no other pass.
        ///
        /// One that is no time at all is a mistake of the configuration, as applications have to live with it.
        package var duration: Duration
        /// How many resources a promotional pass is good for; nil: it is none.
        package var resources: Int?

        package init(duration: Duration, resources: Int? = nil) {
            self.duration = duration
            self.resources = resources
        }
    }

    package var id: String
    package var displayName: String
    package var logoURL: String
    /// Whether its pages are meant for a frame.
    var isFramed: Bool { properties["iFrameRequired"] == "true" }

    /// Further child elements by name, such as `isTempPass` or `iFrameRequired` (service-protocol.md 1.1).
    package var properties: [String: String]
    package var login: LoginStyle
    /// Whether the user is asked, after the password, what the service provider may know.
    package var asksConsent = false
    package var logout: LogoutStyle
    package var fields = LoginFields()
    /// Whether the browser brings a login back by a cookie, and not by a field of the form.
    package var usesCookie = false
    /// The MVPD behind a proxied one, which answers and media tokens name.
    package var proxyMVPD: String?
    /// Nil: a temporary pass, if it is one, never ends.
    package var tempPass: TempPass?

    package init(
        id: String, displayName: String, logoURL: String, properties: [String: String] = [:],
        login: LoginStyle = .samlPost, logout: LogoutStyle = .none,
        proxyMVPD: String? = nil, tempPass: TempPass? = nil
    ) {
        self.id = id
        self.displayName = displayName
        self.logoURL = logoURL
        self.properties = properties
        self.login = login
        self.logout = logout
        self.proxyMVPD = proxyMVPD
        self.tempPass = tempPass
    }

    /// Whether users need no login page here (service-protocol.md 4.5).
    var isTempPass: Bool { properties["isTempPass"] == "true" }
}
