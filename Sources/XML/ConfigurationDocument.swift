/// What a service answers to the question for a requestor's configuration (service-protocol.md 1.1).
///
/// Only the root element is in a name space; its children are plain. A prefix on a child is not an error here.
package struct ConfigurationDocument: Sendable, Hashable {
    package struct Domain: Sendable, Hashable {
        package var name: String

        package init(name: String) {
            self.name = name
        }
    }

    /// The element around it all.
    package struct Root: Sendable, Hashable {
        package var name: String
        package var namespace: String?

        /// What services answer with (service-protocol.md 1.1).
        package static let documented = Root(name: "config", namespace: "http://pass.adobe.com/config")
    }

    package var root = Root.documented
    package var requestorID: String
    package var name: String
    package var domains: [Domain]
    /// In the order of the document, duplicates included.
    package var mvpds: [ConfigurationMVPD]
    /// What was found while reading and is not in the values.
    var remarks: [ConfigurationFinding] = []

    package init(requestorID: String, name: String, domains: [Domain] = [], mvpds: [ConfigurationMVPD] = []) {
        self.requestorID = requestorID
        self.name = name
        self.domains = domains
        self.mvpds = mvpds
    }

    /// Reads the answer in one pass, without building a tree; as safe on hostile input as `XMLReader`.
    ///
    /// What is missing comes back empty.
    ///
    /// - Parameter isLeftOut: whether the MVPD of that ID is of no interest; then it is not among the document's.
    package static func read(
        _ bytes: [UInt8], limits: XMLLimits = .standard, leavingOut isLeftOut: (_ id: String) -> Bool = { _ in false }
    ) throws(XMLError) -> ConfigurationDocument {
        try withoutActuallyEscaping(isLeftOut) { isLeftOut throws(XMLError) in
            try unsafe bytes.withUnsafeBufferPointer { bytes throws(XMLError) in
                try unsafe ConfigurationReader.read(bytes, limits: limits, leavingOut: isLeftOut)
            }
        }
    }
}

/// One entry of the list of MVPDs, as the service sent it.
package struct ConfigurationMVPD: Sendable, Hashable {
    /// The value of `mso_id` and `mvpd` everywhere else; empty when the document has none.
    package var id: String
    package var displayName: String
    package var logoURL: String
    /// Every other child element, in the order of the document.
    package var properties: ConfigurationProperties
    /// Where the entry starts.
    package var position: XMLPosition

    package init(
        id: String, displayName: String, logoURL: String, properties: ConfigurationProperties = [:],
        position: XMLPosition = .start
    ) {
        self.id = id
        self.displayName = displayName
        self.logoURL = logoURL
        self.properties = properties
        self.position = position
    }

    /// Whether the property is exactly "true"; what is absent is false (service-protocol.md 1.1).
    package func flag(_ name: String) -> Bool {
        properties[name] == "true"
    }
}

/// Names and values in the order they came; a name may come more than once.
package struct ConfigurationProperties: Sendable, Hashable, ExpressibleByDictionaryLiteral, Sequence {
    /// A share of the array that all MVPDs of a document have together.
    private var pairs: ArraySlice<Pair>

    package struct Pair: Sendable, Hashable {
        package var name: String
        package var value: String
    }

    init(_ pairs: ArraySlice<Pair>) {
        self.pairs = pairs
    }

    package init(dictionaryLiteral elements: (String, String)...) {
        pairs = elements.map { Pair(name: $0.0, value: $0.1) }[...]
    }

    /// The first value of that name.
    package subscript(name: String) -> String? {
        pairs.first { $0.name == name }?.value
    }

    package mutating func append(_ name: String, _ value: String) {
        pairs.append(Pair(name: name, value: value))
    }

    package func makeIterator() -> IndexingIterator<ArraySlice<Pair>> {
        pairs.makeIterator()
    }
}
