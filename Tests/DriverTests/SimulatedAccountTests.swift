import AccessEnablerAPI
import Driver
import Encodings
import Evidence
import Testing

@Suite struct SimulatedAccountTests {
    private let tape = Tape()

    private func account(_ change: (inout AccountDevice) -> Void = { _ in }) -> SimulatedAccount {
        var device = AccountDevice(partners: ["S"], user: "user-1")
        change(&device)
        return SimulatedAccount(device, recorder: tape.recorder, session: SessionID("s1"))
    }

    /// What the account tells of a request, as far as its end.
    private func news(of account: SimulatedAccount, _ request: AccountRequest) async -> [AccountNews] {
        let (stream, feed) = AsyncStream.makeStream(of: AccountNews.self)
        account.request(request) { news in
            feed.yield(news)
            if news.isLast { feed.finish() }
            if case .presents = news { #expect(account.choose(.provider("S")) == nil) }
        }
        return await stream.reduce(into: []) { $0.append($1) }
    }

    @Test func aPersonChoosesInThePickerAndIsSignedInFromThenOn() async throws {
        let account = account()
        let told = await news(of: account, AccountRequest(providers: ["P", "S"]))
        let dialog = Value.reference("picker-0")
        #expect(told == [.presents(dialog), .dismisses(dialog), .account(AccountMetadata(provider: "S"))])
        let silent = AccountRequest(providers: ["S"], mayAskUser: false, profileRequest: #"<x ID="_7"/>"#)
        let answers = await news(of: account, silent)
        guard case .account(let metadata) = answers.last else { throw AccountFailure(.notSignedIn) }
        #expect(answers.count == 1 && metadata.response != nil)
    }

    /// REST API v2 hands the SAML request over in Base64.
    @Test(arguments: [#"<x ID="_7"/>"#, Base64.encode(Array(#"<x ID="_7"/>"#.utf8))])
    func theProviderAnswersTheRequestInEitherForm(_ question: String) async throws {
        let account = account { $0.signedIn = "S" }
        let answers = await news(of: account, AccountRequest(providers: ["S"], profileRequest: question))
        guard case .account(let metadata) = answers.last else { throw AccountFailure(.notSignedIn) }
        let response = try #require(metadata.response.flatMap { Base64.decode($0) })
        #expect(String(decoding: response, as: UTF8.self).contains(#"InResponseTo="_7""#))
    }

    @Test func theNameOfAUserIsTextInTheAnswer() async throws {
        let account = account { ($0.signedIn, $0.user) = ("S", "Tom & <b>") }
        let answers = await news(of: account, AccountRequest(providers: ["S"], profileRequest: #"<x ID="_7"/>"#))
        guard case .account(let metadata) = answers.last else { throw AccountFailure(.notSignedIn) }
        let response = try #require(metadata.response.flatMap { Base64.decode($0) })
        #expect(String(decoding: response, as: UTF8.self).contains("<saml:NameID>Tom &amp; &lt;b&gt;</saml:NameID>"))
    }

    @Test func whatCannotBeChosenIsSaid() {
        let account = account()
        #expect(account.choose(.cancel) == "the platform shows no picker")
        account.request(AccountRequest(providers: ["P"])) { _ in }
        #expect(account.choose(.provider("S")) == "the picker does not offer S, but P")
    }

    @Test(arguments: [AccountAccess.denied, .undetermined])
    func withoutAccessNothingIsTold(_ access: AccountAccess) async {
        let account = account { $0.access = access }
        #expect(
            await news(of: account, AccountRequest(providers: ["S"])) == [.failed(AccountFailure(.accessNotGranted))])
    }

    @Test func whoMayNotBeAskedIsNotAsked() async {
        let account = account()
        let told = await news(of: account, AccountRequest(providers: ["S"], mayAskUser: false))
        #expect(told == [.failed(AccountFailure(.notSignedIn))])
        account.change { $0.isFailing = true }
        let failed = await news(of: account, AccountRequest(providers: ["S"]))
        #expect(failed == [.failed(AccountFailure(.serviceTemporarilyUnavailable))])
    }

    @Test func questionsAndAnswersAreRecordedInOrderAndTheProvidersWordIsNot() async {
        let account = account { $0.signedIn = "S" }
        _ = await news(of: account, AccountRequest(providers: ["S"], profileRequest: #"<x ID="_7"/>"#))
        let kinds = tape.events.compactMap { if case .platform(let event) = $0 { event.kind } else { nil } }
        #expect(kinds == [.asksAccount, .answers])
        #expect(!"\(tape.events)".contains("user-1"))
    }
}
