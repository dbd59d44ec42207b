import AccessEnablerAPI
import Evidence
import Specification

/// Which cases a site decides, and what the others lack.
struct SiteReach {
    let platform: Platform
    private(set) var decided = 0
    /// By reason, how many cases lack that.
    private(set) var lacks: [String: Int] = [:]

    init(_ site: Site, _ specifications: Specifications, _ platform: Platform, _ version: SDKVersion = .newest) {
        self.platform = platform
        for testCase in specifications.catalog.cases {
            let fitted = testCase.fitted(to: platform, version)
            guard fitted.inapplicability(on: platform, version, of: specifications.api) == nil else { continue }
            switch fitted.fit(to: site) {
            case .fits: decided += 1
            case .lacks(let reason): lacks[reason, default: 0] += 1
            }
        }
    }

    var text: String {
        let missing = lacks.values.reduce(0, +)
        let all = decided + missing
        var text =
            "\(platform.rawValue): \(decided) of \(all) cases can be decided (\(all == 0 ? 0 : 100 * decided / all) %)\n"
        for (reason, count) in lacks.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
            text += "  \(count)  \(reason)\n"
        }
        return text
    }
}
