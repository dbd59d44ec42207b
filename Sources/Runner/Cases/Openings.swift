import AccessEnablerAPI
package import Evidence
package import Specification

/// What is asked of a port when an instance is to be made: two of one kind differ in names, texts and addresses only.
package struct OpeningKind: Sendable, Hashable {
    private let fixture: [String]
    /// Whether the case had an instance before, on whose storage this one is.
    private let isFirst: Bool

    package init(_ testCase: Case, part: Int) {
        let fixture = testCase.fixture
        let earlier = fixture.earlierVersion.map(\.description) ?? ""
        isFirst = part == 0
        self.fixture =
            [
                fixture.softwareStatement ?? "valid", fixture.storageCheck?.rawValue ?? "",
                fixture.persistentStorage ? "storage" : "", fixture.defaultProvider == nil ? "" : "default",
                fixture.platform == nil ? "" : "account", isFirst ? earlier : "",
                isFirst || !fixture.damagedAuthorizations ? "" : "damaged",
                isFirst || fixture.clockAhead == .zero ? "" : "ahead",
            ] + fixture.omittedCallbacks.map(\.rawValue).sorted()
    }
}

/// Which instances a case asked for, and which of them were made.
package struct CaseOpenings: Sendable, Hashable {
    package private(set) var made: Set<OpeningKind> = []
    /// The one that the case was lost over: the port hung or ended instead of making it.
    package private(set) var lost: OpeningKind?

    package init(in observations: [Observation], of testCase: Case) {
        var asked: OpeningKind?
        for observation in observations {
            switch observation.event {
            case .sessionOpened(let header):
                asked = OpeningKind(testCase, part: header.part)
            case .stepBegan, .stepEnded:
                if let asked { made.insert(asked) }
                asked = nil
            case .stepFailed(_, let failure):
                if failure.kind == .portGone { lost = asked }
                asked = nil
            default: break
            }
        }
    }
}

/// What has come of asking a port for instances in a run.
///
/// An instance that hangs costs what a process is borne. So where one kind of instance was never made, and not in
/// fresh processes either, no further case is asked to show it.
package struct Openings: Sendable {
    /// So many of a kind are believed.
    private static let enough = 3

    private var made: Set<OpeningKind> = []
    private var lost: [OpeningKind: Int] = [:]
    private var lostAlone: [OpeningKind: Int] = [:]

    package init() {}

    /// `isAlone` where the case had a fresh process to itself.
    package mutating func take(_ openings: CaseOpenings, isAlone: Bool) {
        made.formUnion(openings.made)
        guard let kind = openings.lost else { return }
        lost[kind, default: 0] += 1
        if isAlone { lostAlone[kind, default: 0] += 1 }
    }

    /// Whether it is to be found out first what becomes of this kind when it is alone.
    func isDoubtful(_ kind: OpeningKind) -> Bool {
        !made.contains(kind) && lost[kind, default: 0] >= Self.enough
    }

    /// Whether no instance of the kind was made when it was tried alone, and none ever.
    ///
    /// Of a port that has never made any, one of each further kind is enough.
    package func isHopeless(_ kind: OpeningKind) -> Bool {
        let ofAll = lostAlone.values.reduce(0, +)
        let enough = made.isEmpty && ofAll >= Self.enough ? 1 : Self.enough
        return !made.contains(kind) && lostAlone[kind, default: 0] >= enough
    }

    /// What is added to a case that is not run again for that reason.
    package static var finding: Finding {
        var finding = Finding(
            message: "not run again alone: no instance of this kind was ever made, and other cases have tried it alone")
        finding.standing = .noticed
        return finding
    }
}
