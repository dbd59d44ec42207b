import Evidence
import Runner
import Testing
import Timing

/// What ports write is kept without the secrets in it.
@Suite struct RedactionTests {
    @Test(arguments: [
        "GET /config?access_token=abc.def.ghi1&x=1",
        "Authorization: Bearer q1w2e3r4",
        #"{"client_secret": "hunter-2-hunter"}"#,
        #"{\"authnToken\":\"short-but-told\"}"#,
        "<authnToken>&lt;simpleSamlNameID&gt;TkFNRUlE&lt;/simpleSamlNameID&gt;</authnToken>",
        "signed_requestor_id: AAAAB3NzaC1yc2EAAAADAQABAAAB",
        "unknown key dGhpcyBpcyBhIHZlcnkgbG9uZyBzZWNyZXQgMTIzNDU2Nzg5MA== at the end",
        "sfp 00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff",
        "the line {\"params\":{\"token\":\"x1y2z3w4\"}}",
    ])
    func aSecretIsReplacedByItsHash(text: String) {
        let redacted = Redaction.redacted(text: text)
        #expect(redacted.contains("sha256:"))
        for secret in [
            "abc.def.ghi1", "q1w2e3r4", "hunter-2", "short-but-told", "TkFNRUlE", "AAAAB3", "dGhpcyBp", "0011223344",
            "x1y2z3w4",
        ] {
            #expect(!redacted.contains(secret))
        }
        #expect(Redaction.redacted(text: redacted) == redacted)
    }

    @Test(arguments: [
        "exited with status 7",
        "Traceback: File \"/usr/lib/python3/dist-packages/some/where/deep/in/here/module_2.py\", line 14",
        "java.lang.IllegalStateException: the token: expired",
        "did not answer a ping within 10.0 seconds",
        "answered 'session/call' with error -32603, no token in AccessEnabler.handleExternalURL",
        "Grüße 😀 an alle",
    ])
    func whatIsNoSecretStaysAsItIs(text: String) {
        #expect(Redaction.redacted(text: text) == text)
    }

    @Test func everyEventThatQuotesThePortIsRedacted() {
        let text = "access_token=abcdef123"
        let events: [Event] = [
            .portEnded(reason: text), .portOutput(stream: "stderr", line: text), .callThrew(number: 0, message: text),
            .note(text), .stepFailed(0, StepFailure(.portGone, text)),
        ]
        for event in events {
            let observation = Observation(sequence: 0, time: .now(), session: .none, event: event)
            let redacted = Redaction.redacted(observation).event
            #expect(!"\(redacted)".contains("abcdef123"))
        }
    }
}
