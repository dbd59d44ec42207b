extension Finding {
    /// Whether it fails a case.
    package var isFailure: Bool { standing == .violated && (weight?.level ?? .must) == .must }

    /// Whether it is a warning: something that a port should do, and does not.
    package var isWarning: Bool { standing == .violated && weight?.level == .should }

    /// Whether it is told and fails nobody: the documents leave it open.
    package var isRemark: Bool { standing == .violated && weight?.level == .may }

    fileprivate func counts(in profile: Profile) -> Bool { weight.map { $0.profile == profile } ?? true }
}

extension Verdict {
    /// What the case comes to in one profile; nil where it has no part in it.
    ///
    /// A case has part in the profiles of the statements that it is about, and in that of whatever it breaks by the way.
    package func seen(in profile: Profile) -> Verdict? {
        var own = self
        own.findings = findings.filter { $0.counts(in: profile) }
        let hasSay = own.findings.contains { $0.weight.map { $0.profile == profile && $0.level != .may } ?? false }
        guard profiles.contains(profile) || hasSay else { return nil }
        switch outcome {
        case .notTestable, .notApplicable: break
        case _ where findings.isEmpty: break
        case .fail, .expectedFail, .crash:
            guard !own.findings.contains(where: \.isFailure) else { break }
            fallthrough
        case .pass, .warn, .inconclusive:
            let isCutElsewhere = findings.contains { $0.endsCase && !$0.counts(in: profile) }
            own.outcome = isCutElsewhere ? .inconclusive : own.outcomeWithoutFailure
        }
        return own
    }

    /// The outcome that the findings call for, where none of them fails the case.
    package var outcomeWithoutFailure: Outcome {
        let isOpen = findings.contains { finding in
            switch finding.standing {
            case .undecided, .nominated: finding.weight?.level != .may
            case .violated: finding.weight == nil
            case .noticed: false
            }
        }
        return isOpen ? .inconclusive : findings.contains(where: \.isWarning) ? .warn : .pass
    }
}
