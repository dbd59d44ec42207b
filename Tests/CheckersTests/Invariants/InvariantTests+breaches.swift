import AccessEnablerAPI
import Evidence
import ServiceProtocol

@testable import Checkers

extension InvariantTests {
    static let breaches: [Breach] = [
        Breach(
            "callbacks-as-documented", "AE-STAT-004",
            right: { tape in
                tape.call(.checkAuthentication)
                tape.authenticationStatus(1)
            },
            wrong: { tape in
                tape.call(.checkAuthentication)
                tape.authenticationStatus(1, "Generic Authentication Error")
            }),
        Breach(
            "callbacks-as-documented", "AE-STAT-002",
            right: { tape in
                tape.call(.checkAuthentication)
                tape.authenticationStatus(0, "Generic Authentication Error")
            },
            wrong: { tape in
                tape.call(.checkAuthentication)
                tape.authenticationStatus(2, "Generic Authentication Error")
            }),
        Breach(
            "callbacks-as-documented",
            right: { $0.call(.logout) }, wrong: { $0.callback("somethingElse:") }),
        Breach(
            "callbacks-as-documented", "AE-DPD-004",
            right: { tape in
                tape.call(.getAuthentication)
                tape.picker(("A", "sp1"))
            },
            wrong: { $0.picker(("A", "sp1")) }),
        Breach(
            "callbacks-as-documented", "AE-TRK-008",
            right: { tape in
                tape.call(.checkAuthentication)
                tape.track("TRACKING_AUTHENTICATION", ["false", nil, nil, nil, "mobile", "ios", "iOS"])
            },
            wrong: { tape in
                tape.call(.checkAuthentication)
                tape.track(
                    "TRACKING_AUTHENTICATION",
                    ["true", "A", "0123456789abcdef0123456789abcdef", "no", "mobile", "ios", "iOS", "more"])
            }),
        Breach(
            "callbacks-as-documented", "AE-NAV-007",
            right: { tape in
                tape.choose("A")
                tape.callback(.navigateToUrlUseSVC, ("url", "http://x/"), ("useSVC", true))
            },
            wrong: { tape in
                tape.choose("A")
                tape.callback(.navigateToUrlUseSVC, ("url", "http://x/"), ("useSVC", false))
            }),
        Breach(
            "asked-before-told", "AE-PRE-004",
            right: { tape in
                tape.call(.checkPreauthorizedResources, ("resources", ["news"]))
                tape.request(.preauthorize, at: "sp1")
                tape.callback(.preauthorizedResources, ("resources", ["news"]))
            },
            wrong: { tape in
                tape.call(.checkPreauthorizedResources, ("resources", ["news"]))
                tape.callback(.preauthorizedResources, ("resources", ["news"]))
            }),
        // What is authorized may be told as preauthorized.
        Breach(
            "asked-before-told", "AE-PRE-004",
            right: { tape in
                tape.call(.checkPreauthorizedResources, ("resources", ["news"]))
                tape.request(.authorize, at: "sp1")
                tape.callback(.preauthorizedResources, ("resources", ["news"]))
            },
            wrong: { tape in
                tape.call(.checkPreauthorizedResources, ("resources", ["news"]))
                tape.request(.session, at: "sp1")
                tape.callback(.preauthorizedResources, ("resources", ["news"]))
            }),
        Breach(
            "asked-before-told", "AE-REQ-006",
            right: { tape in
                tape.open()
                tape.configure()
            },
            wrong: { tape in
                tape.open()
                tape.setRequestor(["sp1"])
                tape.complete()
            }),
        Breach(
            "provider-not-selected", "AE-STAT-006",
            right: { tape in
                tape.choose(nil)
                tape.authenticationStatus(0, "Provider Not Selected Error")
            },
            wrong: { tape in
                tape.choose("A")
                tape.authenticationStatus(0, "Provider Not Selected Error")
            }),
        Breach(
            "requestor-completes-once", "AE-REQ-010",
            right: { $0.configure("sp2") },
            wrong: { $0.complete() }),
        Breach(
            "preauthorize-answers-once", "AE-PRE-018",
            right: { tape in
                tape.call(.preauthorize)
                tape.callback(.onFailure, ("failure", [:]))
                tape.call(.preauthorize)
                tape.callback(.onResponse, ("response", [:]))
            },
            wrong: { tape in
                tape.call(.preauthorize)
                tape.callback(.onFailure, ("failure", [:]))
                tape.callback(.onResponse, ("response", [:]))
            }),
        Breach(
            "nothing-before-configuration", "AE-Q-002",
            right: { $0.request(.authorize, at: "sp1", ["mso_id": Tape.value("A")]) },
            wrong: { tape in
                tape.open()
                tape.request(.authorize, at: "sp1", ["mso_id": Tape.value("A")])
            }),
        // Only an extension says that these wait.
        Breach(
            "nothing-before-configuration", "AE-Q-006",
            right: { $0.request(.preauthorize, at: "sp1") },
            wrong: { tape in
                tape.open()
                tape.request(.preauthorize, at: "sp1")
            }),
        Breach(
            "routing", "AE-SP-008", "AE-SP-009",
            right: { tape in
                tape.probeBinding("B", at: "sp1")
                tape.request(.authorize, at: "sp1", ["mso_id": Tape.value("B")])
            },
            wrong: { tape in
                tape.probeBinding("B", at: "sp1")
                tape.request(.authorize, at: "sp2", ["mso_id": Tape.value("B")])
            }),
        Breach(
            "routing", "AE-SP-008",
            right: { tape in
                tape.choose("B")
                tape.navigate("B", to: "sp1")
                tape.request(.session, at: "sp1")
                tape.authenticationStatus(1)
                tape.request(.preauthorize, at: "sp1")
            },
            wrong: { tape in
                tape.choose("B")
                tape.navigate("B", to: "sp1")
                tape.request(.session, at: "sp1")
                tape.authenticationStatus(1)
                tape.request(.preauthorize, at: "sp2")
            }),
        Breach(
            "routing", "AE-SP-008",
            right: { tape in
                tape.choose("B")
                tape.navigate("B", to: "sp1", code: "K7")
                tape.choose(nil)
                tape.authenticationStatus(0, "Provider Not Selected Error")
                tape.probeBinding("A", at: "sp1")
                tape.choose("A")
                tape.request(.session, at: "sp1", ["reg_code": "K7"])
                tape.request(.session, at: "sp1", ["reg_code": "K8"])
            },
            wrong: { tape in
                tape.choose("B")
                tape.navigate("B", to: "sp1", code: "K7")
                tape.request(.registrationCode, at: "sp1")
                tape.choose(nil)
                tape.authenticationStatus(0, "Provider Not Selected Error")
                tape.request(.session, at: "sp2", ["reg_code": "K7"])
            }),
        Breach(
            "no-crosstalk",
            right: { $0.request(.metadata, at: "sp1", ["resource_id": "news-\(Tape.mark)"]) },
            wrong: { $0.request(.metadata, at: "sp1", ["crossed": "s2"]) }),
        Breach(
            "no-crosstalk",
            right: { tape in
                tape.call(.getAuthorization, ("resource", "news-xabcdefn1x"))
                tape.callback(.setToken, ("token", "sha256:1"), ("resource", "news-xabcdefn1x"))
            },
            wrong: { tape in
                tape.call(.getAuthorization, ("resource", "news-xabcdefn1x"))
                tape.callback(.setToken, ("token", "for news-xabcdefn2x"), ("resource", "news-xabcdefn1x"))
            }),
        Breach(
            "silence-after-close",
            right: { tape in
                tape.call(.checkAuthentication)
                tape.authenticationStatus(1)
                tape.add(.sessionClosed)
            },
            wrong: { tape in
                tape.call(.checkAuthentication)
                tape.add(.sessionClosed)
                tape.authenticationStatus(1)
            }),
        Breach(
            "calls-return", "AE-Q-009",
            right: { tape in
                tape.call(.checkAuthentication)
                tape.add(.sessionClosed)
            },
            wrong: { tape in
                tape.call(.checkAuthentication, returns: false)
                tape.add(.sessionClosed)
            }),
        Breach(
            "calls-return", "AE-Q-001",
            right: { $0.call(.checkAuthentication) },
            wrong: { tape in
                tape.call(.checkAuthentication, returns: false)
                tape.add(.callThrew(number: 1, message: "not ready"))
            }),
        // Two logins may end at a page each.
        Breach(
            "one-navigation", "AE-NAV-006",
            right: { tape in
                tape.call(.logout)
                tape.navigate("A", to: "sp1")
                tape.call(.checkAuthentication)
                tape.call(.handleExternalURL, ("url", "adobepass://ios.app"))
                tape.navigate("B", to: "sp1")
            },
            wrong: { tape in
                tape.call(.logout)
                tape.navigate("A", to: "sp1")
                tape.call(.checkAuthentication)
                tape.navigate("B", to: "sp1")
            }),
        Breach(
            "one-navigation", "AE-NAV-006",
            right: { tape in
                tape.call(.getAuthentication)
                tape.picker(("A", "sp1"))
                tape.choose("A")
                tape.navigate("A", to: "sp1")
                tape.call(.logout)
                tape.navigate("A", to: "sp1")
            },
            wrong: { tape in
                tape.call(.getAuthentication)
                tape.picker(("A", "sp1"))
                tape.choose("A")
                tape.navigate("A", to: "sp1")
                tape.navigate("A", to: "sp1")
            }),
        Breach(
            "secure-pages", "AE-NAV-003",
            right: { tape in
                tape.choose("A")
                tape.callback(.navigateToUrl, ("url", "http://sp1.example/"))
                tape.call(.setRequestorServiceProviders, ("requestorID", "r"), ("urls", ["https://sp1.example"]))
                tape.choose("A")
                tape.callback(.navigateToUrl, ("url", "HTTPS://sp1.example/"))
            },
            wrong: { tape in
                tape.call(.setRequestorServiceProviders, ("requestorID", "r"), ("urls", ["https://sp1.example"]))
                tape.choose("A")
                tape.callback(.navigateToUrl, ("url", "http://sp1.example/"))
            }),
        Breach(
            "resource-echo", "AE-TOK-002",
            right: { tape in
                tape.call(.getAuthorization, ("resource", "news"))
                tape.callback(.setToken, ("token", "sha256:1"), ("resource", "news"))
            },
            wrong: { tape in
                tape.call(.getAuthorization, ("resource", "news"))
                tape.callback(.setToken, ("token", "sha256:1"), ("resource", "sports"))
            }),
        // The same letter in two forms.
        Breach(
            "resource-echo", "AE-TOK-002",
            right: { tape in
                tape.call(.getAuthorization, ("resource", "caf\u{e9}"))
                tape.callback(.setToken, ("token", "sha256:1"), ("resource", "caf\u{e9}"))
            },
            wrong: { tape in
                tape.call(.getAuthorization, ("resource", "caf\u{e9}"))
                tape.callback(.setToken, ("token", "sha256:1"), ("resource", "cafe\u{301}"))
            }),
        Breach(
            "resource-echo", "AE-FAIL-002",
            right: { tape in
                tape.call(.checkAuthorization, ("resource", "news"))
                tape.refuse("news")
            },
            wrong: { tape in
                tape.call(.checkAuthorization, ("resource", "news"))
                tape.refuse("sports")
            }),
        Breach(
            "fresh-media-tokens", "AE-TOK-005",
            right: { tape in
                tape.call(.getAuthorization, ("resource", "news"))
                tape.callback(.setToken, ("token", "sha256:1"), ("resource", "news"))
                tape.callback(.setToken, ("token", "sha256:2"), ("resource", "news"))
                // A service that hands out the same token twice is no fault of a port that asked twice.
                for _ in 0..<2 {
                    tape.see(.reply, "3")
                    tape.callback(.setToken, ("token", "sha256:3"), ("resource", "news"))
                    tape.see(.callback, "3")
                }
            },
            wrong: { tape in
                tape.call(.getAuthorization, ("resource", "news"))
                tape.see(.reply, "1")
                for _ in 0..<2 {
                    tape.callback(.setToken, ("token", "sha256:1"), ("resource", "news"))
                    tape.see(.callback, "1")
                }
            }),
        Breach(
            "sound-tokens", "AE-TOK-001", "AE-XML-010",
            right: { tape in
                tape.see(.reply, "1")
                tape.see(.callback, "1")
            },
            wrong: { tape in
                tape.see(.reply, "1")
                tape.see(.callback, "2", error: "AE-XML-010")
            }),
        Breach(
            "sound-tokens", "AE-TOK-001",
            right: { $0.see(.reply, "1") },
            wrong: { $0.see(.callback, "1") }),
        Breach(
            "sound-tokens", "AE-XML-021", "AE-TOK-001",
            right: { $0.see(.reply, "1", .authorization) },
            wrong: { tape in
                tape.see(.reply, "1", .authorization)
                tape.see(.callback, "1", .authorization)
            }),
        Breach(
            "sound-tokens", "AE-XML-019", "AE-STO-008",
            right: { tape in
                tape.see(.reply, "1", remaining: 60_000)
                tape.see(.callback, "1", remaining: -1_000)
            },
            wrong: { tape in
                tape.see(.reply, "1", remaining: 60_000)
                tape.see(.callback, "1", remaining: -3_000)
            }),
        Breach(
            "sound-tokens", "AE-XML-013", "AE-TOK-002",
            right: { $0.deliver("news", tokenOf: "news") },
            wrong: { $0.deliver("news", tokenOf: "sport") }),
        Breach(
            "sound-tokens", "AE-STO-001", "AE-XML-008",
            right: { tape in
                tape.see(.reply, "1", .authentication, error: "AE-XML-008")
                tape.see(.request, "1", .authentication, error: "AE-XML-008")
            },
            wrong: { $0.see(.request, "1", .authentication, error: "AE-XML-008") }),
        Breach(
            "sound-tokens", "AE-STO-001", "AE-STO-026", "AE-XML-019",
            right: { tape in
                tape.see(.request, "1", .authorization, remaining: 5, asked: .mediaToken)
                tape.see(.request, "1", .authorization, remaining: -5_000, asked: .logout)
            },
            wrong: { $0.see(.request, "1", .authorization, remaining: -5_000, asked: .mediaToken) }),
        Breach(
            "sound-tokens", "AE-DEV-003", "AE-DEV-008",
            right: { tape in
                tape.see(.request, "1", .authentication, isOfDevice: true)
                // A service provider may answer with a token for another device: then the port need not know better.
                tape.see(.reply, "2", .authentication, isOfDevice: false)
                tape.see(.request, "2", .authentication, isOfDevice: false)
            },
            wrong: { $0.see(.request, "1", .authentication, isOfDevice: false) }),
    ]
}

extension Tape {
    fileprivate mutating func track(_ event: Value, _ data: Value) {
        callback(.sendTrackingData, ("data", data), ("event", event))
    }

    fileprivate mutating func refuse(_ resource: Value) {
        callback(
            .tokenRequestFailed, ("resource", resource), ("code", "User Not Authorized Error"), ("description", ""))
    }
}
