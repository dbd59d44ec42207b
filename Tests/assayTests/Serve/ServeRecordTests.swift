import Documents
import Testing
import TestThreads

/// What `assay serve --record` keeps of real clients, and what `assay check` says of them.
@Suite(.mayBlock, .enabled(if: Folder.exists("/usr/bin/curl"), "curl is not installed"))
struct ServeRecordTests {
    @Test func aClientThatDoesEverythingRightIsFoundToDoSo() async throws {
        let check = try await ShellClient.judge("sign_in; authorize News; media; authorize Premium; sign_out")
        #expect(check.code == 0, "\(check.output)\(check.errors)")
        #expect(check.output.contains("clients of assay serve") && check.output.contains("CONFORMANT"))
        #expect(!check.output.contains("FAIL"))
    }

    @Test(arguments: [
        ("sign_in; sign_out; authorize News", "over-after-logout", "although the user had signed out"),
        (
            "sign_in; TOKEN=$(echo \"$TOKEN\" | sed s/REF30/REF31/); authorize News", "sound-tokens",
            "the authentication token does not have the form of a token"
        ),
        ("sign_in; REQUESTOR=REF99; authorize News", "own-tokens", "is for requestor REF30, and REF99 asks"),
        ("call authorize -d requestor_id=REF30", "complete-requests", "a call was answered 400; it had requestor_id"),
        ("call nothing", "known-paths", "nothing answers this"),
        (
            "for _ in 1 2 3; do call authorize -H 'Authorization: Bearer x' -d a=b; done",
            "renewed-access-tokens", "had been answered with 401 before"
        ),
        (
            "curl -s \"$BASE/api/v1/mediatoken?requestor=REF30&deviceId=tv&resource=News\"", "authorized-media-tokens",
            "no authorization of News was asked for"
        ),
        ("sign_address \"$(base64_of none)\" News", "authorized-media-tokens", "without the media token of a permit"),
        (
            "register; web -H \"Authorization: Bearer $T\" \"$BASE/api/v2/REF30/profiles\"", "complete-requests",
            "invalid_header_device_identifier"
        ),
        (
            "register; begin_session; for i in 1 2 3 4; do v2 profiles/code/$CODE; done", "unhurried-polling",
            "asked 4 times in a row without waiting 2.5 seconds"
        ),
        (
            "register; begin_session; OLD=$CODE; begin_session; v2 profiles/code/$OLD; v2 profiles/code/$OLD",
            "living-codes", "an earlier answer said that the code was no longer valid"
        ),
        (
            """
            register; begin_session; finish_session; v2 logout/Cablevision?redirectUrl=https://adobe.com/; begin_session
            """, "completed-logouts", "the page of the logout before was not opened"
        ),
        (
            "curl -s --http1.0 -H Host: \"$BASE\" -H 'Transfer-Encoding: chunked' -d a=b", "acceptable-requests",
            "refused"
        ),
    ])
    func aClientThatDoesSomethingWrongIsNoticed(_ client: String, _ rule: String, _ words: String) async throws {
        let check = try await ShellClient.judge(client)
        #expect(check.code == 1, "\(check.output)\(check.errors)")
        #expect(check.output.contains("clients/\(rule)"), "\(check.output)")
        // They are nobody's port.
        #expect(!check.output.contains("AccessEnabler") && !check.output.contains("known mutant"))
        let text = check.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(text.contains(words), "\(check.output)")
    }
}
