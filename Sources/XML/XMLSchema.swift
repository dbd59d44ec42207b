internal import CXML2

/// A compiled XML Schema with everything one thread needs to check documents against it at the library's own speed.
///
/// Compiling takes 0.2 to 0.5 ms, a document of a kilobyte a few microseconds, because the parser and the validator
/// are made once. An instance is therefore used by one thread at a time; it may move between threads.
/// Sharing one compiled schema between threads is not promised by the library, so every instance compiles its own.
@safe
package final class XMLSchema {
    /// One element without child elements, whose name was asked for.
    package struct Value: Sendable, Hashable {
        /// Index into the names given at the start.
        package var name: Int
        package var text: Substring

        @inlinable package init(name: Int, text: Substring) {
            self.name = name
            self.text = text
        }
    }

    /// What a document was found to be.
    package enum Outcome: Sendable, Hashable {
        /// The root's name as it is in the document, and the values of the elements asked for, in document order.
        case valid(root: String, values: Values)
        /// What the library said, in its own words, at most so many as `complaintLimit`.
        case invalid([String])
        /// Not well-formed, or not acceptable; `XMLReader` says why and where.
        case unreadable
    }

    /// More complaints about one document tell nobody more.
    package static let complaintLimit = 64

    private let schema: xmlSchemaPtr
    private let validator: xmlSchemaValidCtxtPtr
    private let collector: ValueCollector
    private let complaints: Complaints

    /// Compiles the schema.
    ///
    /// - Parameters:
    ///   - source: the text of the schema; it may not include or import another.
    ///   - elements: the names of the elements whose values are wanted.
    package init(_ source: [UInt8], elements: [String] = []) throws(XMLError) {
        precondition(LibXML.ready)
        let complaints = Complaints()
        self.complaints = complaints
        let compiled = unsafe source.withUnsafeBytes { buffer in
            unsafe Self.compile(buffer, complaints: complaints)
        }
        guard let compiled = unsafe compiled, let validator = unsafe xmlSchemaNewValidCtxt(compiled) else {
            throw XMLError(
                code: .schema, message: complaints.messages.first ?? "the schema cannot be compiled", position: .start)
        }
        unsafe schema = compiled
        unsafe self.validator = validator
        collector = ValueCollector(names: elements)
        unsafe xmlSchemaSetValidStructuredErrors(
            validator, collectComplaint, Unmanaged.passUnretained(complaints).toOpaque())
    }

    deinit {
        unsafe xmlSchemaFreeValidCtxt(validator)
        unsafe xmlSchemaFree(schema)
    }

    /// Parses and validates the document, which may have no attributes, and reads its values.
    package func check(_ bytes: UnsafeBufferPointer<UInt8>, limits: XMLLimits) -> Outcome {
        do throws(XMLError) { try unsafe XMLGate.check(bytes, limits: limits) } catch { return .unreadable }
        if !complaints.messages.isEmpty { complaints.messages = [] }
        switch unsafe collector.run(bytes, validator: validator) {
        case .unreadable: return .unreadable
        case .invalid: return .invalid(complaints.messages)
        case .valid: return unsafe .valid(root: collector.root, values: collector.values)
        }
    }

    package func check(_ bytes: [UInt8], limits: XMLLimits) -> Outcome {
        unsafe bytes.withUnsafeBufferPointer { unsafe check($0, limits: limits) }
    }

    private static func compile(_ source: UnsafeRawBufferPointer, complaints: Complaints) -> xmlSchemaPtr? {
        let text = unsafe source.assumingMemoryBound(to: CChar.self).baseAddress
        guard let context = unsafe xmlSchemaNewMemParserCtxt(text, Int32(source.count)) else { return nil }
        defer { unsafe xmlSchemaFreeParserCtxt(context) }
        unsafe xmlSchemaSetParserStructuredErrors(
            context, collectComplaint, Unmanaged.passUnretained(complaints).toOpaque())
        // The parser of the schema's own text knows no handler but the thread's.
        unsafe xmlSetStructuredErrorFunc(Unmanaged.passUnretained(complaints).toOpaque(), collectComplaint)
        defer { xmlSetStructuredErrorFunc(nil, nil) }
        return unsafe xmlSchemaParse(context)
    }
}

/// What the library said about one document, in its words.
private final class Complaints {
    var messages: [String] = []
}

private func collectComplaint(_ context: UnsafeMutableRawPointer?, _ error: UnsafeMutablePointer<xmlError>?) {
    guard let context = unsafe context, let error = unsafe error else { return }
    let complaints = unsafe Unmanaged<Complaints>.fromOpaque(context).takeUnretainedValue()
    guard complaints.messages.count < XMLSchema.complaintLimit else { return }
    complaints.messages.append(unsafe XMLError(error.pointee).message)
}
