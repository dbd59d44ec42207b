/// A rule that the answers of service providers keep.
///
/// Where the documents say nothing, no rule speaks: a member that nobody documents is no mistake, nor is a body that was not kept.
struct ProviderRule: Sendable {
    let id: String
    let title: String
    /// What the documents have, in words.
    let expectation: String
    /// Of service-protocol.md; nil: that of the call.
    var section: String?
    /// The statements that say the same.
    var statements: [String] = []
    /// What is wrong with an answer; nil where the rule does not speak of it.
    let review: @Sendable (ProviderAnswer) -> [String]?

    static let all: [ProviderRule] = [
        documentedStatuses, redirects, readableDocuments, mediaTypes,
        configurations, listedRequestor, registrations, registrationErrors, accessTokens, devices, registrationCodes,
        nativeAnswers, clientlessAnswers, clientlessErrors,
        sessions, profiles, decisions, logouts, enhancedErrors,
        soundTokens, tokensOfTheDevice, tokensOfTheRequestor, tokensOfTheMVPD, tokensOfTheResource, mediaTokens,
    ]
}
