internal import Cryptography
internal import Encodings
internal import Tokens

/// What tokens cost that are not good, over those that are, with their signatures checked: whoever sends bad ones must not be
/// able to keep the machine busier than others do.
enum BadTokens {
    private static let kinds: [(name: String, change: @Sendable (String) -> String)] = [
        ("good", { $0 }),
        ("another life span", { $0.replacing("<ttl>420000<", with: "<ttl>7 minutes<") }),
        ("an attribute", { $0.replacing("<ttl>", with: "<ttl unit=\"ms\">") }),
        ("an element too few", { $0.replacing("<ttl>420000</ttl>", with: "") }),
        ("an element too many", { $0.replacing("<ttl>", with: "<other>1</other><ttl>") }),
        ("a comment", { $0.replacing("<ttl>", with: "<!-- --><ttl>") }),
        ("another root", { $0.replacing("authToken>", with: "token>") }),
        ("no XML", { $0.replacing("</ttl>", with: "") }),
    ]

    /// The time of each kind, as a multiple of that of good ones.
    static func measure(seconds: Int) throws -> [(name: String, time: Double)] {
        let key = try PrivateKey.generate(bits: 2_048)
        let publicKey = key.publicKey
        var good = 0.0
        return kinds.map { kind in
            // No two values are alike that the schema has to be asked about.
            let tokens = (0..<1_500).map { number in
                let time = "\(10 + number / 360 % 10):\(10 + number / 36 % 10):\(10 + number % 36)"
                let payload = kind.change(
                    "<authToken><sessionGUID>\(number)</sessionGUID><requestorID>REF30</requestorID><resourceID>News \(number)"
                        + "</resourceID><ttl>420000</ttl><issueTime>2026-01-01 \(time) +0000</issueTime><mvpdId>A</mvpdId></authToken>"
                )
                let signature = Base64.encode(key.sign(Array(payload.utf8)))
                return Array("<signatureInfo>\(signature)<signatureInfo>\(payload)".utf8)
            }
            let rate = Measurement.rate(seconds: seconds, threads: 1) {
                let validator = TokenValidator()
                return {
                    for token in tokens {
                        let report = validator.validate(token, key: publicKey)
                        precondition(report.isValid || kind.name != "good")
                    }
                    return tokens.count
                }
            }.processor
            if kind.name == "good" { good = rate }
            return (kind.name, good / rate)
        }
    }
}
