package import Documents
package import Evidence

/// A verdict in a word with a mark and a colour.
package struct Badge: Sendable, Hashable {
    package enum Tone: String, Sendable, Hashable {
        case pass, fail, crash, open, aside
    }

    package var tone: Tone
    /// One character that tells the tones apart without colour.
    package var sign: String
    package var word: String

    package init(_ tone: Tone, sign: String, word: String) {
        self.tone = tone
        self.sign = sign
        self.word = word
    }

    /// - Parameter word: where it is not the outcome's own.
    package init(_ outcome: Outcome, word: String? = nil) {
        self.init(outcome.tone, sign: outcome.sign, word: word ?? outcome.rawValue)
    }

    package var html: HTML {
        "<span class=\"badge \(tone.rawValue)\"><span class=\"sign\" aria-hidden=\"true\">\(sign)</span>\(word)</span>"
    }
}

extension Outcome {
    var tone: Badge.Tone {
        switch self {
        case .pass: .pass
        case .fail: .fail
        case .crash: .crash
        case .warn, .inconclusive, .expectedFail: .open
        case .notTestable, .notApplicable: .aside
        }
    }

    var sign: String {
        switch self {
        case .pass: "✓"
        case .warn: "△"
        case .fail: "✗"
        case .crash: "!"
        case .inconclusive: "?"
        case .notTestable: "○"
        case .notApplicable: "–"
        case .expectedFail: "≈"
        }
    }

    /// Where colour and sign have to be one character.
    var emoji: String {
        switch self {
        case .pass: "✅"
        case .fail, .crash: "❌"
        default: "⚠️"
        }
    }
}

extension ExitCode {
    /// The outcome that has its colour and its sign.
    var shownAs: Outcome {
        switch self {
        case .conformant: .pass
        case .failed: .fail
        case .suite: .crash
        default: .inconclusive
        }
    }
}
