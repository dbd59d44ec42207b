/// Builds the tree of one document from its events, and refuses what the strict dialect leaves out.
struct YAMLComposer: ~Copyable {
    private let events: YAMLEvents
    private var form: YAMLForm
    private static let maximumDepth = 64
    private static let maximumNodes = 150_000
    private var nodes = 0

    init(events: consuming YAMLEvents, form: YAMLForm) {
        self.events = events
        self.form = form
    }

    private mutating func next() throws(YAMLError) -> (event: YAMLEvents.Event, mark: Mark) {
        let (event, place) = try events.next()
        try form.check(event, place)
        return (event, place.start)
    }

    mutating func document() throws(YAMLError) -> Node {
        _ = try next()
        let (start, startMark) = try next()
        guard case .documentStart(let versionIsAllowed, let hasTagDirectives) = start else {
            throw YAMLError("the document is empty", at: startMark)
        }
        guard versionIsAllowed else { throw YAMLError("the only version read here is YAML 1.2", at: startMark) }
        guard !hasTagDirectives else { throw YAMLError("tag directives are not allowed", at: startMark) }
        let (first, mark) = try next()
        let root = try node(first, mark, depth: 1)
        _ = try next()
        let (end, endMark) = try next()
        guard case .streamEnd = end else { throw YAMLError("a file holds one document", at: endMark) }
        return root
    }

    private mutating func node(_ event: YAMLEvents.Event, _ mark: Mark, depth: Int) throws(YAMLError) -> Node {
        guard depth <= Self.maximumDepth else {
            throw YAMLError("nested more than \(Self.maximumDepth) deep", at: mark)
        }
        try count(mark)
        switch event {
        case .scalar(_, decorated: true), .sequenceStart(decorated: true), .mappingStart(decorated: true):
            throw YAMLError("anchors and tags are not allowed", at: mark)
        case .scalar(let scalar, _):
            return Node(content: .scalar(scalar), mark: mark)
        case .sequenceStart:
            return Node(content: .sequence(try items(depth: depth)), mark: mark)
        case .mappingStart:
            return Node(content: .mapping(try pairs(depth: depth)), mark: mark)
        case .alias:
            throw YAMLError("aliases are not allowed", at: mark)
        case .streamStart, .streamEnd, .documentStart, .documentEnd, .sequenceEnd, .mappingEnd:
            throw YAMLError("a value is missing", at: mark)
        }
    }

    private mutating func count(_ mark: Mark) throws(YAMLError) {
        nodes += 1
        guard nodes <= Self.maximumNodes else {
            throw YAMLError("more than \(Self.maximumNodes) keys and values", at: mark)
        }
    }

    private mutating func items(depth: Int) throws(YAMLError) -> [Node] {
        var items: [Node] = []
        while true {
            let (event, mark) = try next()
            if case .sequenceEnd = event { return items }
            items.append(try node(event, mark, depth: depth + 1))
        }
    }

    private mutating func pairs(depth: Int) throws(YAMLError) -> [Node.Pair] {
        var pairs: [Node.Pair] = []
        var seen: [String: Mark] = [:]
        while true {
            let (event, keyMark) = try next()
            if case .mappingEnd = event { return pairs }
            let key = try key(event, keyMark)
            if let first = seen.updateValue(keyMark, forKey: key) {
                throw YAMLError("duplicate key '\(key)'; it is first at \(first)", at: keyMark)
            }
            let (value, mark) = try next()
            pairs.append(Node.Pair(key: key, keyMark: keyMark, value: try node(value, mark, depth: depth + 1)))
        }
    }

    private mutating func key(_ event: YAMLEvents.Event, _ mark: Mark) throws(YAMLError) -> String {
        switch event {
        case .scalar(_, decorated: true):
            throw YAMLError("anchors and tags are not allowed", at: mark)
        case .scalar(let scalar, _):
            guard !scalar.text.isEmpty else { throw YAMLError("a key is missing", at: mark) }
            try count(mark)
            guard scalar.isQuoted || scalar.text != "<<" else {
                throw YAMLError("merge keys are not allowed", at: mark)
            }
            return scalar.text
        case .alias:
            throw YAMLError("aliases are not allowed", at: mark)
        default:
            throw YAMLError("a key is a word or a quoted string", at: mark)
        }
    }
}
