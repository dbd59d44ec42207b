// swift-tools-version: 6.2
import PackageDescription

let house: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
]

/// For what serves a hundred thousand requests a second.
///
/// A quarter of its instructions would look for overlapping accesses; the tests, which run without this, do look. Not for
/// what a library product needs: a package with such a flag cannot be depended on by version.
let hot: [SwiftSetting] = house + [.unsafeFlags(["-enforce-exclusivity=unchecked"], .when(configuration: .release))]

/// For what tests spend most of their time in: `make` has it optimized in debug builds, too.
///
/// Reading specs and JSON, taking secrets out, drawing scenarios. Not without `make`, because a package with such a flag
/// cannot be depended on by version.
let tested: [SwiftSetting] =
    house
    + (Context.environment["ASSAY_OPTIMIZE"] == "1" ? [.unsafeFlags(["-O"], .when(configuration: .debug))] : [])

/// A target of the project: its name, and the arrows it declares.
///
/// Nothing is imported without an arrow.
func module(
    _ name: String, _ dependencies: [Target.Dependency] = [], resources: [Resource] = [],
    settings: [SwiftSetting] = house
) -> Target {
    .target(name: name, dependencies: dependencies, resources: resources, swiftSettings: settings)
}

/// The tests of one target, with the other targets they need beside it.
func tests(_ name: String, with others: [Target.Dependency] = []) -> Target {
    .testTarget(name: "\(name)Tests", dependencies: [.byName(name: name)] + others, swiftSettings: house)
}

let package = Package(
    name: "assay",
    products: [
        .executable(name: "assay", targets: ["assay"]),
        .library(name: "AccessEnablerAPI", targets: ["AccessEnablerAPI"]),
        .library(name: "AccessEnabler", targets: ["AccessEnabler"]),
        .library(name: "AdapterKit", targets: ["AdapterKit"]),
    ],
    targets: [
        // C libraries: a module map and a shim each, for one Swift target each.
        .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .systemLibrary(name: "CXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
        .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
        .systemLibrary(name: "COpenSSL", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CTLS", pkgConfig: "libssl", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CKernel"),

        // Ground floor: the machine, and the libraries behind types of ours.
        module("Timing"),
        module("POSIX", ["CKernel", "Timing"]),
        module("Transport", ["CCurl", "POSIX", "Timing"]),
        module("Documents", ["CYAML", "Timing"], settings: tested),
        module("XML", ["CXML2", "Encodings"]),
        module("Encodings", settings: tested),
        module("Cryptography", ["COpenSSL"]),
        module("Measurement", ["CZlib", "Documents", "Encodings", "Timing"], settings: tested),

        // The subject: what AccessEnabler is, and one complete implementation of it.
        module("AccessEnablerAPI", ["Encodings"]),
        // The schemas are copies of Specs/tokens, held equal by a test: not every archive keeps links.
        module(
            "Tokens", ["XML", "Cryptography", "Encodings", "Timing"],
            resources: ["authentication", "authorization", "media"].map { .embedInCode("Schemas/\($0).xsd") }),
        module(
            "AccessEnabler",
            ["AccessEnablerAPI", "Transport", "XML", "Tokens", "Cryptography", "Documents", "Encodings", "Timing"]),

        // What service providers speak, as far as contracts, backend and checkers name it.
        module("ServiceProtocol", ["Documents", "Timing"]),

        // What should happen, and what was seen.
        module(
            "Evidence",
            [
                "AccessEnablerAPI", "AdapterProtocol", "Cryptography", "Documents", "Encodings", "ServiceProtocol",
                "Timing",
            ], settings: tested),
        module(
            "Specification",
            ["AccessEnablerAPI", "Documents", "Cryptography", "Encodings", "Evidence", "ServiceProtocol"],
            settings: tested),

        module(
            "LoadResults", ["Documents", "Evidence", "Measurement", "ServiceProtocol", "Specification", "Timing"]),

        // The two ends that touch the world.
        module("HTTPServer", ["CTLS", "Encodings", "POSIX", "Timing"], settings: hot),
        module(
            "Backend",
            [
                "AccessEnablerAPI", "HTTPServer", "POSIX", "Tokens", "XML", "Cryptography", "Documents", "Encodings",
                "Evidence", "ServiceProtocol", "Timing",
            ]),
        module("Gate", ["Backend", "Encodings", "HTTPServer", "POSIX", "Timing", "Transport"]),
        module("AdapterProtocol", ["AccessEnablerAPI", "Documents", "Encodings", "Timing"]),
        module("AdapterKit", ["AccessEnablerAPI", "AdapterProtocol", "Documents", "POSIX", "Timing"]),
        module(
            "Driver",
            ["AccessEnablerAPI", "AdapterProtocol", "Documents", "Encodings", "Evidence", "POSIX", "Timing"]),
        module("PortWrapping", ["AccessEnabler", "AccessEnablerAPI", "Documents", "Encodings", "XML"]),
        module("Mutants", ["AccessEnabler", "AccessEnablerAPI", "POSIX", "PortWrapping", "Timing", "XML"]),
        module(
            "Variants",
            [
                "AccessEnabler", "AccessEnablerAPI", "Cryptography", "Documents", "Encodings", "POSIX", "PortWrapping",
                "Timing", "Tokens",
            ]),

        // From specs to verdicts.
        module(
            "Runner",
            [
                "AccessEnablerAPI", "Backend", "Driver", "Encodings", "Evidence", "POSIX", "ServiceProtocol",
                "Specification", "Transport", "XML", "Timing", "Cryptography",
            ]),
        module(
            "Load",
            [
                "AccessEnablerAPI", "Backend", "Documents", "Driver", "Evidence", "LoadResults", "Measurement",
                "POSIX", "Runner", "ServiceProtocol", "Specification", "Timing", "Transport",
            ]),
        module(
            "Checkers",
            [
                "AccessEnablerAPI", "Documents", "Encodings", "Evidence", "ServiceProtocol", "Specification", "Timing",
                "XML",
            ]),

        // What the documents promise of every sequence of calls, and the search for one that a port breaks them in.
        module("Model", ["AccessEnablerAPI"], settings: tested),
        module("Exploration", ["AccessEnablerAPI", "Encodings", "Evidence", "Model"], settings: tested),
        module(
            "Reports",
            [
                "AccessEnablerAPI", "Documents", "Encodings", "Evidence", "LoadResults", "Measurement",
                "ServiceProtocol",
                "Timing",
            ]),
        .executableTarget(
            name: "assay",
            dependencies: [
                "AccessEnabler", "AccessEnablerAPI", "AdapterKit", "Backend", "Checkers", "Cryptography", "Documents",
                "Driver", "Encodings", "Evidence", "Exploration", "Gate", "HTTPServer", "Load", "LoadResults",
                "Measurement", "Model", "Mutants", "POSIX", "Reports", "Runner", "ServiceProtocol", "Specification",
                "Timing",
                "Tokens", "Transport", "Variants", "XML",
            ],
            swiftSettings: house),

        // Beside the product: what must be quick, measured by `make bench`.
        .executableTarget(
            name: "TokenBenchmark", dependencies: ["Cryptography", "Encodings", "POSIX", "Timing", "Tokens", "XML"],
            path: "Sources/Benchmarks/TokenBenchmark", swiftSettings: house),

        .executableTarget(
            name: "ReportBenchmark",
            dependencies: [
                "AccessEnablerAPI", "Documents", "Evidence", "LoadResults", "Measurement", "Reports", "Timing",
            ],
            path: "Sources/Benchmarks/ReportBenchmark", swiftSettings: house),

        // How exactly replies leave, and at what cost, by Sources/Benchmarks/backend.sh.
        .executableTarget(
            name: "BackendBenchmark", dependencies: ["Documents", "HTTPServer", "POSIX", "Timing"],
            path: "Sources/Benchmarks/BackendBenchmark", swiftSettings: house),

        // What a gate adds to a request.
        .executableTarget(
            name: "GateBenchmark", dependencies: ["Backend", "Evidence", "Gate", "HTTPServer", "Timing", "Transport"],
            path: "Sources/Benchmarks/GateBenchmark", swiftSettings: house),

        // A port that does what a test says, for the tests of both sides of the adapter protocol.
        .target(
            name: "ScriptedPort", dependencies: ["AccessEnablerAPI"], path: "Tests/ScriptedPort",
            swiftSettings: house),
        .executableTarget(
            name: "ScriptedAdapter", dependencies: ["AccessEnablerAPI", "AdapterKit", "ScriptedPort"],
            path: "Tests/ScriptedAdapter", swiftSettings: house),

        // The program that the README shows.
        .executableTarget(
            name: "LoginExample", dependencies: ["AccessEnabler", "AccessEnablerAPI"], path: "Examples/swift",
            exclude: ["README.md"], swiftSettings: house),

        // A port in Swift behind the adapter protocol; the tests certify it.
        .executableTarget(
            name: "SwiftAdapter", dependencies: ["AccessEnabler", "AdapterKit"], path: "Examples/adapterkit",
            exclude: ["README.md"], swiftSettings: house),

        // Threads of their own for tests that hold them.
        .target(
            name: "TestThreads", dependencies: ["POSIX"], path: "Tests/TestThreads", swiftSettings: house),

        .target(
            name: "SchemaCheck", dependencies: ["Documents"], path: "Tests/SchemaCheck", swiftSettings: house),

        // What must hold for tokens, configurations, pages and keys whatever the bytes are.
        .target(
            name: "TokenProperties", dependencies: ["Cryptography", "Timing", "Tokens", "XML"],
            path: "Tests/TokenProperties", swiftSettings: house),

        // The same for everything else that comes in.
        .target(
            name: "InputProperties",
            dependencies: [
                "AdapterProtocol", "Backend", "Documents", "Evidence", "HTTPServer", "Load", "POSIX", "Specification",
            ],
            path: "Tests/InputProperties", swiftSettings: house),

        tests("Timing"),
        tests("POSIX", with: ["Timing"]),
        tests("Transport", with: ["POSIX", "Timing"]),
        tests("Documents"),
        tests("XML"),
        tests("Encodings"),
        tests("Cryptography", with: ["Encodings"]),
        tests("Measurement", with: ["Documents", "POSIX", "Timing"]),
        tests("AccessEnablerAPI"),
        tests(
            "Tokens",
            with: [
                "XML", "Cryptography", "Documents", "Encodings", "InputProperties", "TestThreads", "Timing",
                "TokenProperties",
            ]),
        tests(
            "AccessEnabler",
            with: ["AccessEnablerAPI", "Tokens", "Cryptography", "Documents", "Encodings", "POSIX", "Timing", "XML"]),
        tests("Evidence", with: ["AccessEnablerAPI", "Documents", "ServiceProtocol", "TestThreads", "Timing"]),
        tests(
            "Specification",
            with: ["AccessEnablerAPI", "Documents", "Evidence", "SchemaCheck", "ServiceProtocol", "Timing"]),
        tests("ServiceProtocol"),
        tests("HTTPServer", with: ["POSIX", "TestThreads", "Timing"]),
        tests(
            "Backend",
            with: [
                "AccessEnablerAPI", "COpenSSL", "Cryptography", "Documents", "Encodings", "Evidence", "HTTPServer",
                "LoginExample", "POSIX", "ServiceProtocol", "TestThreads", "Timing", "Tokens", "XML",
            ]),
        tests(
            "Gate",
            with: [
                "Backend", "Cryptography", "Documents", "Evidence", "HTTPServer", "POSIX", "ServiceProtocol",
                "TestThreads",
                "Timing", "Transport",
            ]),
        tests("AdapterProtocol", with: ["AccessEnablerAPI", "Documents", "Timing"]),
        tests(
            "AdapterKit",
            with: ["AccessEnablerAPI", "AdapterProtocol", "Documents", "POSIX", "ScriptedPort", "Timing"]),
        tests(
            "Driver",
            with: [
                "AccessEnablerAPI", "AdapterKit", "AdapterProtocol", "Documents", "Encodings", "Evidence", "POSIX",
                "ScriptedAdapter", "ScriptedPort", "Timing",
            ]),
        tests("Mutants", with: ["AccessEnabler", "AccessEnablerAPI", "PortWrapping"]),
        tests("Model", with: ["AccessEnablerAPI"]),
        tests("Exploration", with: ["Evidence", "Model", "TestThreads"]),
        tests(
            "Checkers",
            with: [
                "AccessEnablerAPI", "Documents", "Encodings", "Evidence", "ServiceProtocol", "Specification", "Timing",
            ]),
        tests(
            "Load",
            with: [
                "AccessEnablerAPI", "Documents", "Evidence", "LoadResults", "Measurement", "POSIX", "Reports",
                "SchemaCheck", "ServiceProtocol", "Specification", "Timing",
            ]),
        tests(
            "Reports",
            with: [
                "AccessEnablerAPI", "Documents", "Evidence", "LoadResults", "Measurement", "POSIX", "SchemaCheck",
                "ServiceProtocol", "Timing", "XML",
            ]),
        tests(
            "Runner",
            with: [
                "AccessEnabler", "AccessEnablerAPI", "Backend", "Checkers", "Documents", "Driver", "Encodings",
                "Mutants", "Evidence", "Gate", "Load", "LoadResults", "Measurement", "POSIX", "Reports", "SchemaCheck",
                "ServiceProtocol", "Specification", "SwiftAdapter", "Timing", "PortWrapping", "Transport", "Variants",
                "assay",
            ]),
        tests(
            "assay",
            with: [
                "AccessEnablerAPI", "Backend", "CKernel", "COpenSSL", "Checkers", "Cryptography", "Documents",
                "Encodings", "Evidence", "Exploration", "Gate", "Load", "LoadResults", "Measurement", "Model",
                "Mutants",
                "POSIX", "PortWrapping", "Reports", "Runner", "SchemaCheck", "ServiceProtocol", "Specification",
                "TestThreads", "Timing", "Tokens", "Variants",
            ]),
    ],
    swiftLanguageModes: [.v6]
)

// Only Tests/TokenFuzzer/fuzz.sh sets it: the program can be linked with libFuzzer alone.
if Context.environment["ASSAY_LIBFUZZER"] != nil {
    package.targets += [
        .systemLibrary(name: "CFuzzer", path: "Tests/CFuzzer"),
        .executableTarget(
            name: "TokenFuzzer", dependencies: ["CFuzzer", "InputProperties", "TokenProperties"],
            path: "Tests/TokenFuzzer",
            exclude: ["fuzz.sh", "Seeds", "words.txt"], swiftSettings: house),
    ]
}
