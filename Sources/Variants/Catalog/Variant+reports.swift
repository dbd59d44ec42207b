internal import AccessEnabler
internal import AccessEnablerAPI
internal import Encodings
internal import PortWrapping

/// Other words to the application.
extension Variant {
    private static let layout = "what the elements are on a failure is not documented"
    private static let order = "the order of a tracking callback and the other is not documented"

    static let reports: [Variant] = [
        .onCallback(
            "documented-statuses-only", "makes no status report but those that the iOS and tvOS documents have",
            because: "all other codes are of sister documents", ["AE-EST-001", "AE-LOG-009", "AE-TV-001"],
            isCoreOnly: true, .status
        ) { _, callback in ["REGCODE", "VSA203"].contains(callback.statusID) ? [callback] : [] },
        .onCallback(
            "statuses-without-ids", "says in a status report only the registration code, or what happened",
            because: "what the dictionary has beside the code, and under which keys, is in sister documents alone",
            ["A-48", "AE-TV-001", "AE-LOG-009"], isCoreOnly: true, .status
        ) { _, callback in
            let report = callback["statusDictionary"]?.objectValue ?? [:]
            let isCode = callback.statusID == "REGCODE"
            return [.status([isCode ? "code" : "event": report[isCode ? "message" : "errorId"] ?? .null])]
        },
        .onCallback(
            "statuses-twice", "makes each status report but that of a registration code twice",
            because: "how often a report is made is not documented", ["AE-EST-002", "AE-EST-004"], .status
        ) { _, callback in callback.statusID == "REGCODE" ? [callback] : [callback, callback] },
        .onCallback(
            "statuses-of-its-own", "makes a status report with a code of its own beside each other one",
            because: "nobody says that there are no other codes", ["AE-EST-001"], .status
        ) { _, callback in [callback, .information("OWN1")] },
        .onCallback(
            "statuses-say-more", "adds a time, a session and an empty list to each status report",
            because: "further pairs are optional", ["AE-EST-002"], .status
        ) { _, callback in
            let changed = callback.changingStatus { members in
                members["timestamp"] = 1_700_000_000
                members["session"] = ["number": 7, "isNew": true]
                members["related"] = []
            }
            return [changed]
        },
        .onCallback(
            "says-n000-more-often",
            "reports also before an empty preauthorization that nobody is authenticated",
            because: "the code belongs to no call", ["AE-EST-007"]
        ) { stage, callback in
            guard callback.selector == .preauthorizedResources, callback["resources"] == [], !stage.hasSucceeded
            else {
                return [callback]
            }
            return [.information("N000"), callback]
        },
        .onCallback(
            "tvos-client", "calls the client type 'tvos' on tvOS", because: "the client types have no entry for tvOS",
            ["A-23", "AE-TRK-018"], .sendTrackingData
        ) { stage, callback in
            stage.platform == .tvOS ? [callback.changingElements { $0 == "ios" ? "tvos" : $0 }] : [callback]
        },
        .onCallback(
            "unknown-device", "reports the device's type as 'unknown', and a longer operating system",
            because: "any of five types may stand there, and any text for the system", ["AE-TRK-016"], .sendTrackingData
        ) { _, callback in
            [
                callback.changingElements { element in
                    switch element {
                    case "mobile": "unknown"
                    case "iOS", "tvOS": .string("\(element.stringValue ?? "") 18.1 (22B83)")
                    default: element
                    }
                }
            ]
        },
        .onCallback(
            "tracks-with-numbers", "writes true and false in tracking data as 1 and 0",
            because: "the type of boolean elements is not documented", ["A-21", "AE-TRK-012"], .sendTrackingData
        ) { _, callback in [callback.changingElements { $0.boolValue.map { .int($0 ? 1 : 0) } ?? $0 }] },
        .onCallback(
            "tracks-with-words", "writes true and false in tracking data as YES and NO",
            because: "the spelling of boolean elements is not documented", ["A-21", "AE-TRK-012"], .sendTrackingData
        ) { _, callback in [callback.changingElements { $0.boolValue.map { $0 ? "YES" : "NO" } ?? $0 }] },
        .onCallback(
            "tracks-nothing-on-failure", "has null in the elements that mean nothing after a failure", because: layout,
            ["A-22", "AE-TRK-013"], .sendTrackingData
        ) { _, callback in
            callback.isFailedTracking
                ? [callback.changingTracking(1, to: nil).changingTracking(2, to: nil).changingTracking(3, to: nil)]
                : [callback]
        },
        .onCallback(
            "tracks-less-on-failure", "leaves out the elements that mean nothing after a failure", because: layout,
            ["A-22", "AE-TRK-013"], .sendTrackingData
        ) { _, callback in
            guard callback.isFailedTracking, let data = callback["data"]?.arrayValue else { return [callback] }
            return [callback.with("data", .array(Array(data.prefix(1)) + data.dropFirst(4)))]
        },
        .onCallback(
            "tracks-failed-logins-alone", "tracks of a failed authentication only that it failed",
            because: "the other elements are listed for success", ["A-22", "AE-TRK-008"], .sendTrackingData
        ) { _, callback in
            callback.isFailedTracking && callback.isTracking(.authentication)
                ? [callback.with("data", [false])] : [callback]
        },
        .onCallback(
            "tracks-other-errors",
            "reports its own word for the error in tracking data, and the details in another form",
            because: "the texts of elements 4 and 5 are not documented", ["AE-TRK-019", "A-22"], .sendTrackingData
        ) { _, callback in
            callback.isFailedTracking && callback.isTracking(.authorization)
                ? [callback.changingTracking(4, to: "AUTHZ_FAILED").changingTracking(5, to: "code 403")] : [callback]
        },
        Variant(
            "guid-in-base64", "writes the GUID as the Base64 of an MD5 hash",
            because: "an MD5 hash is asked for, and its form is not documented", ["AE-TRK-014"]
        ) { _, mutation in
            mutation.changeGUID { Hex.decode($0).map(Base64.encode) ?? $0 }
        },
        Variant(
            "guid-in-capitals", "writes the GUID with upper-case digits",
            because: "an MD5 hash is asked for, and its form is not documented", ["AE-TRK-014"]
        ) { _, mutation in
            mutation.changeGUID { $0.uppercased() }
        },
        Variant(
            "tracks-last", "makes a tracking callback after the callback that it goes with", because: order,
            ["AE-TRK-026"]
        ) { _, mutation in
            let held = Kept<[Message]>([])
            mutation.callback = { callback in
                switch callback.selector {
                case .sendTrackingData where callback.isTracking(.authentication):
                    held.change { $0.append(callback) }
                    return []
                case .status: return [callback]
                default: return [callback] + held.change { exchange(&$0, with: []) }
                }
            }
        },
        Variant(
            "tracks-cancellations", "reports a cancelled login as a failed one in tracking data",
            because: "a cancellation may be tracked", ["AE-TRK-024"]
        ) { _, mutation in
            let last = Kept<Message?>(nil)
            mutation.callback = { callback in
                if callback.isTracking(.authentication) { last.value = callback }
                guard callback.isStatus(.providerNotSelected), let last = last.value else { return [callback] }
                // With the device that was reported before.
                let device = last["data"]?.arrayValue?.dropFirst(4) ?? []
                return [last.with("data", .array([false, "", "", false] + device)), callback]
            }
        },
        Variant(
            "cancels-authorizations", "reports the authorization that a cancelled login was for as failed",
            because: "authorization fails for any reason; whether this is one is not said", ["A-12", "AE-GETZ-016"]
        ) { stage, mutation in
            let waiting = Kept<[String]>([])
            mutation.call = { call in
                if [.getAuthorization, .getAuthorizationWithData].contains(call.selector),
                    let resource = call["resource"]?.stringValue
                {
                    waiting.change { $0.append(resource) }
                }
                return [call]
            }
            mutation.callback = { callback in
                switch callback.selector {
                case .setToken, .tokenRequestFailed:
                    waiting.change { resources in
                        if let place = resources.firstIndex(where: { .string($0) == callback["resource"] }) {
                            _ = resources.remove(at: place)
                        }
                    }
                case .setAuthenticationStatus where callback.isStatus(.providerNotSelected):
                    let resources = waiting.change { exchange(&$0, with: []) }
                    return [callback] + resources.map { .failedAuthorization(.string($0), .userNotAuthenticated) }
                default: break
                }
                return [callback]
            }
        },
        .onCallback(
            "checks-report-authentication", "reports ERROR for a checkAuthorization that finds nobody, too",
            because: "the call's list of callbacks has it", ["A-11", "AE-CHKZ-008"], .tokenRequestFailed
        ) { stage, callback in
            guard !stage.hasSucceeded, callback["code"] == .string(ErrorCode.userNotAuthenticated.rawValue),
                [.checkAuthorization, .checkAuthorizationWithData].contains(stage.lastCall)
            else { return [callback] }
            return [.authenticationStatus(.error, .userNotAuthenticated), callback]
        },
        .onCallback(
            "checks-say-not-authorized", "calls the user not authorized where a checkAuthorization finds nobody",
            because: "either code may stand there", ["A-11", "AE-CHKZ-010"], .tokenRequestFailed
        ) { stage, callback in
            callback["code"] == .string(ErrorCode.userNotAuthenticated.rawValue)
                && [.checkAuthorization, .checkAuthorizationWithData].contains(stage.lastCall)
                ? [callback.with("code", .string(ErrorCode.userNotAuthorized.rawValue))] : [callback]
        },
        Variant(
            "other-network-errors", "describes a failing network in words of its own", because: "no text is documented",
            ["AE-FAIL-008"]
        ) { _, mutation in
            mutation.reply = { _, outcome in
                outcome.mapError { NetworkFailure($0.code, "Die Internetverbindung ist unterbrochen (\u{2013}1005)") }
            }
        },
        .onCallback(
            "failures-without-words", "describes no failure but a denial", because: "no text is documented",
            ["AE-FAIL-008"], .tokenRequestFailed
        ) { _, callback in
            callback["code"] == .string(ErrorCode.userNotAuthorized.rawValue)
                ? [callback] : [callback.with("description", "")]
        },
        .onCallback(
            "denials-in-its-own-words", "describes a denial for which the MVPD gives no message",
            because: "the port may state the condition, and the empty string is for where there is nothing to state",
            ["AE-FAIL-004", "AE-FAIL-008"], .tokenRequestFailed
        ) { _, callback in
            callback["description"] == ""
                ? [callback.with("description", "This channel is not part of your package.")] : [callback]
        },
        .onCallback(
            "selection-without-an-id", "delivers an MVPD without an ID where none is selected",
            because: "what is delivered there is not documented for these platforms", ["AE-PROV-002", "AE-PROV-004"],
            .selectedProvider
        ) { _, callback in
            callback["mvpd"]?.isNull ?? true
                ? [callback.with("mvpd", MVPD(id: "", displayName: "", logoURL: "").value)] : [callback]
        },
        .onCallback(
            "tracks-checks-of-authorizations", "tracks that the user is authenticated at each authorization",
            because: "an authorization begins with a check of the authentication, and each check is tracked",
            ["AE-TRK-004"], .sendTrackingData
        ) { _, callback in
            guard callback["event"]?.stringValue == TrackingEvent.authorization.rawValue,
                !callback.isFailedTracking, let data = callback["data"]?.arrayValue, data.count == 9
            else { return [callback] }
            let check = callback.with("event", .string(TrackingEvent.authentication.rawValue))
                .with("data", .array(Array(data[0..<3]) + [data[0]] + Array(data[6...])))
            return [check, callback]
        },
        Variant(
            "logout-has-a-word", "ends a logout with the code 'Logout'",
            because: "the code of a logout is not documented",
            ["A-01", "A-02"]
        ) { stage, mutation in
            let isUnderWay = Kept(false)
            mutation.onCall(.logout) { call in
                isUnderWay.value = true
                return [call]
            }
            mutation.onCallback(.setAuthenticationStatus) { callback in
                let ends = isUnderWay.change { exchange(&$0, with: false) }
                return ends && callback.isStatus(.userNotAuthenticated) ? [callback.with("code", "Logout")] : [callback]
            }
        },
    ]
}

extension Mutation {
    fileprivate mutating func changeGUID(_ change: @escaping @Sendable (String) -> String) {
        onCallback(.sendTrackingData) { callback in
            guard callback["event"]?.stringValue != TrackingEvent.selection.rawValue, !callback.isFailedTracking,
                let guid = callback["data"]?.arrayValue?[2].stringValue, Hex.decode(guid)?.count == 16
            else { return [callback] }
            return [callback.changingTracking(2, to: .string(change(guid)))]
        }
    }
}

extension Message {
    fileprivate var isFailedTracking: Bool {
        selector == .sendTrackingData && self["data"]?.arrayValue?.first == false
    }

    /// The same with each element of a tracking array changed.
    fileprivate func changingElements(_ change: (Value) -> Value) -> Message {
        with("data", .array((self["data"]?.arrayValue ?? []).map(change)))
    }
}
