import AccessEnablerAPI
import Encodings
import Evidence
import Specification

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
