extension NodeReader {
    /// The document of a file in YAML; nil where it is none, which is reported.
    package init?(_ bytes: [UInt8], file: String, diagnostics: Diagnostics) {
        do throws(Diagnostic) {
            self.init(try YAML.read(bytes, file: file), file: file, diagnostics: diagnostics)
        } catch {
            diagnostics.report(error)
            return nil
        }
    }

    /// Reads the file that somebody named; blocks.
    package static func read<Value>(
        path: String, schema: String, _ body: (MappingReader) -> Value?
    ) throws(DiagnosticList) -> Value {
        let bytes: [UInt8]
        do throws(FileError) { bytes = try File.read(path, maximumBytes: 16 << 20) } catch {
            throw DiagnosticList(diagnostics: [Diagnostic(file: path, mark: nil, message: error.reason)])
        }
        return try read(bytes, file: path, schema: schema, body)
    }

    /// Reads a document that is a mapping and names its schema, and throws everything that is wrong with it.
    package static func read<Value>(
        _ bytes: [UInt8], file: String, schema: String, _ body: (MappingReader) -> Value?
    ) throws(DiagnosticList) -> Value {
        let diagnostics = Diagnostics()
        let value = NodeReader(bytes, file: file, diagnostics: diagnostics)?.mapping { reader -> Value? in
            if let named = reader.required("schema"), let name = named.string(), name != schema {
                named.report("expected the schema '\(schema)', found '\(name)'")
            }
            return body(reader)
        }
        try diagnostics.throwIfAny()
        guard let value else { preconditionFailure("what cannot be read of \(file) has a mistake") }
        return value
    }
}
