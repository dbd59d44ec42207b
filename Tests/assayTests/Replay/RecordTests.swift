import Documents
import POSIX
import Testing
import TestThreads

/// What clients and real service providers say to each other, as `assay record` keeps it; `assay serve` stands in for them.
@Suite(.mayBlock, .enabled(if: Folder.exists("/usr/bin/curl"), "curl is not installed"))
struct RecordTests {
    /// Asks as a client does that has an access token, and one that has none; then signs in and watches.
    private static let client = """
        web -d '{"software_statement":"any"}' "$BASE/o/client/register" >"$WORK/client"
        web --compressed "$BASE/adobe-services/config/REF30" >"$WORK/first"
        web "$OTHER/adobe-services/config/REF30" >"$WORK/second"
        REDIRECTS=$(web -o /dev/null -w '%{redirect_url}' "$BASE/adobe-services/logout?requestor_id=REF30")
        case "$REDIRECTS" in "$PROVIDER"*) exit 1;; esac
        sign_in; authorize News; media; authorize Premium
        { echo "$TOKEN"; echo "$GRANT"; awk 'NF > 5 { print $NF }' "$WORK/jar"; member client_secret <"$WORK/client"; } >"$WORK/issued"
        sign_out
        """
    private static let password = "planted-password-4711"

    private static func shell(_ script: String, _ environment: [String: String]) async throws {
        var options = ChildProcess.Options()
        options.environment = environment
        let shell = try ChildProcess(["sh", "-eu"], options: options) { _ in }
        let functions = ShellClient.functions.replacing("password=password", with: "password=\(password)")
        shell.send(line: Array((functions + script).utf8))
        shell.endInput()
        #expect(await shell.exit() == .exited(0), "\(shell.lastErrorLines)")
    }

    private static func configuration(_ base: String, in folder: String) async throws -> String {
        try await shell("web \"$BASE/adobe-services/config/REF30\" >\"$WORK/again\"", ["BASE": base, "WORK": folder])
        return String(decoding: try File.read(folder + "/again"), as: UTF8.self)
    }

    @Test func anExchangeIsRecordedJudgedAndServedAgain() async throws {
        try await withFolder { folder in
            let world = """
                schema: assay/world/1
                requestors: [{ id: REF30, name: The Requestor, domains: [adobe.com, example.com] }]
                mvpds:
                  - { id: Cablevision, displayName: "Cable & Co", logoUrl: "https://l.example/c?a=1&b=2", iFrameRequired: true }
                  - { id: Satellite, displayName: Sat, logoUrl: "", boardingStatus: PICKER }
                providers:
                  - { name: sp1, mvpds: [Satellite, Cablevision] }
                  - { name: sp2, mvpds: [{ id: Cablevision, displayName: Other }] }
                users: [{ name: user, password: \(Self.password) }]
                otherResources: granted
                resources: { Premium: denied }
                """
            try File.write(Array(world.utf8), to: folder + "/world.yaml")
            let trace = folder + "/trace.ndjson"
            let providers = try RunningService(["--world", folder + "/world.yaml"])
            let gates = try RunningService(
                ["--backend", "gate:" + providers.bases.joined(separator: ","), trace], command: "record")
            #expect(gates.ready["endpoints"]?.array?.compactMap { $0["provider"]?.string } == providers.bases)
            try await Self.shell(
                Self.client,
                ["BASE": gates.base, "OTHER": gates.bases[1], "PROVIDER": providers.base, "WORK": folder])
            await gates.end()
            await providers.end()

            let text = String(decoding: try File.read(trace), as: UTF8.self)
            let issued = String(decoding: try File.read(folder + "/issued"), as: UTF8.self).split(separator: "\n")
            #expect(issued.count > 4, "\(issued)")
            for secret in issued + [Self.password[...], "<simpleAuthenticationToken"] where secret.count > 15 {
                #expect(!text.contains(secret), "\(secret)")
            }
            for subject in ["client", "provider"] {
                let check = try ToolProcess(["check", "--subject", subject, trace, "--specs", ShippedFolder.specs])
                #expect(check.code == 0, "\(check.output)\(check.errors)")
                #expect(check.output.contains("backend gate:http://127.0.0.1:"), "\(check.output)")
            }

            let again = try RunningService(["--world-from", trace])
            #expect(again.bases.count == 2)
            let first = try await Self.configuration(again.base, in: folder)
            let second = try await Self.configuration(again.bases[1], in: folder)
            #expect(first == String(decoding: try File.read(folder + "/first"), as: UTF8.self))
            #expect(second == String(decoding: try File.read(folder + "/second"), as: UTF8.self))
            await again.end()
        }
    }

    @Test func whatCannotBeRecordedOrServedIsSaid() throws {
        try withFolder { folder in
            let elsewhere = try ToolProcess(["record", "--backend", "http://127.0.0.1:9", folder + "/trace"])
            #expect(elsewhere.code == 4 && elsewhere.errors.contains("needs '--backend gate:…'"), "\(elsewhere.errors)")
            let stranger = try ToolProcess(["record", "--backend", "gate:https://sp.example.com", folder + "/trace"])
            #expect(stranger.code == 4 && stranger.errors.contains("--i-may-use-this-backend"), "\(stranger.errors)")
            let run = folder + "/run"
            _ = try ToolProcess(
                [
                    "run", "--platform", "ios", "-f", "race-two-providers", "--report-dir", run, "--quiet", "--specs",
                    ShippedFolder.specs,
                ])
            let empty = try ToolProcess(["serve", "--no-state", "--world-from", run + "/trace.ndjson"])
            #expect(empty.code == 4 && empty.errors.contains("has no configuration"), "\(empty.errors)")
        }
    }
}
