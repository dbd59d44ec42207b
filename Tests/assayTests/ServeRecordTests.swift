import Documents
import POSIX
import Testing

/// What `assay serve --record` keeps of real clients, and what `assay check` says of them.
@Suite(.enabled(if: Folder.exists("/usr/bin/curl"), "curl is not installed"))
struct ServeRecordTests {
    /// Has the shell run a client, and gives what `assay check` says afterwards.
    private func judge(_ client: String) async throws -> ToolProcess {
        try await withFolder { folder in
            let service = try RunningService(["--endpoints", "1", "--record", folder + "/trace.ndjson"])
            var options = ChildProcess.Options()
            options.environment = ["BASE": service.base, "WORK": folder]
            let shell = try ChildProcess(["sh", "-eu"], options: options) { _ in }
            shell.send(line: Array((Self.client + client).utf8))
            shell.endInput()
            #expect(await shell.exit() == .exited(0), "\(shell.lastErrorLines)")
            await service.end()
            let trace = String(decoding: try File.read(folder + "/trace.ndjson"), as: UTF8.self)
            #expect(!trace.contains("<simpleAuthenticationToken") && !trace.contains("\"password\":\"password\""))
            return try ToolProcess(["check", folder + "/trace.ndjson", "--specs", ShippedFolder.specs])
        }
    }

    @Test func aClientThatDoesEverythingRightIsFoundToDoSo() async throws {
        let check = try await judge("sign_in; authorize News; media; authorize Premium; sign_out")
        #expect(check.code == 0, "\(check.output)\(check.errors)")
        #expect(check.output.contains("clients of assay serve") && check.output.contains("CONFORMANT"))
        #expect(!check.output.contains("FAIL"))
    }

    @Test(arguments: [
        ("sign_in; sign_out; authorize News", "over-after-logout", "although the user had signed out"),
        (
            "sign_in; TOKEN=$(echo \"$TOKEN\" | sed s/REF30/REF31/); authorize News", "sound-tokens",
            "the authentication token is no good"
        ),
        ("sign_in; REQUESTOR=REF99; authorize News", "own-tokens", "is for requestor REF30, and REF99 asks"),
        ("call authorize -d requestor_id=REF30", "complete-requests", "a call was answered 400; it had requestor_id"),
        ("call nothing", "known-paths", "nothing answers this"),
        (
            "call authorize -H 'Authorization: Bearer x' -d a=b; call authorize -H 'Authorization: Bearer x' -d a=b",
            "renewed-access-tokens", "had been answered with 401 before"
        ),
        (
            "curl -s \"$BASE/api/v1/mediatoken?requestor=REF30&deviceId=tv&resource=News\"", "authorized-media-tokens",
            "News was not authorized"
        ),
        (
            "curl -s --http1.0 -H Host: \"$BASE\" -H 'Transfer-Encoding: chunked' -d a=b", "acceptable-requests",
            "refused"
        ),
    ])
    func aClientThatDoesSomethingWrongIsNoticed(_ client: String, _ rule: String, _ words: String) async throws {
        let check = try await judge(client)
        #expect(check.code == 1, "\(check.output)\(check.errors)")
        #expect(check.output.contains("clients/\(rule)"), "\(check.output)")
        let text = check.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(text.contains(words), "\(check.output)")
    }

    /// A client of the second generation, by curl and sed.
    private static let client = #"""
        REQUESTOR=REF30
        web() { curl -sS --noproxy '*' -b "$WORK/jar" -c "$WORK/jar" "$@"; }
        hidden() { sed -n "s/.*name=\"$1\" value=\"\([^\"]*\)\".*/\1/p" "$WORK/page" | head -n 1; }
        plain() { sed 's/&lt;/</g; s/&gt;/>/g; s/&amp;/\&/g'; }
        call() { path=$1; shift; web "$BASE/adobe-services/$path" "$@" >"$WORK/reply"; }
        sign_in() {
            web "$BASE/adobe-services/authenticate/saml?noflash=true&no_iframe=false&domain_name=adobe.com&requestor_id=REF30&mso_id=Cablevision&redirect_url=app%3A%2F%2Fend" >"$WORK/page"
            web "$BASE/mvpd/Cablevision/sso" --data-urlencode "SAMLRequest=$(hidden SAMLRequest)" -d "RelayState=$(hidden RelayState)" >"$WORK/page"
            web "$BASE/mvpd/Cablevision/login" -d "RelayState=$(hidden RelayState)" -d username=user -d password=password >"$WORK/page"
            web "$BASE/sp/saml/SAMLAssertionConsumer" --data-urlencode "SAMLResponse=$(hidden SAMLResponse)" -d "RelayState=$(hidden RelayState)"
            call session -d _method=GET -d requestor_id=REF30
            TOKEN=$(sed -n 's/.*<authnToken>\(.*\)<\/authnToken>.*/\1/p' "$WORK/reply" | plain)
        }
        authorize() {
            call authorize -d "requestor_id=$REQUESTOR" -d mso_id=Cablevision -d "resource_id=$1" --data-urlencode "authentication_token=$TOKEN"
            GRANT=$(sed -n 's/.*<authzToken>\(.*\)<\/authzToken>.*/\1/p' "$WORK/reply" | plain)
        }
        media() { call shortAuthorize -d requestor_id=REF30 -d session_guid=0 -d hashed_guid=false --data-urlencode "authz_token=$GRANT"; }
        sign_out() { call "logout?requestor_id=REF30&mso_id=Cablevision&noflash=true" -L; }

        """#
}
