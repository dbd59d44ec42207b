internal import CCurl

/// The header lines of one request, as libcurl wants them.
@safe struct HeaderList: ~Copyable {
    private(set) var list: UnsafeMutablePointer<curl_slist>?

    deinit {
        unsafe curl_slist_free_all(list)
    }

    mutating func removeAll() {
        unsafe curl_slist_free_all(list)
        unsafe list = nil
    }

    /// Adds `name: value`, or for an empty value the `name;` that libcurl wants for it.
    mutating func append(_ name: String, _ value: String) {
        append(line: value.isEmpty ? "\(name);" : "\(name): \(value)")
    }

    /// Adds the `name:` for a header that libcurl shall leave out.
    mutating func leaveOut(_ name: String) {
        append(line: "\(name):")
    }

    private mutating func append(line: String) {
        // Without memory for it there is none for anything else.
        guard let longer = unsafe curl_slist_append(list, line) else { preconditionFailure("no memory for a header") }
        unsafe list = longer
    }
}
