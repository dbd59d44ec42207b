import AccessEnablerAPI
import Backend
import Encodings
import Evidence
import ServiceProtocol
import Specification

extension CaseRun {
    /// The user types the registration code on a second device, and logs in there (service-protocol.md 4.3, 7.3).
    ///
    /// Under which key the port reports the code is not documented, so any text of the report may hold it. With a code
    /// that the port has given back nobody can log in, and that is all that comes of it.
    func useSecondScreen() async throws(StepFailure) {
        guard let code = reportedCode else {
            throw StepFailure(.page, "the port has not reported a registration code of the service")
        }
        if code.isTakenBack { return }
        guard let mvpd = selectedMVPD else { throw StepFailure(.page, "no MVPD was selected") }
        let end = "second-screen://done"
        var address = "\(code.base)/api/v2/authenticate/\(PercentEncoding.encode(presentRequestor))/\(code.text)"
        if code.isSession {
            // A television need not know where the browser of another device is to end, and may name any page.
            runner.providers.simulator?.completeSession(ofCode: code.text, of: session, mvpd: mvpd, redirectURL: end)
        } else {
            let query = PercentEncoding.encodeForm([
                ("reg_code", code.text), ("requestor_id", presentRequestor), ("mso_id", mvpd),
                ("domain_name", "adobe.com"),
                ("noflash", "true"), ("no_iframe", "true"), ("redirect_url", end),
            ])
            address = "\(code.base)/api/v1/authenticate?\(query)"
        }
        if try await walkByHand(.secondScreen, from: address) != nil { return }
        let browser = browser
        let page = await browser.open(address)
        let last = try await browser.signIn(at: page, as: login)
        guard case .customURL = last else {
            throw StepFailure(.page, "the login on the second screen did not end: \(last.words)")
        }
    }

    /// The code of the service that the latest status report has; one that a login was made with only where there is no other.
    private var reportedCode: Backend.IssuedCode? {
        let reports = log.observations.compactMap { observation -> Message? in
            guard case .callback(let callback) = observation.event, callback.message.selector == .status else {
                return nil
            }
            return callback.message
        }
        if let backend = runner.providers.simulator {
            let issued = backend.registrationCodes(session)
            let reported = reports.reversed().compactMap { report in
                let texts = report["statusDictionary"]?.texts ?? []
                return issued.first { code in texts.contains { $0.contains(code.text) } }
            }
            let used = usedCodes
            return reported.first { !used.contains($0.text) } ?? reported.first
        }
        // What a service elsewhere has given is not known, but codes look like nothing else in a report.
        return reports.flatMap(\.likelyCodes).last.map { code in
            let (base, isSession) = registration
            return Backend.IssuedCode(text: code, base: base, isSession: isSession, isTakenBack: false)
        }
    }

    /// The requestor that the application set last.
    private var presentRequestor: String {
        for observation in log.observations.reversed() {
            if case .call(_, let message) = observation.event, let id = message["requestorID"]?.stringValue {
                return id
            }
        }
        return canaries.requestor
    }

    /// Who logs in, at the MVPD that was chosen.
    var login: Login {
        let own = Login(user: canaries.user, password: canaries.password)
        guard case .gated(let gated) = runner.providers else { return own }
        return gated.login(at: selectedMVPD) ?? own
    }

    /// The service provider that was asked for a code last, and whether for a session of REST API v2.
    private var registration: (base: String, isSession: Bool) {
        for observation in log.observations.reversed() {
            if case .request(let request) = observation.event, request.purpose == .registrationCode,
                let base = canaries[request.provider]
            {
                return (base, request.path.hasPrefix("/api/v2/"))
            }
        }
        return (testCase.fixture.providers.first.flatMap { canaries[$0.name] } ?? "", false)
    }
}
