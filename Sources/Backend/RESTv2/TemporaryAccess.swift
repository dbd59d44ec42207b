import Encodings
internal import Cryptography
internal import Documents
internal import HTTPServer
internal import Timing

/// A promotional pass that somebody has begun: it is known by the device and by the identity (service-protocol.md 7.7).
struct Promotion: Sendable {
    var requestor: String
    var mvpd: String
    var devices: Set<String>
    /// Digests of what the header AP-TempPass-Identity said.
    var identities: Set<String>
    var begin: WallTime
    /// In the order of their first use.
    var resources: [String] = []
}

/// What a temporary pass still allows.
struct TemporaryAccess: Sendable {
    /// When it has begun; nil: it begins with the first authorization.
    var begin: WallTime?
    var notAfter: WallTime
    let now: WallTime
    /// The digest of the identity, for a promotional pass.
    var identity: String?
    /// How many resources a promotional pass allows.
    var maxResources: Int?
    var used: [String] = []

    func profile(of mvpd: String) -> Profile {
        Profile(kind: .temporary, mvpd: mvpd, notBefore: begin ?? now, notAfter: notAfter, login: nil)
    }

    func attributes(device: String) -> JSONObject {
        var attributes: JSONObject = [
            "expiration_date": Profile.plain(.int(notAfter.milliseconds)),
            "userID": Profile.plain(.string("temppass_" + SessionState.fingerprint(of: device))),
        ]
        if let maxResources {
            attributes["remaining_resources"] = Profile.plain(.int(Int64(max(0, maxResources - used.count))))
            attributes["used_assets"] = Profile.plain(.strings(used))
        }
        return attributes
    }

    /// Whether it covers the resource: one that was used before costs nothing.
    func covers(_ resource: String) -> Bool { maxResources.map { used.contains(resource) || used.count < $0 } ?? true }
}

extension SessionState {
    /// What the device's pass of that MVPD still allows; refused where it is over.
    ///
    /// - Parameter resources: what it is to be used for; nil: it is only looked at.
    func temporaryAccess(
        _ mvpd: MVPDScript, _ call: ApplicationCall, device: String, for resources: [String]? = nil
    ) throws(EnhancedError) -> TemporaryAccess {
        guard let rule = mvpd.tempPass else {
            // Nobody says how long it lasts: as long as a login, from the first look at it, and then anew.
            let known = passes[Pass(requestor: call.requestor, mvpd: mvpd.id, device: device)]
            let lifetime = scenario.lifetimes.authentication
            let begin = known.flatMap { call.now < $0 + lifetime ? $0 : nil } ?? call.now
            guard lifetime > .zero else { throw EnhancedError(.passTimeOver) }
            return TemporaryAccess(begin: begin, notAfter: begin + lifetime, now: call.now)
        }
        guard rule.duration > .zero, rule.resources != 0 else { throw EnhancedError(.invalidTemporaryAccess) }
        var access = TemporaryAccess(notAfter: call.now, now: call.now)
        if rule.resources == nil {
            access.begin = passes[Pass(requestor: call.requestor, mvpd: mvpd.id, device: device)]
        } else {
            guard let members = call.document(in: "AP-TempPass-Identity"), !members.members.isEmpty else {
                throw EnhancedError(.invalidIdentity, "expected an object in JSON, in Base64")
            }
            let identity = Hex.encode(Digest.sha256(JSON.object(members).sortedByKey.compact))
            access.identity = identity
            access.maxResources = rule.resources
            if let place = promotion(of: mvpd.id, call.requestor, device: device, identity: identity) {
                access.begin = promotions[place].begin
                access.used = promotions[place].resources
            }
        }
        access.notAfter = (access.begin ?? call.now) + rule.duration
        guard call.now < access.notAfter else { throw EnhancedError(.passTimeOver) }
        // Looking at a pass that is used up tells that it is; what it was used for may be seen again.
        guard resources != nil || access.maxResources.map({ access.used.count < $0 }) ?? true else {
            throw EnhancedError(.passUsedUp)
        }
        return access
    }

    /// Begins the pass, if it has not begun, and counts a resource; refused where none are left.
    mutating func use(
        _ access: TemporaryAccess, for resource: String, of mvpd: String, _ call: ApplicationCall, device: String
    ) throws(EnhancedError) {
        guard let maxResources = access.maxResources, let identity = access.identity else {
            let pass = Pass(requestor: call.requestor, mvpd: mvpd, device: device)
            passes[pass] = access.begin ?? call.now
            return
        }
        let known = promotion(of: mvpd, call.requestor, device: device, identity: identity)
        let used = known.map { promotions[$0].resources } ?? []
        guard used.contains(resource) || used.count < maxResources else { throw EnhancedError(.passUsedUp) }
        var promotion =
            known.map { promotions[$0] }
            ?? Promotion(
                requestor: call.requestor, mvpd: mvpd, devices: [], identities: [], begin: call.now)
        promotion.devices.insert(device)
        promotion.identities.insert(identity)
        if !used.contains(resource) { promotion.resources.append(resource) }
        if let known { promotions[known] = promotion } else { promotions.append(promotion) }
    }

    /// The trial that is known by the device or by the identity.
    private func promotion(of mvpd: String, _ requestor: String, device: String, identity: String) -> Int? {
        promotions.firstIndex {
            $0.requestor == requestor && $0.mvpd == mvpd
                && ($0.devices.contains(device) || $0.identities.contains(identity))
        }
    }

    /// `DELETE /reset-tempass/v3/reset/generic`: who has that identity, or everybody, may begin a promotional pass again.
    ///
    /// `key` is the SHA-256 of the identity's JSON with its members in order, or `all`.
    mutating func resetPromotions(_ incoming: Incoming) -> ServerReply {
        guard let requestor = incoming.requestor else { return .error("invalid_request", status: 400) }
        let key = incoming["key"] ?? "all"
        promotions.removeAll { promotion in
            promotion.requestor == requestor && (incoming["mvpd_id"] ?? promotion.mvpd) == promotion.mvpd
                && (key == "all" || promotion.identities.contains(key))
        }
        return .empty(status: 204)
    }
}
