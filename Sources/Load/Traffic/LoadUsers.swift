package import Backend
import Evidence
import Runner
import ServiceProtocol

/// The sessions of a load run: their numbers, their values, and what the backend serves them.
///
/// A session's number says which template it is of, so that two processes agree on every session without a word.
package struct LoadUsers: Sendable {
    package var templates: LoadTemplates
    let profile: LoadProfile
    /// Which of the run's sessions are made here: no two shares have a session in common.
    let share: MachineShare

    /// What somebody said that names stand for, at service providers that are not simulated.
    private let given: [String: String]

    package init(
        _ profile: LoadProfile, _ templates: LoadTemplates, given: [String: String] = [:], share: MachineShare = .whole
    ) {
        self.share = share
        self.given = given
        self.profile = profile
        self.templates = templates
    }

    /// The number of this share's `count`th session of a template, counted from 0.
    func number(_ count: Int, of template: Int) -> Int {
        (count * share.count + share.index) * templates.all.count + template
    }

    func template(of number: Int) -> LoadTemplate { templates.all[number % templates.all.count] }

    static func session(_ number: Int) -> SessionID { SessionID("s\(String(number, radix: 36))") }

    /// The number of a session by its name; nil for others.
    static func number(of session: SessionID) -> Int? {
        // Byte by byte: it is asked for everything that is observed.
        var bytes = session.name.utf8.makeIterator()
        guard bytes.next() == UInt8(ascii: "s"), session.name.utf8.count < 13 else { return nil }
        var number: Int?
        while let byte = bytes.next() {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): number = (number ?? 0) * 36 + Int(byte - UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "z"): number = (number ?? 0) * 36 + Int(byte - UInt8(ascii: "a")) + 10
            default: return nil
            }
        }
        return number
    }

    func canaries(_ number: Int, baseURLs: [String] = []) -> Canaries {
        let template = template(of: number)
        return Canaries(
            template.testCase, attempt: Attempt(number), seed: profile.seed, baseURLs: baseURLs,
            given: given.merging(template.names) { $1 })
    }

    /// The slice of a backend that a session is served.
    func scenario(_ number: Int) -> Scenario {
        Scenario(
            template(of: number).testCase, session: Self.session(number), canaries: canaries(number),
            seed: profile.seed &+ UInt64(number))
    }

    /// What a backend has to know to serve them.
    package var backend: VirtualUsers {
        VirtualUsers { [self] value in
            guard let number = Canaries.number(in: value, seed: profile.seed) else { return nil }
            return member(number)
        }
    }

    private func member(_ number: Int) -> VirtualUsers.Member {
        let template = template(of: number)
        var member = VirtualUsers.Member(scenario(number))
        guard template.isShaped else { return member }
        member.latencies = profile.providers.latencies.map { ($0.key, $0.value) }
        if let latency = profile.providers.latency { member.latencies.append((nil, latency)) }
        member.faults = profile.providers.faults.map {
            VirtualUsers.Rule(fault: $0.fault, provider: $0.provider, purpose: $0.purpose, chance: $0.chance)
        }
        return member
    }
}
