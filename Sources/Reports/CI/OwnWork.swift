internal import Documents

/// Whether a file that is in the way was written here, so that it may be written anew.
package enum OwnWork {
    /// Of what nobody wrote anything into, nothing is lost either.
    package static func isOurs(_ bytes: [UInt8]) -> Bool {
        if bytes.allSatisfy({ [0x20, 0x0A, 0x0D, 0x09].contains($0) }) { return true }
        if bytes.starts(with: ComparisonText.mark.utf8) { return true }
        let ends = [bytes.prefix(4_096), bytes.suffix(4_096)].map { String(decoding: $0, as: UTF8.self) }
        let text = "\n" + ends.joined()
        let marks = [
            Markdown.mark, BadgePicture.mark, PageMark.html.source, "\nschema: assay/expectations/",
            "\nschema: assay/capabilities/", "<testsuites name=\"assay\"",
        ]
        if marks.contains(where: text.contains) { return true }
        guard let json = try? JSON.parse(bytes, limits: JSON.Limits(maximumBytes: 1 << 30)) else { return false }
        if let schema = json["schema"]?.string { return schema.hasPrefix("assay/") }
        if json["schemaVersion"] == 1, json["label"] == "AccessEnabler" { return true }
        // Code quality: an empty list holds nothing of anybody.
        return json.array?.allSatisfy { $0["check_name"]?.string?.hasPrefix("assay/") ?? false } ?? false
    }
}
