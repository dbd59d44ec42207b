import Evidence
import LoadResults
import Measurement

extension Validity {
    /// Adds what speaks against one of the machines that have made the run.
    mutating func add(_ judge: ValidityJudge, of name: String) {
        objections += judge.objectionsToMachine.map { "\(name): \($0)" }
        remarks += judge.validity(isOverloaded: false).remarks.filter { $0.subject == "machine" }
            .map { Remark(subject: "machine", text: "\(name): \($0.text)") }
    }
}

extension ValidityJudge {
    /// Of one part of a run that several machines have made.
    init(_ part: LoadPart, _ profile: LoadProfile) {
        self.init(
            figures: part.figures, profile: profile, resources: part.resources, machine: part.machine, news: part.news,
            header: part.header)
    }
}

struct ValidityJudge {
    let figures: LoadFigures
    let profile: LoadProfile
    let resources: [ResourceSample]
    let machine: LoadReport.Machine
    /// What was told of the implementation as a whole, and how often.
    let news: [String: Int]
    let header: RunHeader

    func validity(isOverloaded: Bool) -> Validity {
        var validity = Validity()
        let late = isOverloaded ? [] : [warmUp, startDelay, dropped, processorTime, overloadJudge?.noise]
        validity.objections = (late + [descriptors, ports, nothing]).compactMap(\.self)
        validity.remarks = [busyness].compactMap(\.self) + implementation
        return validity
    }

    /// That more came than somebody could keep up with: a result, and no fault of the measurement.
    var overload: Overload? { overloadJudge?.overload }

    private var overloadJudge: OverloadJudge? {
        OverloadJudge(
            figures: figures, profile: profile,
            uses: ResourceUse.sums(of: [resources], seconds: figures.seconds.count), processors: machine.processors,
            knowsAll: header.knowsItsProcesses, startDelay: startDelay)
    }

    /// Why the machine that made it cannot be believed; what counts of all machines together is not asked.
    var objectionsToMachine: [String] {
        ((overload == nil ? [startDelay, processorTime, overloadJudge?.noise] : []) + [descriptors]).compactMap(\.self)
    }

    private var warmUp: String? {
        OverloadJudge.queueOfWarmUp(figures, profile).map {
            "the warm-up was too much at once: at its end \($0) iterations were waiting, and they were worked off after "
                + "it; let the rate rise in a stage, or make the warm-up longer"
        }
    }

    /// Latencies begin when an iteration was due, so the generator's own delay is in them.
    ///
    /// One iteration in a hundred says so, and at least ten: of fewer than a thousand the hundredth is the whim of a few.
    private var startDelay: String? {
        guard case .open = profile.arrivals, let startDelay = figures.phases[.startDelay], startDelay.count >= 20 else {
            return nil
        }
        let isMany = startDelay.count >= Histogram.valuesNeeded(for: 99)
        let percentile = isMany ? 99 : 100 - 1_000 / Double(startDelay.count)
        let late = Double(startDelay.value(at: percentile))
        let completion = Double(figures.phases[.completion]?.value(at: percentile) ?? 0)
        guard late > 10_000_000, late > completion / 10 else { return nil }
        return "the generator fell behind its schedule: "
            + (isMany ? "one iteration in a hundred" : "ten of \(startDelay.count) iterations") + " began more than "
            + "\(LoadText.milliseconds(late)) late"
    }

    private var dropped: String? {
        guard figures.dropped > 0, profile.overLimit == .drop else { return nil }
        return "\(figures.dropped) arrivals were dropped: \(profile.limit) iterations were under way"
    }

    private var processorTime: String? {
        guard let first = resources.first, let last = resources.last, last.time > first.time else { return nil }
        let used = last.generator.processorTime - first.generator.processorTime
        let share = used / (last.time - first.time) / Double(max(1, machine.processors))
        guard share > 0.9 else { return nil }
        return "the generator used \(LoadText.percent(share)) of the machine's processors"
    }

    private var descriptors: String? {
        let used = resources.map(\.generator.descriptors).max() ?? 0
        let limit = machine.descriptorLimit
        guard limit > 0, used * 20 > limit * 19 else { return nil }
        return "the generator had \(used) of the \(limit) descriptors it may have"
    }

    private var ports: String? {
        // This one is said of the whole machine, whoever says it.
        let ofMachine = ["Too many open files in system"]
        let ofProcess = ["Too many open files", "Cannot assign requested address", "no thread", "descriptor"]
        // What a port in the generator's own process lacks this machine lacks; otherwise its words are its own.
        let words = header.isInProcess ? ofProcess : ofMachine
        if machine.refusedConnections > 0 {
            return "the machine ran out of resources: the service providers refused "
                + "\(machine.refusedConnections == 1 ? "a connection" : "\(machine.refusedConnections) connections")"
        }
        let errors = figures.errors.sorted { $0.key < $1.key }.map(\.value)
        return errors.first { error in words.contains { error.sample.contains($0) } }
            .map { "the machine ran out of resources: \($0.sample) (\($0.count) times)" }
    }

    private var nothing: String? {
        figures.completed + figures.failed == 0 ? "nothing was measured" : nil
    }

    private var implementation: [Validity.Remark] {
        news.sorted { $0.key < $1.key }.prefix(10).map { text, count in
            Validity.Remark(subject: "implementation", text: count == 1 ? text : "\(text) (\(count) times)")
        }
    }

    private var busyness: Validity.Remark? {
        let shares = resources.dropFirst().map(\.machine)
        guard !shares.isEmpty else { return nil }
        let mean = shares.reduce(0, +) / Double(shares.count)
        guard mean > 0.9 else { return nil }
        return Validity.Remark(
            subject: "machine",
            text: "the machine was \(LoadText.percent(mean)) busy: durations contain waiting for a processor")
    }
}
