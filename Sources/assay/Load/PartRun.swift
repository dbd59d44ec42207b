import Documents
import Evidence
import Load
import LoadResults
import Synchronization
import Timing

/// What a part of a load run does beside the load: it begins when the others do, and tells how it goes on.
struct PartRun {
    let options: LoadCommand
    let specs: SpecFolder
    let console: Console

    /// When the first iterations may be due here, and how that relates to what was asked for.
    func start() -> (time: MonotonicTime?, record: LoadPart.Start) {
        var record = LoadPart.Start(
            clockOffset: options.clockOffset.duration, clockUncertainty: options.clockUncertainty)
        guard let asked = options.startAt else { return (nil, record) }
        record.asked = asked.time.milliseconds
        let left = Duration.milliseconds(asked.time.milliseconds - WallTime.now().milliseconds) + record.clockOffset
        record.late = max(.zero, .zero - left)
        return (.now() + left, record)
    }

    /// What the part says of itself before it begins.
    ///
    /// - Throws: that the specs cannot be read.
    func origin(seed: UInt64) throws(ToolError) -> LoadPart.Origin {
        let host = (try? File.read("/proc/sys/kernel/hostname")) ?? []
        return LoadPart.Origin(
            share: options.part, command: options.words(seed: seed), specs: try specs.digest(),
            host: String(decoding: host.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
    }

    /// Returns shortly before the time, so that everything is awake when it comes; at once where it has passed.
    ///
    /// - Throws: that an interrupt came first.
    func wait(until time: MonotonicTime?, _ interrupt: Interrupt) async throws(ToolError) {
        guard let time else { return }
        while MonotonicTime.now() + .milliseconds(100) < time {
            guard !interrupt.hasCome else { throw .broken("interrupted before the time of --start-at had come") }
            let left = time - MonotonicTime.now() - .milliseconds(100)
            try? await Task.sleep(for: min(left, .milliseconds(100)))
        }
    }

    /// Says that everything is started and waits for the time.
    func tellReady(_ start: LoadPart.Start) {
        guard options.progress == .json else { return }
        tell(["type": "ready", "late": .int(start.late.wholeNanoseconds)])
    }

    func tell(_ line: JSON) {
        console.line(line.text)
    }

    /// Says what came of it, as the last line.
    func tellResult(_ outcome: LoadOutcome) {
        tell([
            "type": "result", "part": .string(options.part.description), "folder": .string(outcome.folder),
            "verdict": .string(outcome.result.verdict.rawValue),
            "exitCode": .int(Int64(outcome.result.exitCode.rawValue)),
        ])
    }
}

/// Writes how a run goes on as lines of JSON.
final class ProgressLines: Sendable {
    private let part: PartRun
    private let progress = Mutex(LoadProgress())

    init(_ part: PartRun) {
        self.part = part
    }

    func tell(_ run: LoadRun, _ sample: ResourceSample?) {
        let time = MonotonicTime.now() - run.start
        guard time >= .zero else { return }
        let (figures, underWay) = (run.figures, run.underWay)
        part.tell(progress.withLock { $0.line(figures, at: time, underWay: underWay, sample: sample) })
    }
}
