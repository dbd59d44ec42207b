package import Documents

/// What it all comes to, first thing on a page.
package struct VerdictBanner {
    package var badge: Badge
    package var sentence: String
    /// What the reader must know beside it.
    package var remarks: [String]
    /// The last of the remarks, where it leads to another place of the page.
    var link: (remark: String, place: String, words: String)?

    package init(_ badge: Badge, _ sentence: String, remarks: [String] = []) {
        self.badge = badge
        self.sentence = sentence
        self.remarks = remarks
    }

    package var html: HTML {
        """
        <div class="verdict \(badge.tone.rawValue)">
        <p class="word"><span aria-hidden="true">\(badge.sign)</span> \(badge.word)</p>
        <p>\(sentence)</p>
        \(remarks.map { "<p>\(Self.sentence($0))</p>" as HTML })\(linked)
        </div>
        """
    }

    private var linked: HTML? {
        link.map { "<p>\(Self.sentence($0.remark)) <a href=\"#\($0.place)\">\($0.words)</a></p>" }
    }

    /// With a capital letter and a full stop.
    private static func sentence(_ remark: String) -> String {
        Prose.capitalized(remark) + (remark.last?.isPunctuation == true ? "" : ".")
    }
}
