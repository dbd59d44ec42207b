import AccessEnablerAPI
import Evidence
import Reports
import Specification

/// Which cases a site decides, and what the others lack.
struct SiteReach {
    let platform: Platform
    private(set) var decided = 0
    /// By reason, the cases that lack that.
    private(set) var lacks: [String: [String]] = [:]

    init(_ site: Site, _ specifications: Specifications, _ platform: Platform, _ version: SDKVersion = .newest) {
        self.platform = platform
        for testCase in specifications.catalog.cases {
            let fitted = testCase.fitted(to: platform, version)
            guard fitted.inapplicability(on: platform, version, of: specifications.api) == nil else { continue }
            switch fitted.fit(to: site) {
            case .fits: decided += 1
            case .lacks(let reason): lacks[reason, default: []].append(testCase.id)
            }
        }
    }

    /// - Parameter isBrief: reasons with how many cases each keeps from being decided, and not which.
    func text(isBrief: Bool) -> String {
        let missing = lacks.values.reduce(0) { $0 + $1.count }
        let all = decided + missing
        var text =
            "\(platform.rawValue): \(decided) of \(all) cases can be decided (\(all == 0 ? 0 : 100 * decided / all) %)\n"
        for (reason, cases) in lacks.sorted(by: { ($1.value.count, $0.key) < ($0.value.count, $1.key) }) {
            let count = Prose.rightAligned("\(cases.count)", to: 5)
            text += Prose.entry(count, reason, column: 7, width: TextReport.width) + "\n"
            if !isBrief { for id in cases { text += "         \(id)\n" } }
        }
        return text
    }
}
