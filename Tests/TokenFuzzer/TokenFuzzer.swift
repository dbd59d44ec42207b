internal import CFuzzer
internal import InputProperties
internal import TokenProperties

/// Lets libFuzzer look for bytes for which a property does not hold; Tests/TokenFuzzer/fuzz.sh builds and runs it.
///
///     TokenFuzzer PROPERTY [OPTIONS OF LIBFUZZER] [FOLDERS OF TEXTS]
@main struct TokenFuzzer {
    static func main() {
        guard CommandLine.arguments.count > 1, isPropertyNamed else {
            let names = (Property.allCases.map(\.rawValue) + InputProperty.allCases.map(\.rawValue))
                .joined(separator: "|")
            print("usage: TokenFuzzer \(names) [OPTIONS OF LIBFUZZER] [FOLDERS OF TEXTS]")
            return
        }
        // What all texts share is made ready in nobody's time.
        _ = tryBytes(nil, 0)
        // The library takes the name of the property for that of the program.
        var count = CommandLine.argc - 1
        var arguments = unsafe CommandLine.unsafeArgv + 1
        _ = unsafe LLVMFuzzerRunDriver(&count, &arguments, tryBytes)
    }
}
