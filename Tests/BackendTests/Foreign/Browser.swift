import Documents
import POSIX
import Testing

/// A headless Chromium, through the protocol that chromedriver speaks (W3C WebDriver).
final class Browser {
    private let driver: ChildProcess
    private let caller: Caller
    private let session: String

    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    /// A driver and its port: the driver takes one that is free for IPv4, and ends where that is taken for IPv6.
    private static func started(attempts: Int = 5) throws -> (ChildProcess, port: Int) {
        let port = Monitor<Int?>(nil)
        var options = ChildProcess.Options()
        options.reportsMore = true
        let driver = try ChildProcess(["chromedriver", "--port=0"], options: options) { event in
            switch event {
            case .line(let line):
                // "ChromeDriver was started successfully on port 12345."
                let words = String(decoding: line, as: UTF8.self).split { $0 == " " || $0 == "." }
                if words.contains("successfully"), let number = words.last.flatMap({ Int($0) }) {
                    port.change { $0 = number }
                }
            case .ended: port.change { $0 = $0 ?? 0 }
            default: break
            }
        }
        let number = port.wait { $0 }
        if number != 0 { return (driver, number) }
        guard attempts > 1 else { throw Failure(description: "chromedriver ended: \(driver.lastErrorLines)") }
        return try started(attempts: attempts - 1)
    }

    init(runsScripts: Bool = true, width: Int = 1_000) async throws {
        let (driver, number) = try Self.started()
        self.driver = driver
        caller = try Caller("http://127.0.0.1:\(number)")
        var chrome: JSONObject = [
            "args": [
                "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
                "--no-proxy-server",
            ]
        ]
        if width < 500 {
            chrome["mobileEmulation"] = [
                "deviceMetrics": ["width": .int(Int64(width)), "height": 740, "pixelRatio": 2.0]
            ]
        }
        if !runsScripts {
            chrome["prefs"] = ["profile.managed_default_content_settings.javascript": 2]
        }
        let wanted: JSON = [
            "capabilities": ["alwaysMatch": ["browserName": "chrome", "goog:chromeOptions": .object(chrome)]]
        ]
        let begun = caller.post("/session", body: String(decoding: wanted.compact, as: UTF8.self))
        guard let id = try JSON.parse(begun.body)["value"]?["sessionId"]?.string else {
            throw Failure(description: begun.text)
        }
        session = "/session/\(id)"
        _ = try ask("POST", "/timeouts", ["implicit": 5_000, "pageLoad": 20_000])
    }

    deinit {
        caller.send("DELETE", session)
        _ = caller.receive()
        driver.terminate(grace: .seconds(1))
    }

    func open(_ address: String) throws {
        _ = try ask("POST", "/url", ["url": .string(address)])
    }

    /// Waits until the page has that heading; pages may come by way of others that submit themselves.
    func waitForPage(_ heading: String) throws {
        _ = try ask("POST", "/element", ["using": "xpath", "value": .string("//h1[normalize-space()='\(heading)']")])
    }

    /// The `id` of what has the keyboard.
    var activeElement: String {
        get throws {
            let element = try Self.reference(ask("GET", "/element/active"))
            return try ask("GET", "/element/\(element)/attribute/id").string ?? ""
        }
    }

    func type(_ text: String, into selector: String, clearing: Bool = false) throws {
        let element = try element(selector)
        if clearing { _ = try ask("POST", "/element/\(element)/clear", [:]) }
        _ = try ask("POST", "/element/\(element)/value", ["text": .string(text)])
    }

    func press(_ selector: String) throws {
        _ = try ask("POST", "/element/\(try element(selector))/click", [:])
    }

    func text(of selector: String) throws -> String {
        try ask("GET", "/element/\(try element(selector))/text").string ?? ""
    }

    /// What a screen reader calls it.
    func accessibleName(of selector: String) throws -> String {
        try ask("GET", "/element/\(try element(selector))/computedlabel").string ?? ""
    }

    func width(of selector: String) throws -> Double {
        try ask("GET", "/element/\(try element(selector))/rect")["width"]?.double ?? 0
    }

    func cookie(_ name: String) throws -> String {
        try ask("GET", "/cookie/\(name)")["value"]?.string ?? ""
    }

    private func element(_ selector: String) throws -> String {
        try Self.reference(ask("POST", "/element", ["using": "css selector", "value": .string(selector)]))
    }

    private static func reference(_ value: JSON) throws -> String {
        try #require(value.object?.members.first?.value.string)
    }

    private func ask(_ method: String, _ path: String, _ body: JSON? = nil) throws -> JSON {
        caller.send(
            method, session + path, body: body.map { String(decoding: $0.compact, as: UTF8.self) } ?? "")
        let reply = caller.receive()
        guard reply.status == 200 else { throw Failure(description: "\(method) \(path): \(reply.text)") }
        return try JSON.parse(reply.body)["value"] ?? .null
    }
}
