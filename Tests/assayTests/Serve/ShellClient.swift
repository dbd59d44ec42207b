import Documents
import POSIX
import Testing

/// Clients of the services that are scripts of the shell.
enum ShellClient {
    /// Has the shell run a client for each run of the service, and gives what `assay check` says of the last, whose trace
    /// may be changed before.
    static func judge(
        _ clients: String..., options arguments: [String] = [], world: String? = nil, state: Bool = false,
        subject: String = "client", change: (String) -> String = { $0 }
    ) async throws -> ToolProcess {
        try await withFolder { folder in
            var trace = ""
            var arguments = arguments
            if let world {
                try File.write(Array(world.utf8), to: folder + "/world.yaml")
                arguments += ["--world", folder + "/world.yaml"]
            }
            let kept = state ? ["--state", folder + "/state"] : []
            for (number, client) in clients.enumerated() {
                trace = folder + "/trace-\(number).ndjson"
                let service = try RunningService(
                    ["--endpoints", "1", "--record", trace] + kept + arguments, stateFolder: state ? folder : nil)
                var options = ChildProcess.Options()
                options.environment = ["BASE": service.base, "WORK": folder, "ASSAY": RunningService.path]
                let shell = try ChildProcess(["sh", "-eu"], options: options) { _ in }
                shell.send(line: Array((functions + client).utf8))
                shell.endInput()
                #expect(await shell.exit() == .exited(0), "\(shell.lastErrorLines)")
                await service.end()
            }
            let text = String(decoding: try File.read(trace), as: UTF8.self)
            #expect(!text.contains("<simpleAuthenticationToken") && !text.contains("\"password\":\"password\""))
            try File.write(Array(change(text).utf8), to: trace)
            return try ToolProcess(["check", "--subject", subject, trace, "--specs", ShippedFolder.specs])
        }
    }

    /// A client of the second generation, by curl and sed.
    static let functions = #"""
        REQUESTOR=REF30
        web() { curl -sS --noproxy '*' -b "$WORK/jar" -c "$WORK/jar" "$@"; }
        hidden() { sed -n "s/.*name=\"$1\" value=\"\([^\"]*\)\".*/\1/p" "$WORK/page" | head -n 1; }
        plain() { sed 's/&lt;/</g; s/&gt;/>/g; s/&amp;/\&/g'; }
        call() { path=$1; shift; web "$BASE/adobe-services/$path" "$@" >"$WORK/reply"; }
        sign_in() {
            web "$BASE/adobe-services/authenticate/saml?noflash=true&no_iframe=false&domain_name=adobe.com&requestor_id=REF30&mso_id=Cablevision&redirect_url=app%3A%2F%2Fend" >"$WORK/page"
            present_password
            call session -d _method=GET -d requestor_id=REF30
            TOKEN=$(sed -n 's/.*<authnToken>\(.*\)<\/authnToken>.*/\1/p' "$WORK/reply" | plain)
        }
        present_password() {
            web "$BASE/mvpd/Cablevision/sso" --data-urlencode "SAMLRequest=$(hidden SAMLRequest)" -d "RelayState=$(hidden RelayState)" >"$WORK/page"
            web "$BASE/mvpd/Cablevision/login" -d "RelayState=$(hidden RelayState)" -d username=user -d password=password >"$WORK/page"
            web "$BASE/sp/saml/SAMLAssertionConsumer" --data-urlencode "SAMLResponse=$(hidden SAMLResponse)" -d "RelayState=$(hidden RelayState)"
        }
        authorize() {
            call authorize -d "requestor_id=$REQUESTOR" -d mso_id=Cablevision -d "resource_id=$1" --data-urlencode "authentication_token=$TOKEN"
            GRANT=$(sed -n 's/.*<authzToken>\(.*\)<\/authzToken>.*/\1/p' "$WORK/reply" | plain)
        }
        media() { call shortAuthorize -d requestor_id=REF30 -d session_guid=0 -d hashed_guid=false --data-urlencode "authz_token=$GRANT"; }
        member() { sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p"; }
        register() {
            web -d '{"software_statement":"any"}' "$BASE/o/client/register" >"$WORK/client"
            T=$(web -d "grant_type=client_credentials&client_id=$(member client_id <"$WORK/client")" \
                -d "client_secret=$(member client_secret <"$WORK/client")" "$BASE/o/client/token" | member access_token)
        }
        v2() {
            path=$1; shift
            web -H "Authorization: Bearer $T" -H "AP-Device-Identifier: fingerprint dHY=" "$@" "$BASE/api/v2/REF30/$path"
        }
        begin_session() {
            v2 sessions -d mvpd=Cablevision -d domainName=adobe.com -d redirectUrl=https://adobe.com/ >"$WORK/session"
            CODE=$(member code <"$WORK/session")
        }
        finish_session() { web -L "$BASE$(member url <"$WORK/session")" >"$WORK/page"; present_password; }
        base64_of() { printf %s "$1" | base64 -w 0; }
        sign_address() {
            web -G "$BASE/tvs/v1/sign" -d cdn=akamai --data-urlencode "mediaToken=$1" --data-urlencode "resource=$(base64_of "$2")" \
                --data-urlencode "url=$(base64_of https://cdn.example.test/a.m3u8)"
        }
        sign_out() { call "logout?requestor_id=REF30&mso_id=Cablevision&noflash=true" -L; }

        """#
}
