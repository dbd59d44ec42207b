import Documents
import Evidence
import POSIX
import Synchronization
import Testing

@testable import Reports

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// What Chromium makes of the pages, on a wide screen and on a phone, light and dark.
@Suite(.enabled(if: Browser.path != nil, "Chromium is not installed"), .serialized)
struct BrowserTests {
    @Test(arguments: [Browser.Scheme.light, .dark])
    func pagesFitTheScreenAndCanBeRead(_ scheme: Browser.Scheme) async throws {
        var long = sampleReport()
        long.verdicts[2].findings[0].message = String(repeating: "eyJtb2Rl", count: 12)
        let pages = ["run": RunPage([sampleReport()]).html, "long": RunPage([long]).html]
        let found = try await Browser.check(
            pages.merging([
                "load": LoadPage(sampleLoadReport()).html, "comparison": try sampleComparison().page,
                "history": HistoryPage(try sampleHistory()) { _ in nil }.html,
            ]) { page, _ in page }, scheme)
        #expect(
            found == [
                "comparison.html 1280 wide=0 texts=many faint=", "comparison.html 390 wide=0 texts=many faint=",
                "history.html 1280 wide=0 texts=many faint=", "history.html 390 wide=0 texts=many faint=",
                "load.html 1280 wide=0 texts=many faint=", "load.html 390 wide=0 texts=many faint=",
                "long.html 1280 wide=0 texts=many faint=", "long.html 390 wide=0 texts=many faint=",
                "run.html 1280 wide=0 texts=many faint=", "run.html 390 wide=0 texts=many faint=",
            ])
    }

    /// So that the check above is known to see what it is to see.
    @Test func whatIsFaintOrTooWideIsNoticed() async throws {
        let page: HTML = """
            <!DOCTYPE html><html><body style="background:#fff; margin:0"><p style="color:#999">pale</p>\
            <p style="width:600px">wide</p></body></html>
            """
        #expect(
            try await Browser.check(["bad": page], .light) == [
                "bad.html 1280 wide=0 texts=2 faint=pale", "bad.html 390 wide=210 texts=2 faint=pale",
            ])
    }
}

/// Chromium without a window.
enum Browser {
    enum Scheme: Int {
        case dark = 0
        case light = 1
    }

    static var path: String? {
        ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"]
            .first { unsafe access($0, X_OK) == 0 }
    }

    /// What `Tests/Pages/check.html` says of pages, a line for each page and width, sorted.
    static func check(_ pages: [String: HTML], _ scheme: Scheme) async throws -> [String] {
        let folder = Golden.root + ".build/pages/\(getpid())-\(scheme)-\(pages.count)"
        try Folder.create(folder)
        for (name, page) in pages { try File.write(page.bytes, to: "\(folder)/\(name).html") }
        try File.write(try File.read(Golden.root + "Tests/Pages/check.html"), to: folder + "/check.html")
        let names = pages.keys.sorted().map { $0 + ".html" }.joined(separator: ",")
        let output = try await run([
            try #require(path), "--headless", "--no-sandbox", "--disable-gpu", "--allow-file-access-from-files",
            "--user-data-dir=\(folder)/profile", "--blink-settings=preferredColorScheme=\(scheme.rawValue)",
            "--virtual-time-budget=60000", "--dump-dom", "file://\(folder)/check.html?\(names)",
        ])
        let lines = output.compactMap { line in
            line.firstMatch(of: #/\[([a-z]+\.html [0-9]+ wide=.*)\]/#).map { String($0.1) }
        }
        return lines.sorted()
    }

    private static func run(_ command: [String]) async throws -> [String] {
        let output = Mutex<[String]>([])
        let child = try ChildProcess(command) { event in
            if case .line(let bytes) = event { output.withLock { $0.append(String(decoding: bytes, as: UTF8.self)) } }
        }
        _ = await child.exit()
        return output.withLock { $0 }
    }
}
