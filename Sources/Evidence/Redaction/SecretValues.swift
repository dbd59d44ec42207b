internal import Encodings

/// The secrets that a run knows of, to be found wherever they turn up.
///
/// Of very long runs the oldest are forgotten, but those that were given.
struct SecretValues: Sendable {
    /// Shorter ones are words of every language.
    static let minLength = 6
    /// From this length on a value is found inside a word as well.
    private static let unmistakable = 16
    /// Forms are found by their beginnings, the shortest first, so that few are tried at each place of a text, whatever a port
    /// says and whatever secrets have in common.
    private static let beginningLengths = [4, 16, 64, 256]
    /// The most lengths that are kept for one beginning of 256 bytes.
    private static let maxLengths = 1_024
    /// Values of one generation; there are two.
    private static let maxValues = 50_000
    /// Bytes of one generation.
    private static let maxBytes = 48 << 20

    private struct Generation: Sendable {
        /// What is put in the place of each form of a secret.
        var digests: [[UInt8]: String] = [:]
        /// By the hash of a beginning, the lengths of the forms that begin so.
        ///
        /// A form that is long enough for the next beginning is kept there, and here only with the length of that beginning.
        var lengths: [UInt64: Set<Int>] = [:]
        var bytes = 0

        mutating func note(_ form: [UInt8]) {
            for (index, length) in SecretValues.beginningLengths.enumerated() where length <= form.count {
                let beginning = SecretValues.hash(form.prefix(length))
                let next = SecretValues.nextBeginning(after: index)
                guard next < .max || lengths[beginning, default: []].count < SecretValues.maxLengths else { return }
                lengths[beginning, default: []].insert(min(form.count, next))
            }
        }
    }

    /// What was given, such as the bindings of a command line: however much a port calls a secret, these are not forgotten.
    private var given = Generation()
    private var young = Generation()
    private var old = Generation()
    /// A bit for each value of the first two bytes with which one begins, so that most bytes of a text are passed quickly.
    private var beginnings = [Bool](repeating: false, count: 65_536)
    /// What must never be taken for a secret: the values that sessions are told apart by.
    private var innocent: Set<String> = []
    /// The digests of what only a port called a secret.
    private var said: Set<String> = []

    var isEmpty: Bool { given.digests.isEmpty && young.digests.isEmpty && old.digests.isEmpty }

    mutating func protect(_ values: some Sequence<String>) {
        if innocent.count > Self.maxValues { innocent = [] }
        innocent.formUnion(values)
    }

    /// Takes note of a secret that was given, and of how it looks in URLs, in forms, in JSON, in XML and in Base64.
    mutating func give(_ secret: String) {
        let bytes = Array(secret.utf8)
        guard bytes.count >= Self.minLength else { return }
        note(bytes, Redactor.digest(of: secret), in: \.given)
    }

    /// The same for one that was issued or, `isSaid`, that a port calls one.
    mutating func learn(_ secret: String, isSaid: Bool = false) {
        let bytes = Array(secret.utf8)
        if !isSaid, !said.isEmpty { said.remove(Redactor.digest(of: secret)) }
        guard bytes.count >= Self.minLength, !innocent.contains(secret), given.digests[bytes] == nil,
            young.digests[bytes] == nil
        else { return }
        if young.digests.count > Self.maxValues || young.bytes > Self.maxBytes {
            (old, young) = (young, Generation())
        }
        let digest = Redactor.digest(of: secret)
        if isSaid, old.digests[bytes] == nil {
            if said.count > Self.maxValues { said = [] }
            said.insert(digest)
        }
        note(bytes, digest, in: \.young)
    }

    private mutating func note(
        _ bytes: [UInt8], _ digest: String, in generation: WritableKeyPath<SecretValues, Generation>
    ) {
        for form in Set([bytes] + SecretForms.all(of: bytes)) where form.count >= Self.minLength {
            self[keyPath: generation].digests[form] = digest
            self[keyPath: generation].note(form)
            self[keyPath: generation].bytes += form.count
            beginnings[Int(form[0]) << 8 | Int(form[1])] = true
        }
    }

    /// The text with each secret in it replaced; nil where there is none.
    func redacted(_ text: String) -> String? {
        var text = text
        return text.withUTF8 { unsafe redacted($0) }.map { String(decoding: $0, as: UTF8.self) }
    }

    /// A file without what was given or issued and no word looks like; nil where there is none.
    func redacted(written bytes: [UInt8]) -> [UInt8]? {
        unsafe bytes.withUnsafeBufferPointer { unsafe redacted($0, from: Self.unmistakable, sparing: said) }
    }

    /// - Parameters:
    ///   - minLength: shorter ones stay.
    ///   - spared: what has these digests stays.
    private func redacted(
        _ bytes: UnsafeBufferPointer<UInt8>, from minLength: Int = minLength, sparing spared: Set<String> = []
    ) -> [UInt8]? {
        guard !isEmpty, bytes.count >= minLength else { return nil }
        var result: [UInt8] = []
        var kept = 0
        var position = 0
        while position + minLength <= bytes.count {
            guard unsafe beginnings[Int(bytes[position]) << 8 | Int(bytes[position + 1])],
                let (length, digest) = unsafe secret(in: bytes, at: position, from: minLength),
                !spared.contains(digest)
            else {
                position += 1
                continue
            }
            unsafe result += bytes[kept..<position]
            result += Array(digest.utf8)
            position += length
            kept = position
        }
        guard kept > 0 else { return nil }
        return unsafe result + bytes[kept...]
    }

    /// The longest secret that begins at the position.
    private func secret(
        in bytes: UnsafeBufferPointer<UInt8>, at position: Int, from minLength: Int
    ) -> (Int, String)? {
        var lengths: [Int] = []
        var isLonger = true
        for (index, length) in Self.beginningLengths.enumerated() where isLonger && position + length <= bytes.count {
            let beginning = unsafe Self.hash(bytes[position..<position + length])
            let next = Self.nextBeginning(after: index)
            isLonger = false
            for found in [given.lengths[beginning], young.lengths[beginning], old.lengths[beginning]] {
                for length in found ?? [] {
                    if length == next { isLonger = true } else { lengths.append(length) }
                }
            }
        }
        for length in lengths.sorted(by: >) where length >= minLength && position + length <= bytes.count {
            guard unsafe length >= Self.unmistakable || Self.standsAlone(bytes, position, length) else { continue }
            let form = unsafe Array(bytes[position..<position + length])
            if let digest = given.digests[form] ?? young.digests[form] ?? old.digests[form] { return (length, digest) }
        }
        return nil
    }

    /// Whether a short one is a word of its own: `secret` is none in `secretary`.
    private static func standsAlone(
        _ bytes: UnsafeBufferPointer<UInt8>, _ position: Int, _ length: Int
    ) -> Bool {
        let end = position + length
        return unsafe !(position > 0 && bytes[position - 1].isLetterOrDigit && bytes[position].isLetterOrDigit)
            && !(end < bytes.count && bytes[end].isLetterOrDigit && bytes[end - 1].isLetterOrDigit)
    }

    private static func nextBeginning(after index: Int) -> Int {
        index + 1 < beginningLengths.count ? beginningLengths[index + 1] : .max
    }

    /// FNV-1a; beginnings of one hash cost a comparison more.
    private static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
        bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}

/// How a secret is written inside other texts.
enum SecretForms {
    static func all(of bytes: [UInt8]) -> [[UInt8]] {
        let encoded = PercentEncoding.encode(bytes)
        var inXML: [UInt8] = []
        inXML.appendXML(bytes)
        let inJSON = inJSON(bytes)
        let inBase64 = Array(Base64.encode(bytes).utf8)
        let inHTML = inXML.replacing("\"".utf8, with: "&quot;".utf8)
        return [
            encoded, PercentEncoding.encode(encoded), inLowerCase(encoded), inForm(encoded),
            inForm(inLowerCase(encoded)), inXML, inJSON,
            // As in paths.
            encoded.replacing("%2F".utf8, with: "/".utf8),
            inHTML.replacing("'".utf8, with: "&#39;".utf8), inHTML.replacing("'".utf8, with: "&#x27;".utf8),
            // As Foundation writes it, and as Python does.
            inJSON.replacing("/".utf8, with: "\\/".utf8), inASCII(inJSON),
            inBase64, Array(inBase64.prefix { $0 != UInt8(ascii: "=") }), Array(Base64.encodeURLSafe(bytes).utf8),
        ]
    }

    /// With `\u00e9` for every unit of UTF-16 beyond ASCII.
    private static func inASCII(_ json: [UInt8]) -> [UInt8] {
        String(decoding: json, as: UTF8.self).utf16.flatMap { unit -> [UInt8] in
            guard unit >= 0x80 else { return [UInt8(unit)] }
            let digits = String(unit, radix: 16)
            return Array(("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).utf8)
        }
    }

    /// With `%2f` for `%2F`.
    private static func inLowerCase(_ encoded: [UInt8]) -> [UInt8] {
        var encoded = encoded
        for index in encoded.indices where encoded[index] == UInt8(ascii: "%") {
            for digit in index + 1...index + 2 where encoded[digit].isLetter { encoded[digit] |= 0x20 }
        }
        return encoded
    }

    /// With `+` for a blank.
    private static func inForm(_ encoded: [UInt8]) -> [UInt8] {
        Array(String(decoding: encoded, as: UTF8.self).replacing("%20", with: "+").utf8)
    }

    private static func inJSON(_ bytes: [UInt8]) -> [UInt8] {
        bytes.flatMap { byte -> [UInt8] in
            switch byte {
            case UInt8(ascii: "\""): Array("\\\"".utf8)
            case UInt8(ascii: "\\"): Array("\\\\".utf8)
            case UInt8(ascii: "\n"): Array("\\n".utf8)
            default: [byte]
            }
        }
    }
}
