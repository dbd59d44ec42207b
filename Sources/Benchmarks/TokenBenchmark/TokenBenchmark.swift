internal import Cryptography
internal import Encodings
internal import Foundation
internal import POSIX
internal import Synchronization
internal import Timing
internal import Tokens
internal import XML

/// Measures the reading of tokens and configurations; Sources/Benchmarks/tokens.sh compares it with plain C.
///
///     TokenBenchmark write FOLDER                     makes tokens.txt and configuration.xml
///     TokenBenchmark tokens FILE SECONDS THREADS      prints documents per second, and the peak of memory in KB
///     TokenBenchmark configuration FILE SECONDS       prints documents per second
///     TokenBenchmark bad SECONDS                      prints what bad tokens cost, over good ones
///     TokenBenchmark hostile BASELINE TOOL FOLDER     has the tool read hostile documents, and prints what they cost
///     TokenBenchmark many FILE DOCUMENTS              prints the memory in KB after a tenth of the documents, and at the end
@main struct TokenBenchmark {
    static func main() throws {
        let arguments = CommandLine.arguments
        switch arguments.dropFirst().first {
        case "write" where arguments.count == 3:
            try Corpus.write(to: URL(filePath: arguments[2]))
        case "tokens" where arguments.count == 5:
            let tokens = try Data(contentsOf: URL(filePath: arguments[2])).split(separator: 0x0A).map(Array.init)
            let rate = Measurement.rate(seconds: Int(arguments[3]) ?? 2, threads: Int(arguments[4]) ?? 1) {
                let validator = TokenValidator()
                return {
                    for token in tokens {
                        let report = validator.validate(token)
                        precondition(report.isValid)
                        var length = 0
                        for field in report.fields { length += field.value.utf8.count }
                        precondition(length > 40)
                    }
                    return tokens.count
                }
            }
            print(Int(rate.processor), Measurement.peakKilobytes, Int(rate.clock))
        case "configuration" where arguments.count == 4:
            let bytes = try Array(Data(contentsOf: URL(filePath: arguments[2])))
            let rate = Measurement.rate(seconds: Int(arguments[3]) ?? 2, threads: 1) {
                {
                    guard let read = try? ConfigurationDocument.read(bytes) else { preconditionFailure("unreadable") }
                    precondition(read.mvpds.count == 500)
                    return 1
                }
            }
            print((rate.processor * 10).rounded() / 10)
        case "bad" where arguments.count == 3:
            for (name, time) in try BadTokens.measure(seconds: Int(arguments[2]) ?? 2) {
                print("  \(name): \((time * 100).rounded() / 100)")
            }
        case "hostile" where arguments.count == 5:
            let refusals = HostileRefusals(
                baseline: arguments[2], tool: arguments[3], folder: URL(filePath: arguments[4]))
            exit(try refusals.measure() ? 0 : 1)
        case "many" where arguments.count == 4:
            let tokens = try Data(contentsOf: URL(filePath: arguments[2])).split(separator: 0x0A).map(Array.init)
            let wanted = Int(arguments[3]) ?? 1_000_000
            let validator = TokenValidator()
            var early = 0
            for number in 0..<wanted {
                precondition(validator.validate(tokens[number % tokens.count]).isValid)
                if number == wanted / 10 { early = Measurement.peakKilobytes }
            }
            print(early, Measurement.peakKilobytes)
        default:
            print(
                """
                usage: TokenBenchmark write FOLDER | tokens FILE SECONDS THREADS | configuration FILE SECONDS
                       | bad SECONDS | hostile BASELINE TOOL FOLDER | many FILE DOCUMENTS
                """)
            exit(64)
        }
    }
}

enum Measurement {
    private final class Total: Sendable {
        let sum = Mutex((count: 0, used: 0.0))
    }

    /// Documents per second: of the processor's time of one of the threads, and of the clock's of all together.
    ///
    /// A single thread does not get a second one to help, for the memory of a process with several is slower.
    static func rate(
        seconds: Int, threads: Int, _ work: @escaping @Sendable () -> () -> Int
    ) -> (processor: Double, clock: Double) {
        let start = MonotonicTime.now()
        let end = start + .seconds(seconds)
        func elapsed() -> Double { (MonotonicTime.now() - start).milliseconds / 1_000 }
        @Sendable func measured() -> (count: Int, used: Double) {
            let round = work()
            var count = 0
            let before = processorSeconds
            while MonotonicTime.now() < end { count += round() }
            return (count, processorSeconds - before)
        }
        guard threads > 1 else {
            let (count, used) = measured()
            return (Double(count) / used, Double(count) / elapsed())
        }
        let total = Total()
        let done = DispatchSemaphore(value: 0)
        for _ in 0..<threads {
            let hasStarted = startThread {
                let (count, used) = measured()
                total.sum.withLock { $0 = ($0.count + count, $0.used + used) }
                done.signal()
            }
            precondition(hasStarted)
        }
        for _ in 0..<threads { done.wait() }
        let sum = total.sum.withLock { $0 }
        return (Double(sum.count) / sum.used, Double(sum.count) / elapsed())
    }

    private static var processorSeconds: Double {
        var reading = timespec()
        unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &reading)
        return Double(reading.tv_sec) + Double(reading.tv_nsec) / 1_000_000_000
    }

    static var peakKilobytes: Int {
        var usage = rusage()
        unsafe getrusage(0 /* of this process */, &usage)
        return usage.ru_maxrss
    }
}

private enum Corpus {
    static func write(to folder: URL) throws {
        let key = try PrivateKey.generate(bits: 1024)
        let opaque = Base64.encode([UInt8](repeating: 0x5A, count: 48))
        var lines = ""
        for number in 0..<300 {
            let fingerprint = Hex.encode(Digest.sha1(Array("device \(number)".utf8)))
            let guid = Hex.encode(Digest.md5(Array("user \(number)".utf8)))
            let time = WallTime(milliseconds: 1_767_225_600_000 + Int64(number) * 1_000)
            lines +=
                AuthenticationToken(
                    guid: guid, requestor: "REF30", domain: "adobe.com", expires: time, mvpd: "Provider\(number)",
                    fingerprint: fingerprint, nameID: opaque, sessionIndex: opaque
                ).issue(signedBy: key) + "\n"
            lines +=
                AuthorizationToken(
                    requestor: "REF30", resource: "Stream\(number)", expires: time, mvpd: "Provider\(number)",
                    fingerprint: fingerprint
                ).issue(signedBy: key) + "\n"
            lines +=
                MediaToken(
                    sessionGUID: guid, requestor: "REF30", resource: "Stream\(number)", issued: time,
                    mvpd: "Provider\(number)"
                ).issue(signedBy: key) + "\n"
        }
        try Data(lines.utf8).write(to: folder.appending(path: "tokens.txt"))
        var entries = ""
        for number in 0..<500 {
            entries += """
                      <mvpd>
                        <id>Provider\(number)</id>
                        <displayName>Provider &amp; Sons No. \(number)</displayName>
                        <logoUrl>https://cdn.example.test/logos/provider\(number).png</logoUrl>
                        <authPerAggregator>false</authPerAggregator>
                        <passiveAuthnEnabled>false</passiveAuthnEnabled>
                        <enablePlatformServices>true</enablePlatformServices>
                      </mvpd>

                """
        }
        let text = """
            <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
            <ns2:config xmlns:ns2="http://pass.adobe.com/config">
              <requestor>
                <id>REF30</id>
                <name>Reference requestor</name>
                <domains><domain><name>adobe.com</name></domain></domains>
                <mvpds>
            \(entries)    </mvpds>
              </requestor>
            </ns2:config>
            """
        try Data(text.utf8).write(to: folder.appending(path: "configuration.xml"))
    }
}
