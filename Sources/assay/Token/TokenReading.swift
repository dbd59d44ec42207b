import Cryptography
import Documents
import Evidence
import Tokens

/// Validates token after token, and knows how it went.
struct TokenReading {
    let key: PublicKey?
    let expectations: TokenExpectations
    private(set) var tally = TokenTally()
    private(set) var couldReadAll = true
    private let validator = TokenValidator()

    /// Hands over each token with its report; what cannot be read is told to `complain`.
    mutating func read(
        _ inputs: TokenInputs, _ take: (TokenInput, TokenReport, TokenTally) -> Void, complain: (FileError) -> Void
    ) {
        inputs.read { input in
            let report =
                switch input.content {
                case .bytes(let bytes): validator.validate(bytes, key: key, expecting: expectations)
                case .tooLarge(let count): TokenReport(tooLarge: count)
                }
            tally.take(report.result)
            take(input, report, tally)
        } complain: { error in
            couldReadAll = false
            complain(error)
        }
    }

    /// Nothing read is nothing verified, and must not look good.
    var exitCode: ExitCode {
        guard couldReadAll, tally.total > 0 else { return .usage }
        return tally.bad == 0 ? .conformant : .failed
    }
}
