package import Documents
import Timing

// How all files of load runs write figures.
extension JSON {
    /// In nanoseconds.
    package static func time(_ duration: Duration) -> JSON { .int(duration.wholeNanoseconds) }

    /// In the order of their names.
    package static func counts(_ counts: [String: Int]) -> JSON {
        .members(counts.sorted { $0.key < $1.key }.map { ($0.key, .count($0.value)) })
    }
}

extension ProcessUsage {
    package var json: JSON {
        [
            "processorTime": .time(processorTime), "residentBytes": .count(residentBytes), "threads": .count(threads),
            "descriptors": .count(descriptors),
        ]
    }
}

extension LoadFigures {
    /// ``errors``, in the order of their codes.
    package var errorsJSON: JSON {
        .array(
            errors.sorted { $0.key < $1.key }.map { code, error in
                [
                    "code": .string(code), "count": .count(error.count), "first": .time(error.first),
                    "last": .time(error.last), "sample": .string(error.sample),
                ]
            })
    }
}

extension Waterfall {
    /// - Parameter provider: how the service providers are told apart.
    package func json(provider: (Branch) -> JSON) -> JSON {
        [
            "session": .string(session), "completed": .time(completed), "startDelay": .time(startDelay),
            "branches": .array(
                branches.map { branch in
                    [
                        "provider": provider(branch), "status": .count(branch.status),
                        "broken": .bool(branch.isBroken), "asked": .time(branch.asked),
                        "received": .time(branch.received), "answered": .time(branch.answered),
                        "left": .time(branch.left), "taken": branch.processed.map(JSON.time) ?? .null,
                    ]
                }),
        ]
    }
}
