import AccessEnablerAPI
import Evidence
import Specification

/// No callback comes that the case does not await, expect or allow.
struct ClosedWorld {
    let trace: CaseTrace

    /// What may always come, because it reports rather than acts: unless an expectation forbids it.
    private static let alwaysAllowed: Set<Selector> = [.sendTrackingData, .status]

    /// What an expectation forbids in words of its own is left to it: `told` are the places where one has.
    func violations(
        expecting expectations: [Expectation], allowing allowed: Set<Selector>, told: [Finding] = []
    ) -> [Finding] {
        let told = Set(told.flatMap(\.observations))
        let expected = expectations.flatMap { expectation -> [(Range<Int>, Pattern)] in
            switch expectation.kind {
            case .occurs(let pattern, let count):
                count.upper == 0 ? [] : [(trace.window(of: expectation), pattern)]
            case .order(let patterns): patterns.map { (trace.window(of: expectation), $0) }
            case .check: []
            }
        }
        return trace.observations.indices.compactMap { position in
            guard case .callback(let callback) = trace.observations[position].event else { return nil }
            let selector = callback.message.selector
            if Self.alwaysAllowed.contains(selector) || allowed.contains(selector) { return nil }
            if trace.awaited.contains(position) || told.contains(trace.sequence(position)) { return nil }
            if isPickerShownAgain(callback.message, at: position) { return nil }
            let isExpected = expected.contains { window, pattern in
                window.contains(position) && trace.matches(pattern, at: position)
            }
            return isExpected ? nil : finding(callback, position)
        }
    }

    /// Whether the picker that waits for a choice is shown once more: how often it is shown is not documented.
    private func isPickerShownAgain(_ message: Message, at position: Int) -> Bool {
        guard message.selector == .displayProviderDialog else { return false }
        for observation in trace.observations[..<position].reversed() {
            switch observation.event {
            case .sessionOpened: return false
            case .call(_, let call) where call.selector == .setSelectedProvider: return false
            case .callback(let callback) where callback.message.selector == .displayProviderDialog:
                return callback.message == message
            default: continue
            }
        }
        return false
    }

    private func finding(_ callback: CallbackEvent, _ position: Int) -> Finding {
        let selector = callback.message.selector
        return Finding(
            statements: statementsOnRepetition(of: callback.message, at: position)
                ?? trace.rules.statements(ofPlatformsOf: selector, trace.header.platform)
                ?? trace.rules.statements(on: selector, of: trace.carrying),
            message: "the callback \(selector) is not allowed here",
            expected: "only the callbacks that the case awaits, expects or allows",
            seen: trace.words(at: position) + (trace.latestCall(before: position).map { ", after \($0)" } ?? ""),
            observations: [trace.sequence(position)]
        ).resting(on: .order).looking(.unexpected, Pattern(.callback(selector)))
    }

    /// What a callback breaks that has come already since the call that leads to it: that it comes but once.
    ///
    /// It may be told again after the next such call, too, word for word.
    /// Nil where it comes for the first time, or where no statement says how often it may.
    private func statementsOnRepetition(of message: Message, at position: Int) -> [String]? {
        var hasCome = false
        var isOfCallBefore = false
        for observation in trace.observations[..<position].reversed() {
            switch observation.event {
            case .sessionOpened: return nil
            case .callback(let callback) where callback.message.selector == message.selector:
                hasCome = hasCome || !isOfCallBefore || callback.message == message
            case .call(_, let call):
                let operation = trace.api.operation(of: call.selector)
                let once = operation?.callbacks.first { $0.callback == message.selector }?.once ?? []
                guard !once.isEmpty else { continue }
                if hasCome || isOfCallBefore { return hasCome ? once : nil }
                isOfCallBefore = true
            default: continue
            }
        }
        return nil
    }
}

extension CaseTrace {
    /// The call before a position, in words.
    func latestCall(before position: Int) -> String? {
        observations[..<position].lastIndex { if case .call = $0.event { true } else { false } }
            .map { words(at: $0) }
    }

    func latestSelector(before position: Int) -> Selector? {
        observations[..<position].lazy.reversed().compactMap { observation -> Selector? in
            if case .call(_, let message) = observation.event { message.selector } else { nil }
        }.first
    }
}
