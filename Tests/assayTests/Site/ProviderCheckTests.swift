import Documents
import Testing
import TestThreads

/// What `assay check --subject provider` says of recorded answers: those of `assay serve` are as documented.
@Suite(.mayBlock, .enabled(if: Folder.exists("/usr/bin/curl"), "curl is not installed"))
struct ProviderCheckTests {
    private static let native = """
        web -d '{"software_statement":"any"}' "$BASE/o/client/register" >"$WORK/client"
        web "$BASE/adobe-services/config/REF30" >/dev/null; 
        web -d '{"fingerprint":"0123456789abcdef0123456789abcdef"}' "$BASE/indiv/devices" >/dev/null
        sign_in; authorize News; media
        call preauthorize -d requestor_id=REF30 -d mso_id=Cablevision -d resource_id=News -d resource_id=Premium \\
            --data-urlencode "authentication_token=$TOKEN"
        authorize Premium; sign_out; authorize News
        """

    /// A television in JSON and one in XML, each with its second screen.
    private static let clientless = """
        for FORMAT in json xml; do
            tv() {
                path=$1; shift
                web -H "Accept: application/$FORMAT" "$@" "$BASE/$path?requestor=REF30&deviceId=$FORMAT&resource=News"
            }
            tv api/v1/config/REF30 >/dev/null; tv reggie/v1/REF30/regcode -d a=b >"$WORK/code"
            CODE=$(sed 's/.*<code>\\([^<]*\\).*/\\1/; s/.*"code":"\\([^"]*\\)".*/\\1/' "$WORK/code" | grep -Eo '[A-Z0-9]{7}' | head -n 1)
            tv reggie/v1/REF30/regcode/$CODE >/dev/null; tv api/v1/authenticate/$CODE >/dev/null
            tv api/v1/checkauthn >/dev/null; tv api/v1/tokens/authn >/dev/null; tv api/v1/tokens/authz >/dev/null
            rm -f "$WORK/jar"
            web -L "$BASE/api/v1/authenticate?reg_code=$CODE&requestor_id=REF30&mso_id=Cablevision&domain_name=adobe.com&noflash=true&redirect_url=app%3A%2F%2Fend" >"$WORK/page"
            present_password
            tv api/v1/authenticate/$CODE >/dev/null; tv api/v1/checkauthn/$CODE >/dev/null
            tv api/v1/tokens/authn | grep -q Cablevision; tv api/v1/tokens/usermetadata >/dev/null
            tv api/v1/preauthorize >/dev/null; tv api/v1/mediatoken >/dev/null
            web "$BASE/api/v1/authorize?requestor=REF30&deviceId=$FORMAT&resource=Premium" >/dev/null
            tv api/v1/authorize >/dev/null; tv api/v1/tokens/authz >/dev/null
            tv api/v1/mediatoken | grep -q serializedToken; tv api/v1/tokens/media >/dev/null
            tv api/v1/logout -X DELETE; tv reggie/v1/REF30/regcode/$CODE -X DELETE; tv api/v1/checkauthn >/dev/null
        done
        """

    @Test(arguments: [
        (native, 13),
        (clientless, 12),
        (InnocentClientTests.restV2, 18),
    ])
    func theSimulatorAnswersAsDocumented(_ script: String, _ rules: Int) async throws {
        let check = try await ShellClient.judge(script, subject: "provider")
        #expect(check.code == 0 && !check.output.contains("FAIL"), "\(check.output)\(check.errors)")
        #expect(check.output.contains("the service providers"))
        #expect(check.output.contains("answers to documented calls were judged"))
        #expect(check.output.contains("\(rules) of \(rules) applicable"), "\(check.output)")
    }

    @Test func anAnswerThatIsNotAsDocumentedIsFound() async throws {
        let check = try await ShellClient.judge("sign_in; authorize News", subject: "provider") {
            $0.replacing("authzToken>", with: "permit>")
        }
        #expect(check.code == 1, "\(check.output)\(check.errors)")
        for words in ["providers/native-answers", "the answer has no authzToken", "service-protocol.md 3.5"] {
            #expect(check.output.contains(words), "\(check.output)")
        }
    }

    /// There providers are made to break their answers, and what they say is not kept.
    @Test func aTraceOfARunIsRefused() async throws {
        let check = try await ShellClient.judge("true", subject: "provider") {
            $0.replacing("clients of assay serve", with: "builtin")
        }
        #expect(check.code == 4 && check.errors.contains("the trace is of a run"), "\(check.code) \(check.errors)")
    }
}
