import Documents
import Testing
import TestThreads

/// What clients do that do nothing wrong, and what `assay check` must not accuse them of: the counterpart of the right
/// ports that the suite has to let pass.
@Suite(.mayBlock, .enabled(if: Folder.exists("/usr/bin/curl"), "curl is not installed"))
struct InnocentClientTests {
    struct Innocent: Sendable, CustomStringConvertible {
        var description: String
        var options: [String] = []
        /// The world that is served; nil: the built-in one.
        var world: String?
        var script: String
    }

    private static let tv = "requestor=REF30&deviceId=tv"

    static let innocents = [
        Innocent(
            description: "a browser looks for an icon",
            script: "sign_in; web $BASE/favicon.ico $BASE/apple-touch-icon.png >/dev/null; authorize News"),
        Innocent(
            description: "somebody else signs out",
            script: """
                sign_in; first=$TOKEN; mv "$WORK/jar" "$WORK/first"
                sign_in; sign_out
                mv "$WORK/first" "$WORK/jar"; TOKEN=$first; authorize News; media
                """),
        Innocent(
            description: "a client that is unknown registers anew",
            script: """
                web -d grant_type=client_credentials -d client_id=old -d client_secret=x "$BASE/o/client/token" >/dev/null
                web -d '{"software_statement":"any"}' "$BASE/o/client/register" >/dev/null
                """),
        Innocent(
            description: "a registration code is mistyped",
            script: """
                web "$BASE/api/v1/authenticate?reg_code=AAAAAAA&requestor_id=REF30&mso_id=Fiber&redirect_url=app%3A%2F%2Fa"
                web "$BASE/reggie/v1/REF30/regcode/AAAAAAA" >/dev/null
                """),
        Innocent(
            description: "a registration code has expired",
            world: """
                schema: assay/world/1
                welcome: [requestors, mvpds]
                requestors: [{ id: REF30, domains: [adobe.com] }]
                lifetimes: { registrationCode: -1s }
                """,
            script: """
                web -d deviceId=tv "$BASE/reggie/v1/REF30/regcode.json" >"$WORK/code"
                CODE=$(member code <"$WORK/code"); web "$BASE/reggie/v1/REF30/regcode/$CODE" >/dev/null
                web "$BASE/api/v1/authenticate?reg_code=$CODE&requestor_id=REF30&mso_id=Fiber&redirect_url=app%3A%2F%2Fa"
                register; begin_session; v2 profiles/code/$CODE | grep -q invalid_authentication_session
                web "$BASE$(member url <"$WORK/session")" >/dev/null
                """),
        Innocent(
            description: "requests are under way when one is told to wait", options: ["--throttle"],
            // All of them leave in one piece, before anything comes back.
            script: """
                ask() { printf 'GET /adobe-services/config/REF30 HTTP/1.1\\r\\nHost: localhost\\r\\n%b\\r\\n' "$1"; }
                { for i in $(seq 14); do ask ''; done; ask 'Connection: close\\r\\n'; } >"$WORK/requests"
                bash -c 'exec 3<>"/dev/tcp/127.0.0.1/${BASE##*:}"; cat "$WORK/requests" >&3; cat <&3' >"$WORK/replies"
                grep -q '429 Too Many Requests' "$WORK/replies"
                """),
        Innocent(
            description: "a client takes the service for its proxy",
            script: "curl -sS --fail -x $BASE http://sp.auth.adobe.com/adobe-services/config/REF30 >/dev/null"),
        Innocent(
            description: "the service is told to refuse", options: ["--fault", "all/authorize=status(400)"],
            script: "sign_in; authorize News; authorize News"),
        Innocent(
            description: "the service is told to have no time", options: ["--fault", "all/configuration=status(429)"],
            script: "for i in 1 2 3; do web $BASE/adobe-services/config/REF30; done"),
        Innocent(
            description: "the service is told to know nobody", options: ["--fault", "all/authorize=status(401)"],
            script: "for i in 1 2; do call authorize -H 'Authorization: Bearer x' -d a=b; done"),
        Innocent(
            description: "the service is told to break off", options: ["--fault", "all/authorize=truncate(10)"],
            script: "sign_in; call authorize -d requestor_id=REF30 || true"),
        Innocent(
            description: "another address asks when one is told to wait", options: ["--throttle"],
            script: """
                ask() { web --interface "$1" -o /dev/null "$BASE/adobe-services/config/REF30?n=[1-$2]"; }
                ask 127.0.0.1 12; ask 127.0.0.2 3
                """),
        Innocent(
            description: "a parameter is said in the query and in the form",
            script: """
                sign_in
                call "authorize?requestor_id=REF30&mso_id=Cablevision" -d requestor_id=REF30 -d mso_id=Cablevision \\
                    -d resource_id=News --data-urlencode "authentication_token=$TOKEN"
                """),
        Innocent(
            description: "a media token is asked for after a denial",
            script: """
                web -d deviceId=tv "$BASE/reggie/v1/REF30/regcode" >/dev/null
                web "$BASE/api/v1/authorize?\(tv)&resource=Premium" >/dev/null
                web "$BASE/api/v1/mediatoken?\(tv)&resource=Premium" >/dev/null
                """),
        Innocent(description: "REST API v2 is used as it is meant to be", script: restV2),
    ]

    /// A media token is what a verifier of the programmer's takes it for.
    static let restV2 = """
        register; v2 configuration >/dev/null; v2 profiles >/dev/null; v2 sessions/AAAAAAA >/dev/null
        begin_session; v2 profiles/code/$CODE >/dev/null; finish_session
        v2 profiles/code/$CODE | grep -q '"type":"regular"'
        v2 decisions/authorize/Cablevision -d '{"resources":["News","Premium"]}' >"$WORK/decisions"
        web "$BASE/public-key.pem" >"$WORK/key.pem"
        member serializedToken <"$WORK/decisions" | "$ASSAY" token verify - --key "$WORK/key.pem" --kind media \\
            --requestor REF30 --mvpd Cablevision --resource News --lifetime 7m
        sign_address "$(member serializedToken <"$WORK/decisions")" News | grep -q hdnea
        v2 logout/Cablevision?redirectUrl=https://adobe.com/ >"$WORK/logout"
        v2 decisions/authorize/Cablevision -d '{"resources":["News"]}' | grep -q profile_missing
        web -L --proto-redir =http "$(member url <"$WORK/logout")" || true; begin_session
        """

    @Test(arguments: innocents)
    func nobodyIsAccusedWho(_ innocent: Innocent) async throws {
        let check = try await ShellClient.judge(
            innocent.script, options: innocent.options, world: innocent.world)
        #expect(check.code == 0 && !check.output.contains("FAIL"), "\(check.output)\(check.errors)")
        #expect(check.output.contains("requests were judged"))
    }

    @Test func nobodyIsAccusedWhoWasAuthorizedInAnEarlierRun() async throws {
        let check = try await ShellClient.judge(
            "sign_in; authorize News; echo \"$GRANT\" >\"$WORK/grant\"",
            "GRANT=$(cat \"$WORK/grant\"); media; web \"$BASE/api/v1/mediatoken?\(Self.tv)&resource=News\" >/dev/null",
            state: true)
        #expect(check.code == 0 && !check.output.contains("FAIL"), "\(check.output)\(check.errors)")
    }
}
