import AccessEnablerAPI
import Documents

/// Reads what concerns the device's TV provider account.
struct PlatformReader {
    /// The MVPDs of the case.
    let mvpds: [String]

    func fixture(_ reader: NodeReader) -> PlatformFixture? {
        reader.mapping { mapping in
            PlatformFixture(
                access: mapping.optional("access")?.oneOf(AccountAccess.self, what: "access to the account"),
                signedIn: mapping.optional("signed-in").flatMap { signedIn($0) },
                isFailing: mapping.optional("failing")?.bool())
        }
    }

    private func signedIn(_ reader: NodeReader) -> PlatformFixture.SignedIn? {
        if case .scalar(let scalar) = reader.node.content, scalar.isNull { return .nobody }
        return reader.oneOf(mvpds, what: "MVPD").map(PlatformFixture.SignedIn.with)
    }

    func pick(_ reader: NodeReader) -> PlatformPick? {
        reader.oneOf(mvpds + PlatformPick.words, what: "choice in the picker")
            .map { PlatformPick(word: $0) ?? .mvpd($0) }
    }
}
