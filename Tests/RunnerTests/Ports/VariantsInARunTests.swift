import AccessEnabler
import AccessEnablerAPI
import Checkers
import Driver
import Evidence
import Glibc
import Specification
import Testing
import Variants

@testable import assay

extension WholeRuns {
    /// Some ports that are right and different against the smoke set; ASSAY_SEED chooses others.
    @Suite struct VariantsInARunTests {
        /// Printed where it fails; `assay strength --variants --seed` does not choose the same.
        static let seed = unsafe getenv("ASSAY_SEED").flatMap { unsafe UInt64(String(cString: $0)) } ?? 1
        static let chosen =
            Variant.some(2, of: quick, seed: seed).map(\.id) + Variant.pairs(1, of: quick, seed: seed).map(\.id)
        private static let quick = Variant.all.filter { !$0.isSlow && !$0.isCoreOnly }

        @Test(arguments: chosen) func aRightPortFailsNothing(id: String) async throws {
            let variant = try #require(Variant.named(id))
            try await expectNoFailure("variant \(id)") { recorder in
                InProcessImplementation(port: variant.port(over: try CurlNetwork()), recorder: recorder)
            }
        }

        /// The port in Python has ways of its own to be right and different.
        @Test func rightPortsOfAnotherHandFailNothing() async throws {
            let command = Self.python + ["{}"]
            let known = try await ForeignVariants(.program(text: "", command: command)).known()
            #expect(known.count * 2 >= Variant.all.count)
            for variant in Variant.some(2, of: known.filter { !$0.isSlow && !$0.isCoreOnly }, seed: Self.seed) {
                try await expectNoFailure("python --variant \(variant.id)") { recorder in
                    try await ProcessImplementation.start(Self.python + [variant.id], recorder)
                }
            }
        }

        private static let python = [
            "python3", "-B", Workbench.packageFolder + "/Examples/python/adapter.py", "--variant",
        ]

        /// A second picker, where the reference ends the login and the port in Python shows the application's own picker.
        @Test(arguments: [("picker-twice", "picker-is-cancelled")])
        func whatARightPortOfAnotherHandFailedOnceItKeeps(id: String, contract: String) async throws {
            let bench = try Workbench()
            let verdicts = try await bench.run(bench.cases { $0.contractID == contract }) { recorder in
                try await ProcessImplementation.start(Self.python + [id], recorder)
            }
            #expect(verdicts.map(\.outcome) == [.pass], "\(verdicts.flatMap(\.findings).map(\.message))")
        }

        private func expectNoFailure(
            _ name: String, _ make: @Sendable (Recorder) async throws -> any Implementation
        ) async throws {
            let bench = try Workbench()
            let folder = try SpecFolder.readSound(Workbench.packageFolder + "/Specs")
            let cases = try SmokeCases.chosen(bench.cases(), of: folder)
            for platform in Platform.allCases {
                let verdicts = try await bench.run(cases, platform: platform, make)
                for verdict in Consistency(bench.specifications.register).applied(to: verdicts) {
                    #expect(
                        ![.fail, .crash].contains(verdict.outcome),
                        "\(name), seed \(Self.seed), \(verdict.caseID): \(verdict.findings.map(\.message))")
                }
            }
        }

        /// What each failed once: by a poll between two steps, by a second picker that crossed the choice, by a
        /// request that was tried again, by one decision that takes two requests, by what comes after everything else, by
        /// what the documents leave open and a contract took for granted.
        @Test(arguments: [
            ("picker-twice", "cancel-at-the-picker"), ("picker-twice", "dialog-after-logout"),
            ("picker-twice", "authentication-asked-twice"), ("retries-after-a-while", "preauthorize-server-error"),
            ("session-twice", "switching-mvpd"), ("clientless-calls", "access-token-is-renewed"),
            ("clientless-authorization", "metadata-with-authorization"),
            ("polls-by-checkauthn", "second-screen-cancelled"),
            ("writes-schemes-in-small-letters", "safari-by-the-application"),
            ("statuses-after-200-ms", "wrong-clock-report"), ("statuses-after-200-ms", "second-screen-without-code"),
            ("tracks-after-200-ms", "odd-names"),
            ("device-information-in-fields+polls-the-registration", "options-together"),
            ("keeps-the-local-token", "renewed-elsewhere"), ("skips-the-picker", "forced-authentication"),
            ("skips-the-picker", "switching-mvpd"), ("skips-the-picker", "expired-login"),
            ("asks-who-is-logged-in", "check-authorization-unauthenticated"),
            ("asks-who-is-logged-in", "get-authorization-cancelled-at-the-picker"),
            ("asks-who-is-logged-in", "options-at-any-time"),
            ("logout-page-for-nobody", "other-calls-before-configuration"),
            ("absent-metadata-has-words", "metadata-after-logout"),
        ])
        func whatARightPortFailedOnceItKeeps(id: String, contract: String) async throws {
            let variant = try #require(Variant.named(id))
            let bench = try Workbench()
            let cases = bench.cases { $0.contractID == contract }
            try #require(!cases.isEmpty)
            for platform in Platform.allCases {
                let verdicts = try await bench.run(cases, platform: platform) { recorder in
                    InProcessImplementation(port: variant.port(over: try CurlNetwork()), recorder: recorder)
                }
                for verdict in verdicts where verdict.outcome != .notApplicable {
                    #expect(verdict.outcome == .pass, "\(verdict.caseID): \(verdict.findings.map(\.message))")
                }
            }
        }

        /// The same port shows either reading, as long as it waits for the rest: neither is a matter of the suite's pace.
        @Test(arguments: [
            (Duration.zero, "complete before all have answered"), (.seconds(60), "complete when all have answered"),
        ])
        func theMomentOfCompletionIsReadAsItWas(grace: Duration, reading: String) async throws {
            let bench = try Workbench()
            let verdicts = try await bench.run(bench.cases { $0.contractID == "completion-moment" }) { recorder in
                var limits = TimeLimits.underTest
                limits.configurationGrace = grace
                return InProcessImplementation(port: try ReferencePort(limits: limits), recorder: recorder)
            }
            #expect(verdicts.map(\.reading) == [reading])
        }
    }
}
