import Documents
import Encodings
import Evidence
import Glibc
import SchemaCheck
import Testing

@testable import assay
import TestThreads

@Suite(.mayBlock) struct CertificateTests: HasFolder {
    let temporary = TemporaryFolder()
    private let quiet = ["--quiet", "--deadline", "60s"]

    /// Specs with few contracts, so that a run of all cases is short; and a run by them.
    private func prepare(_ folder: String, _ more: [String] = []) async throws -> (specs: String, run: String) {
        let specs = folder + "/Specs"
        for path in try Folder.files(below: ShippedFolder.specs, ending: ".yaml") {
            let name = path.dropFirst(ShippedFolder.specs.count)
            let isOfContract = name.hasPrefix("/contracts/")
            guard !name.hasPrefix("/load/"), !name.hasPrefix("/strength/"),
                !isOfContract || Self.contracts.contains(String(name))
            else { continue }
            try Folder.create(specs + name.prefix(upTo: name.lastIndex(of: "/") ?? name.endIndex))
            try File.write(try File.read(path), to: specs + name)
        }
        try File.write(try Self.ambiguities, to: specs + "/statements/ambiguities.yaml")
        let run = folder + "/run"
        _ = await Tool.run(["run", "--specs", specs, "--report-dir", run] + quiet + more)
        return (specs, run)
    }

    private static let contracts: Set = [
        "/contracts/authentication/sign-in.yaml", "/contracts/before-3/configuration-success.yaml",
    ]

    /// Without the contracts nothing reads them.
    private static var ambiguities: String {
        get throws {
            let shipped = try File.read(ShippedFolder.specs + "/statements/ambiguities.yaml")
            let ids = String(decoding: shipped, as: UTF8.self).split(separator: "\n").filter {
                $0.hasPrefix("  - id: ")
            }
            return "ambiguities:\n"
                + ids.map { "\($0)\n    issue: x\n    reading: x\n    how: x\n    informational: x\n" }.joined()
        }
    }

    private func key(_ name: String, in folder: String) throws -> (key: String, pub: String) {
        let (key, pub) = (folder + "/\(name).pem", folder + "/\(name).pub")
        _ = try ToolProcess(
            shell: "openssl genpkey -algorithm ed25519 -out \(key) && openssl pkey -in \(key) -pubout -out \(pub)")
        return (key, pub)
    }

    @Test func aSignedCertificateIsTrueOfItsRunAndOfNothingElse() async throws {
        let (specs, run) = try await prepare(folder)
        let (own, other) = (try key("own", in: folder), try key("other", in: folder))
        let given = ["--specs", specs]
        let file = run + "/certificate.json"
        #expect(await Tool.run(["certificate", run, "--key", own.key] + given) == .conformant)
        let verify = ["certificate", "verify", file]
        #expect(await Tool.run(verify + [run, "--key", own.pub] + given) == .conformant)
        #expect(await Tool.run(verify) == .conformant)
        #expect(await Tool.run(verify + ["--key", other.pub]) == .failed)

        let json = try JSON.parse(try File.read(file), file: file)
        let path = ShippedFolder.specs + "/schema/certificate.schema.json"
        #expect(try SchemaCheck(JSON.parse(File.read(path), file: path)).problems(of: json) == [])
        #expect(json["certificate"]?["runs"]?.array?.count == 1)
        let page = String(decoding: try File.read(run + "/certificate.html"), as: UTF8.self)
        #expect(page.contains(try #require(json["certificate"]?["specs"]?.string)))

        // OpenSSL alone comes to the same.
        let content = try #require(json["certificate"]).sortedByKey.compact
        let value = try #require(json["signature"]?["value"]?.string.flatMap { Base64.decode($0) })
        try File.write(content, to: folder + "/content")
        try File.write(value, to: folder + "/value")
        let openssl = try ToolProcess(
            shell: "openssl pkeyutl -verify -pubin -inkey \(own.pub) -rawin -in \(folder)/content "
                + "-sigfile \(folder)/value")
        #expect(openssl.code == 0, "\(openssl.errors)")

        // Nor is a page overwritten that somebody else put beside it.
        try File.write("mine", to: run + "/certificate.html")
        let mine = try ToolProcess(["certificate", run] + given)
        #expect(mine.code == 3 && mine.errors.contains("certificate.html was not written by assay"))
        #expect(try File.read(run + "/certificate.html") == Array("mine".utf8))

        // A word that was changed, and a trace that was.
        let text = String(decoding: try File.read(file), as: UTF8.self)
        try File.write(text.replacing("\"seed\": \"1\"", with: "\"seed\": \"2\""), to: folder + "/forged.json")
        let forged = try ToolProcess(["certificate", "verify", folder + "/forged.json", run] + given)
        #expect(forged.code == 1)
        #expect(forged.errors.contains("the signature is not of what the certificate says"))
        #expect(forged.errors.contains("runs[0].seed: the certificate says \"2\", and the run gives \"1\""))
        let trace = run + "/trace.ndjson"
        let lines = String(decoding: try File.read(trace), as: UTF8.self)
        try File.write(lines.replacing("\"seed\":1", with: "\"seed\":3"), to: trace)
        let changed = try ToolProcess(verify + [run] + given)
        #expect(changed.code == 1 && changed.errors.contains("runs[0].trace: the certificate says"))
    }

    @Test func whatIsNotConformantOrNotWholeIsNotCertified() async throws {
        let (specs, run) = try await prepare(folder, ["--platform", "ios"])
        func refusal(_ arguments: [String], _ code: Int32) throws -> String {
            let tool = try ToolProcess(["certificate", run, "--specs", specs] + arguments)
            #expect(tool.code == code, "\(tool.errors)")
            return tool.errors.replacing(folder, with: "F")
        }
        // Another's file is not overwritten, nor one beside which a page stands that is of nobody.
        try File.write("notes", to: folder + "/notes.json")
        #expect(try refusal(["--out", folder + "/notes.json"], 4).contains("is not overwritten"))
        try File.write("page", to: folder + "/page.html")
        #expect(try refusal(["--out", folder + "/page.json"], 4).contains("F/page.html is there already"))
        #expect(String(decoding: try File.read(folder + "/notes.json"), as: UTF8.self) == "notes")
        #expect(try refusal(["--out", "/proc/certificate.json"], 3).contains("cannot be written: /proc/"))
        try File.write("nothing", to: folder + "/key")
        #expect(try refusal(["--key", folder + "/key"], 4).contains("F/key: the private key cannot be read"))
        // A report that was made better than the run.
        let path = run + "/report.json"
        let report = String(decoding: try File.read(path), as: UTF8.self)
        try File.write(report.replacing("\"outcome\": \"PASS\"", with: "\"outcome\": \"WARN\""), to: path)
        #expect(try refusal([], 1).contains("report.json says WARN of "))
        try File.write(String(report.prefix(300)), to: path)
        #expect(try refusal([], 4).contains("F/run/report.json:"))
        let all = try ToolProcess(["certificate", run, "--specs", ShippedFolder.specs])
        #expect(all.code == 4 && all.errors.contains("was judged by other specs: their digest is"))

        let some = folder + "/some"
        let choice = ["--platform", "ios", "--filter", "sign-in"]
        _ = await Tool.run(["run", "--specs", specs, "--report-dir", some] + quiet + choice)
        let chosen = try ToolProcess(["certificate", some, "--specs", specs])
        #expect(chosen.code == 2 && chosen.errors.contains("that somebody chose, and not of all"))
    }

    @Test(arguments: [
        ("{}", "is no certificate: it names no schema"),
        ("{\"schema\": \"assay/report/3\"}", "is no certificate: its schema"),
        ("{\"schema\": \"assay/certificate/9\"}", "was written by another assay"),
        ("{\"schema\": \"assay/certificate/1\"}", "is not whole"), ("{\"schema\"", ":1:"),
    ])
    func whatIsNoCertificateIsRefused(_ text: String, _ message: String) throws {
        try File.write(text, to: folder + "/c.json")
        let tool = try ToolProcess(["certificate", "verify", folder + "/c.json"])
        #expect(tool.code == 4 && tool.errors.contains(message), "\(tool.errors)")
    }
}
