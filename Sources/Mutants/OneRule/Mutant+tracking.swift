internal import AccessEnablerAPI
internal import PortWrapping

/// Wrong tracking data.
extension Mutant {
    static let tracking: [Mutant] = [
        .onCallback(
            "tracking-lacks-the-device", "leaves device, client and system out of tracking data",
            ["AE-TRK-008", "AE-TRK-009", "AE-TRK-010"], .sendTrackingData
        ) { _, callback in [callback.with("data", .array((callback["data"]?.arrayValue ?? []).dropLast(3)))] },
        .onCallback(
            "tracking-lacks-error", "leaves error and details out of authorization tracking",
            ["AE-TRK-009", "AE-TRK-019"]
        ) { _, callback in
            guard callback.isTracking(.authorization), var data = callback["data"]?.arrayValue, data.count > 6
            else {
                return [callback]
            }
            data.removeSubrange(4...5)
            return [callback.with("data", .array(data))]
        },
        .onCallback(
            "tracking-of-a-fourth-kind", "tracks with an event type that does not exist", ["AE-TRK-003", "AE-TRK-004"]
        ) { _, callback in
            callback.isTracking(.authentication) ? [callback.with("event", "TRACKING_OTHER")] : [callback]
        },
        .onCallback("tracking-success-is-text", "tracks success as a word", ["AE-TRK-012"]) { _, callback in
            callback.isTracking(.selection)
                ? [callback] : [callback.trackingData.map { _ in callback.changingTracking(0, to: "OK") } ?? callback]
        },
        .onCallback(
            "tracking-success-inverted", "tracks success as failure and failure as success",
            ["AE-TRK-020", "AE-TRK-021", "AE-TRK-022"]
        ) { _, callback in
            guard !callback.isTracking(.selection), let flag = callback.trackingData?.first?.boolValue else {
                return [callback]
            }
            return [callback.changingTracking(0, to: .bool(!flag))]
        },
        .onCallback(
            "tracking-cache-inverted", "tracks cached tokens as fresh and fresh ones as cached", ["AE-TRK-015"]
        ) { _, callback in
            guard !callback.isTracking(.selection), let data = callback.trackingData, data.count > 3,
                let flag = data[3].boolValue
            else { return [callback] }
            return [callback.changingTracking(3, to: .bool(!flag))]
        },
        .onCallback(
            "tracking-of-another-mvpd", "tracks another MVPD than that of the token", ["AE-TRK-008", "AE-TRK-020"]
        ) { _, callback in
            callback.isTracking(.authentication) && callback.trackingData?.first == true
                ? [callback.changingTracking(1, to: "another")] : [callback]
        },
        .onCallback(
            "tracking-is-a-dictionary", "tracks with a dictionary", ["AE-TRK-001"], .sendTrackingData
        ) { _, callback in [callback.with("data", ["success": true])] },
        .onCallback(
            "tracking-swaps-mvpd-and-guid", "tracks MVPD and GUID in each other's place", ["AE-TRK-013"]
        ) { _, callback in
            guard !callback.isTracking(.selection), let data = callback.trackingData, data.first == true,
                data.count > 2
            else { return [callback] }
            return [callback.changingTracking(1, to: data[2]).changingTracking(2, to: data[1])]
        },
        .onCallback(
            "temp-pass-is-tracked-as-another", "tracks a TempPass as another MVPD, without a GUID", ["AE-TRK-025"],
            .sendTrackingData
        ) { _, callback in
            guard let id = callback.trackingData?.dropFirst().first?.stringValue, id.hasPrefix("T-") else {
                return [callback]
            }
            return [callback.changingTracking(1, to: "another").changingTracking(2, to: "")]
        },
        .onCallback("guid-is-plain", "tracks a GUID that is no hash", ["AE-TRK-014"]) { _, callback in
            !callback.isTracking(.selection) && callback.trackingData?.first == true
                ? [callback.changingTracking(2, to: "user@example.invalid")] : [callback]
        },
        .onCallback(
            "one-guid-for-all", "tracks everybody with the same GUID", ["AE-TRK-014", "AE-TRK-025"]
        ) { _, callback in callback.changingGUID { _ in "0123456789abcdef0123456789abcdef" } },
        .onCallback("a-guid-each-time", "tracks with another GUID each time", ["AE-TRK-014"]) { _, callback in
            callback.changingGUID { _ in
                (0..<32).map { _ in String(Int.random(in: 0..<16), radix: 16) }.joined()
            }
        },
        .mutant(
            "nothing-without-tracking", "reports no status where the application leaves the tracking callback out",
            ["AE-TRK-002"]
        ) { _, mutation in
            let lacks = Kept(false)
            mutation.configuration = { configuration in
                lacks.value = configuration.omittedCallbacks.contains(.sendTrackingData)
            }
            mutation.onCallback(.setAuthenticationStatus) { lacks.value ? [] : [$0] }
        },
        .onCallback("invented-device-type", "tracks a device type that does not exist", ["AE-TRK-016"]) { _, callback in
            guard let data = callback.trackingData, data.count >= 4 else { return [callback] }
            return [callback.changingTracking(data.count - 3, to: "phone")]
        },
        .onCallback("client-is-android", "tracks the client type of another SDK", ["AE-TRK-017"]) { _, callback in
            guard let data = callback.trackingData, data.count >= 4 else { return [callback] }
            return [callback.changingTracking(data.count - 2, to: "android")]
        },
        .onCallback(
            "tracks-configuration", "tracks a configuration as an authentication", ["AE-TRK-007", "AE-REQ-022"],
            .setRequestorComplete
        ) { _, callback in
            let data: Value = [false, "", "", false, "mobile", "ios", "iOS"]
            return [
                callback,
                Message(
                    .sendTrackingData,
                    [.init("data", data), .init("event", .string(TrackingEvent.authentication.rawValue))]),
            ]
        },
    ]
}

extension Message {
    /// The array of a tracking callback; nil for every other.
    fileprivate var trackingData: [Value]? {
        selector == .sendTrackingData ? self["data"]?.arrayValue : nil
    }

    /// The same with another GUID, where it is tracked with one.
    fileprivate func changingGUID(_ change: (String) -> String) -> [Message] {
        guard !isTracking(.selection), let data = trackingData, data.first == true, data.count > 2,
            let guid = data[2].stringValue
        else { return [self] }
        return [changingTracking(2, to: .string(change(guid)))]
    }
}
