/// Which backend the implementation is to talk to.
enum BackendChoice: Sendable, Hashable {
    /// The simulator, in this process.
    case embedded
    /// Service providers somewhere else, by their addresses.
    case elsewhere([String])
}

extension BackendChoice: ArgumentValue {
    init(argument: String) throws(InvalidValue) {
        guard argument != "embedded" else {
            self = .embedded
            return
        }
        let urls = argument.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        for url in urls where !url.hasPrefix("http://") && !url.hasPrefix("https://") {
            throw InvalidValue(message: "expected 'embedded' or URLs with commas between, found '\(url)'")
        }
        self = .elsewhere(urls)
    }
}
