import AccessEnablerAPI
import Backend
import Cryptography
import Encodings
import Evidence
import Testing
import Timing
import Tokens

/// Tokens are validated where they pass by, and what is said of them holds no secret.
@Suite struct TokenObserverTests {
    private static let key = Result { try PrivateKey.generate(bits: 1_024) }
    private static let guid = "0123456789abcdef0123456789abcdef"

    private let key: PrivateKey
    private let observer: TokenObserver

    init() throws {
        key = try Self.key.get()
        observer = TokenObserver(key: key.publicKey)
    }

    private func delivered(_ token: String) throws -> TokenSighting {
        let message = Message(.setToken, [.init("token", .string(token)), .init("resource", "News")])
        let event = try #require(observer.sighting(in: .callback(CallbackEvent(number: 0, message: message))))
        guard case .tokenSeen(let sighting) = event else { throw Unexpected() }
        return sighting
    }

    private struct Unexpected: Error {}

    private var media: MediaToken {
        MediaToken(sessionGUID: Self.guid, requestor: "R", resource: "News", issued: .now(), mvpd: "A")
    }

    private func signed(_ payload: String) -> String {
        "<signatureInfo>\(Base64.encode(key.sign(Array(payload.utf8))))<signatureInfo>\(payload)"
    }

    @Test func aGoodTokenIsTold() throws {
        let token = media.issue(signedBy: key)
        let sighting = try delivered(token)
        #expect(sighting.result == "VALID_TOKEN" && sighting.remarks.isEmpty && sighting.kind == .media)
        #expect(sighting.requestor == "R" && sighting.resource == "News" && sighting.mvpd == "A")
        #expect(sighting.digest == Redactor.digest(of: token) && sighting.guid == Redactor.digest(of: Self.guid))
        #expect((sighting.remaining ?? 0) > 400_000)
        #expect(!"\(sighting)".contains(Self.guid))
    }

    @Test func whatIsWrappedAroundItMakesNoOtherToken() throws {
        let token = media.issue(signedBy: key)
        for text in [token + "\n", Base64.encode(Array(token.utf8))] {
            #expect(try delivered(text).digest == Redactor.digest(of: token))
        }
    }

    /// Tokens of the field may have more elements than anybody documents.
    @Test func anUnknownElementIsAnExtensionAndNoError() throws {
        let sighting = try delivered(
            signed(media.payload.replacing("</authToken>", with: "<more>1</more></authToken>")))
        #expect(sighting.result == "VALID_TOKEN" && sighting.errors.isEmpty)
        #expect(sighting.remarks.map(\.severity) == [.extension])
        #expect(sighting.remarks.map(\.path) == ["/authToken/more"])
    }

    @Test func anAlteredTokenHasItsErrors() throws {
        let altered = media.issue(signedBy: key).replacing("<ttl>420000", with: "<ttl>7 minutes")
        let sighting = try delivered(altered)
        #expect(sighting.result == "INVALID_TOKEN_FORMAT")
        #expect(sighting.errors.map(\.statement) == ["AE-XML-010", "AE-TOK-007"])
    }

    @Test func anotherKindOfTokenIsTold() throws {
        let token = AuthorizationToken(
            requestor: "R", resource: "News", expires: .now(), mvpd: "A",
            fingerprint: Hex.encode(Digest.sha1([])))
        let sighting = try delivered(token.issue(signedBy: key))
        #expect(sighting.kind == .authorization && sighting.result == "INVALID_TOKEN_KIND")
        #expect(try delivered("<simpleAuthorizationToken/>").kind == .authorization)
    }

    @Test func aTokenIsSeenInAnyCallback() throws {
        let token = media.issue(signedBy: key)
        for text in [token, Base64.encode(Array(token.utf8))] {
            let data = Message.Argument("data", .array(["x", .string(text)]))
            let message = Message(.sendTrackingData, [data, .init("event", "e")])
            let event = try #require(observer.sighting(in: .callback(CallbackEvent(number: 0, message: message))))
            guard case .tokenSeen(let sighting) = event else { throw Unexpected() }
            #expect(sighting.digest == Redactor.digest(of: token) && sighting.result == "VALID_TOKEN")
        }
    }

    @Test func aTokenIsSeenInAnyParameter() throws {
        let bench = try Bench(serving: .sample())
        var client = Client(bench.backend.baseURLs[0])
        let authentication = try client.logIn()
        _ = try client.call(
            "/adobe-services/authorize", [("resource_id", "News"), ("campaign", authentication + "x")])
        let seen = bench.log.all.compactMap { observation -> TokenSighting? in
            if case .tokenSeen(let sighting) = observation.event { sighting } else { nil }
        }
        #expect(seen.last?.place == .request && seen.last?.result == "INVALID_TOKEN_FORMAT")
    }

    @Test func otherEventsShowNoToken() {
        let empty = Message(.setToken, [.init("token", ""), .init("resource", "News")])
        #expect(observer.sighting(in: .callback(CallbackEvent(number: 0, message: empty))) == nil)
        #expect(observer.sighting(in: .note("x")) == nil)
    }

    @Test func everyTokenOfALoginIsSeenOnTheWire() throws {
        let bench = try Bench(serving: .sample())
        var client = Client(bench.backend.baseURLs[0])
        let authentication = try client.logIn()
        let authorized = try client.call(
            "/adobe-services/authorize", [("resource_id", "News"), ("authentication_token", authentication)])
        let authorization = try text(of: "authzToken", in: authorized)
        let media = try client.call("/adobe-services/shortAuthorize", [("authz_token", authorization)])
        _ = try client.call("/adobe-services/shortAuthorize", [("authz_token", authorization + "x")])
        let seen = bench.log.all.compactMap { observation -> TokenSighting? in
            if case .tokenSeen(let sighting) = observation.event { sighting } else { nil }
        }
        let places: [TokenSighting.Place] = [.reply, .request, .reply, .request, .reply, .request]
        #expect(seen.map(\.place) == places)
        let tokens = [authentication, authentication, authorization, authorization, media.text]
        #expect(seen.prefix(5).map(\.digest) == tokens.map { Redactor.digest(of: $0) })
        #expect(seen.prefix(5).allSatisfy { $0.result == "VALID_TOKEN" && $0.exchange != nil && !$0.isFaulty })
        #expect(seen.prefix(4).allSatisfy { $0.isOfDevice == true })
        #expect(seen.last?.result == "INVALID_TOKEN_FORMAT")
    }
}
