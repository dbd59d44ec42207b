internal import HTTPServer

/// The bytes of a connection, read at once and in pieces.
enum HeadProperty {
    private struct Reading: Equatable {
        var requests: [[UInt8]] = []
        /// Which of two reasons is seen first may hang on where the bytes are cut; that there is one may not.
        var isRefused = false
    }

    static func objection(to bytes: [UInt8]) -> String? {
        let (whole, refusal) = reading(bytes, pieces: max(1, bytes.count))
        for size in [1, 3] where reading(bytes, pieces: size).reading != whole {
            return "other requests when they come \(size) bytes at a time"
        }
        if let refusal, !(400...599).contains(refusal.status) || refusal.reason.isEmpty {
            return "a refusal without a reason"
        }
        return nil
    }

    private static func reading(_ bytes: [UInt8], pieces size: Int) -> (reading: Reading, refusal: Refusal?) {
        var limits = Limits()
        (limits.headBytes, limits.bodyBytes, limits.headers) = (1_024, 1_024, 20)
        var parser = RequestParser()
        var reading = Reading()
        var start = 0
        do throws(Refusal) {
            while start < bytes.count {
                let end = min(start + size, bytes.count)
                while let (head, body) = try parser.next(bytes, from: &start, to: end, limits: limits) {
                    reading.requests.append(Array("\(head.method) \(head.path) \(head.minorVersion)".utf8) + body)
                }
            }
        } catch {
            reading.isRefused = true
            return (reading, error)
        }
        return (reading, nil)
    }
}
