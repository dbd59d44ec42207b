import AccessEnablerAPI
import Encodings
import Evidence
import Specification

/// What the picker shows: everyone whose reply was processed, each MVPD once, with its own provider's attributes.
struct PickerContent {
    let trace: CaseTrace
    let routes: Routes
    let bounds: TakenBounds

    var judgement: Judgement {
        let proofs = routes.phase.responders.filter(\.isValid).map { ($0, bounds.bounds(of: $0)) }
        return routes.positions.reduce(into: Judgement()) { judgement, position in
            guard case .callback(let callback) = trace.observations[position].event,
                callback.message.selector == .displayProviderDialog,
                let items = callback.message["mvpds"]?.arrayValue
            else { return }
            let mvpds = items.compactMap { MVPD($0) }
            judgement.violations += repetitions(mvpds, position)
            judgement.violations += strangers(mvpds, position)
            judgement.add(omissions(mvpds, position, proofs))
            judgement.violations += mvpds.flatMap { attributes($0, position) }
        }
    }

    /// AE-SP-005.
    private func repetitions(_ mvpds: [MVPD], _ position: Int) -> [Finding] {
        var seen: Set<ExactText> = []
        let twice = mvpds.filter { !seen.insert(ExactText($0.id)).inserted }
        guard !twice.isEmpty else { return [] }
        return [
            Finding(
                statements: ["AE-SP-005"],
                message: "the picker shows \(list(twice.map(\.id))) more than once", expected: "each MVPD once",
                seen: list(mvpds.map(\.id)), observations: [trace.sequence(position)])
        ]
    }

    /// An MVPD of a reply that had not left cannot be shown, nor one that nobody lists (AE-SP-004, AE-DPD-002).
    private func strangers(_ mvpds: [MVPD], _ position: Int) -> [Finding] {
        let time = trace.observations[position].time
        let possible = routes.phase.responders.filter { $0.reply.map { $0.lastByte <= time } ?? false }
            .reduce(into: Set<ExactText>()) { $0.formUnion(trace.listings(of: $1.provider)) }
        let strange = mvpds.map(\.id).filter { !possible.contains(ExactText($0)) }
        guard !strange.isEmpty else { return [] }
        return [
            Finding(
                statements: ["AE-SP-004", "AE-DPD-002"],
                message: "the picker shows \(list(strange)), which no valid reply lists",
                expected: "only \(list(possible.sorted().map(\.text)))", seen: list(mvpds.map(\.id)),
                observations: [trace.sequence(position)])
        ]
    }

    /// What a reply lists is shown from when the reply was processed (AE-SP-004, AE-DPD-002).
    private func omissions(
        _ mvpds: [MVPD], _ position: Int, _ proofs: [(ConfigurationPhase.Exchange, [ResponderRace.Bound])]
    ) -> Judgement {
        let time = trace.observations[position].time
        let shown = Set(mvpds.map { ExactText($0.id) })
        var judgement = Judgement()
        for (exchange, bounds) in proofs {
            let missing = trace.listings(of: exchange.provider).subtracting(shown)
            guard !missing.isEmpty, let proof = bounds.filter({ $0.time < time }).max(by: { $0.evidence < $1.evidence })
            else { continue }
            let finding = Finding(
                statements: ["AE-SP-004", "AE-DPD-002"],
                message: "the picker lacks \(list(missing.sorted().map(\.text))), which \(exchange.provider) lists",
                expected: "all MVPDs of \(exchange.provider), whose reply had been processed (\(proof.reason))",
                seen: list(mvpds.map(\.id)), observations: [proof.observation, trace.sequence(position)])
            if proof.evidence == .causal {
                judgement.add(Judgement(violations: [finding], evidence: .causal))
            } else {
                judgement.add(Judgement(undecided: [finding], evidence: proof.evidence))
            }
        }
        return judgement
    }

    /// What several providers say of an MVPD is taken from the one it belongs to (AE-SP-006).
    private func attributes(_ mvpd: MVPD, _ position: Int) -> [Finding] {
        let candidates =
            routes.provider(of: mvpd.id).map { [$0] }
            ?? routes.phase.responders.map(\.provider).filter { trace.isListed(mvpd.id, by: $0) }
        let listed = candidates.compactMap { ListedMVPD(mvpd.id, at: $0, in: trace) }
        guard !listed.isEmpty, !listed.contains(where: { $0.differences(from: mvpd, trace.header).isEmpty }) else {
            return []
        }
        let word = trace.named(mvpd.id)
        let differences = listed.map {
            "\($0.provider): \($0.differences(from: mvpd, trace.header).joined(separator: ", "))"
        }
        return [
            Finding(
                statements: ["AE-SP-006"],
                message: "the picker's attributes of \(word) are not those of the provider it belongs to",
                expected: differences.joined(separator: "; "),
                seen: "displayName '\(mvpd.displayName)', logoURL '\(mvpd.logoURL)', boardingStatus "
                    + "\(mvpd.boardingStatus?.rawValue ?? "nil"), enablePlatformServices \(mvpd.enablePlatformServices)",
                observations: [trace.sequence(position)])
        ]
    }

    private func list(_ ids: [String]) -> String {
        ids.isEmpty ? "nothing" : ids.map { trace.named($0) }.joined(separator: ", ")
    }
}

/// An MVPD as one service provider's configuration describes it.
struct ListedMVPD {
    let provider: String
    private let displayName: String
    private let logoURL: String
    private let enablePlatformServices: Bool
    private let boardingStatus: String?

    /// nil where the provider does not list it.
    init?(_ id: String, at provider: String, in trace: CaseTrace) {
        guard let listing = trace.listings[provider]?[ExactText(id)] else { return nil }
        let properties = listing.properties
        self.provider = provider
        displayName = listing.displayName(of: id, at: provider)
        logoURL = listing.logoURL(of: id, at: provider)
        enablePlatformServices = properties["enablePlatformServices"] == "true"
        boardingStatus = properties["boardingStatus"]
    }

    /// What it ought to be, for each attribute that is something else.
    func differences(from mvpd: MVPD, _ header: RunHeader) -> [String] {
        var differences: [String] = []
        if !mvpd.displayName.isExactly(displayName) { differences.append("displayName '\(displayName)'") }
        if !mvpd.logoURL.isExactly(logoURL) { differences.append("logoURL '\(logoURL)'") }
        if mvpd.enablePlatformServices != enablePlatformServices {
            differences.append("enablePlatformServices \(enablePlatformServices)")
        }
        // boardingStatus is there from 2.2 on; other texts than the two documented ones are left to the port.
        let isJudged = boardingStatus.map { ["PICKER", "SUPPORTED"].contains($0) } ?? true
        if header.version >= SDKVersion(2, 2), isJudged, mvpd.boardingStatus?.rawValue != boardingStatus {
            differences.append("boardingStatus \(boardingStatus ?? "nil")")
        }
        return differences
    }
}
