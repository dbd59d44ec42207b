internal import Documents
internal import Timing

/// A report for CI servers, in the dialect that JUnit's Ant task began; `Specs/schema/junit.xsd` describes it.
struct JUnit {
    enum Kind {
        case passed, failure, error, skipped
    }

    struct Case {
        /// Its class.
        var place: String
        var name: String
        var kind = Kind.passed
        var time = Duration.zero
        /// What there is to say where it did not pass.
        var type: String?
        var message = ""
        var text: String?
        /// What there is to say where it passed, a piece each.
        var output: [String] = []
    }

    struct Suite {
        var name: String
        var properties: [(name: String, value: String)] = []
        var cases: [Case] = []
        var time: Duration?
    }

    var name: String
    var suites: [Suite]

    var bytes: [UInt8] {
        var document = XMLDocument()
        let all = suites.flatMap(\.cases)
        document.element(
            "testsuites",
            [
                "name": name, "tests": "\(all.count)", "failures": Self.count(.failure, all),
                "errors": Self.count(.error, all),
            ]
        ) { document in
            for suite in suites { Self.write(suite, &document) }
        }
        return document.bytes
    }

    private static func write(_ suite: Suite, _ document: inout XMLDocument) {
        document.element(
            "testsuite",
            [
                "name": suite.name, "tests": "\(suite.cases.count)", "failures": count(.failure, suite.cases),
                "errors": count(.error, suite.cases), "skipped": count(.skipped, suite.cases),
                "time": suite.time.map(seconds),
            ]
        ) { document in
            if !suite.properties.isEmpty {
                document.element("properties") { document in
                    for (name, value) in suite.properties {
                        document.element("property", ["name": name, "value": value])
                    }
                }
            }
            for testCase in suite.cases { write(testCase, &document) }
        }
    }

    private static func write(_ testCase: Case, _ document: inout XMLDocument) {
        document.element(
            "testcase", ["classname": testCase.place, "name": testCase.name, "time": seconds(testCase.time)]
        ) { document in
            func result(_ name: XMLName) {
                let attributes: KeyValuePairs<XMLName, String?> = ["type": testCase.type, "message": testCase.message]
                guard let text = testCase.text else { return document.element(name, attributes) }
                document.element(name, attributes, text: text)
            }
            switch testCase.kind {
            case .passed: for text in testCase.output { document.element("system-out", text: text) }
            case .failure: result("failure")
            case .error: result("error")
            case .skipped: result("skipped")
            }
        }
    }

    private static func seconds(_ time: Duration) -> String { Decimals.text(time.milliseconds / 1_000, places: 3) }

    private static func count(_ kind: Kind, _ cases: [Case]) -> String { "\(cases.count { $0.kind == kind })" }
}
