internal import CYAML

/// Owns a `yaml_parser_t`, which must not move while libyaml uses it, and copies its events out.
@safe struct YAMLEvents: ~Copyable {
    enum Event {
        case streamStart
        case streamEnd
        case documentStart(versionIsAllowed: Bool, hasTagDirectives: Bool)
        case documentEnd
        case scalar(Node.Scalar, decorated: Bool)
        case sequenceStart(decorated: Bool)
        case sequenceEnd
        case mappingStart(decorated: Bool)
        case mappingEnd
        case alias
    }

    private let raw: UnsafeMutablePointer<yaml_parser_t>

    /// The bytes must outlive the value.
    init(reading bytes: UnsafeBufferPointer<UInt8>) {
        unsafe raw = .allocate(capacity: 1)
        precondition(unsafe yaml_parser_initialize(raw) == 1, "libyaml found no memory for a parser")
        unsafe yaml_parser_set_encoding(raw, YAML_UTF8_ENCODING)
        unsafe yaml_parser_set_input_string(raw, bytes.baseAddress, bytes.count)
    }

    deinit {
        unsafe yaml_parser_delete(raw)
        unsafe raw.deallocate()
    }

    /// Where an event's text is.
    struct Place {
        var start: Mark
        var end: Mark
        /// Whether it is a list or a mapping in brackets or braces, or the end of one.
        var isFlow = false
    }

    func next() throws(YAMLError) -> (event: Event, place: Place) {
        var event = unsafe yaml_event_t()
        guard unsafe yaml_parser_parse(raw, &event) == 1 else { throw mistake() }
        defer { unsafe yaml_event_delete(&event) }
        var place = unsafe Place(start: Mark(event.start_mark), end: Mark(event.end_mark))
        place.isFlow =
            switch unsafe event.type {
            case YAML_SEQUENCE_START_EVENT: unsafe event.data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE
            case YAML_MAPPING_START_EVENT: unsafe event.data.mapping_start.style == YAML_FLOW_MAPPING_STYLE
            default: false
            }
        return unsafe (copy(event), place)
    }

    private func copy(_ event: yaml_event_t) -> Event {
        switch unsafe event.type {
        case YAML_STREAM_START_EVENT:
            return .streamStart
        case YAML_DOCUMENT_START_EVENT:
            let start = unsafe event.data.document_start
            let version = unsafe start.version_directive.map { unsafe ($0.pointee.major, $0.pointee.minor) }
            return unsafe .documentStart(
                versionIsAllowed: version.map { $0 == (1, 2) } ?? true,
                hasTagDirectives: start.tag_directives.start != start.tag_directives.end)
        case YAML_DOCUMENT_END_EVENT:
            return .documentEnd
        case YAML_SCALAR_EVENT:
            let scalar = unsafe event.data.scalar
            let bytes = unsafe UnsafeBufferPointer(start: scalar.value, count: scalar.length)
            let text = unsafe String(decoding: bytes, as: UTF8.self)
            return unsafe .scalar(
                Node.Scalar(text: text, isQuoted: scalar.style != YAML_PLAIN_SCALAR_STYLE),
                decorated: scalar.anchor != nil || scalar.tag != nil)
        case YAML_SEQUENCE_START_EVENT:
            let start = unsafe event.data.sequence_start
            return unsafe .sequenceStart(decorated: start.anchor != nil || start.tag != nil)
        case YAML_SEQUENCE_END_EVENT:
            return .sequenceEnd
        case YAML_MAPPING_START_EVENT:
            let start = unsafe event.data.mapping_start
            return unsafe .mappingStart(decorated: start.anchor != nil || start.tag != nil)
        case YAML_MAPPING_END_EVENT:
            return .mappingEnd
        case YAML_ALIAS_EVENT:
            return .alias
        default:
            return .streamEnd
        }
    }

    private func mistake() -> YAMLError {
        let problem = unsafe raw.pointee.problem.map { unsafe String(cString: $0) } ?? "unreadable"
        guard unsafe raw.pointee.error != YAML_READER_ERROR else {
            return unsafe YAMLError(problem, atOffset: Int(raw.pointee.problem_offset))
        }
        let mark = Mark(unsafe raw.pointee.problem_mark)
        guard let context = unsafe raw.pointee.context.map({ unsafe String(cString: $0) }) else {
            return YAMLError(problem, at: mark)
        }
        let from = Mark(unsafe raw.pointee.context_mark)
        return YAMLError("\(problem) \(context) that starts at \(from)", at: mark)
    }
}

extension Mark {
    fileprivate init(_ mark: yaml_mark_t) {
        self.init(line: Int(mark.line) + 1, column: Int(mark.column) + 1)
    }
}
