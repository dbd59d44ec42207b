package import Documents

/// The frame that all pages share: head, style sheet, title, table of contents, sections, footer.
///
/// A page is one file that loads nothing, and runs nothing but one script of ours that it can do without; its own policy
/// forbids the browser everything else. It is HTML and well-formed XML alike, so that a missing end tag is an error
/// somewhere.
package struct Page {
    /// A part of the page that the table of contents names.
    package struct Section {
        /// Unique in the page; letters, digits and `-`.
        package var id: String
        package var title: String
        package var body: HTML
        /// Behind the title in the table of contents, such as a count.
        package var note: String

        package init(id: String, title: String, note: String = "", body: HTML) {
            self.id = id
            self.title = title
            self.body = body
            self.note = note
        }

        /// A table; nil where it has no rows.
        ///
        /// - Parameter isCounted: whether the table of contents says how many rows it has.
        package init?(id: String, title: String, of table: DataTable, isCounted: Bool = true) {
            guard !table.rows.isEmpty else { return nil }
            self.init(id: id, title: title, note: isCounted ? "\(table.rows.count)" : "", body: table.html)
        }
    }

    /// What kind of page it is: `Conformance report`.
    package var kind: String
    package var title: String
    /// What comes before the table of contents: the verdict.
    package var lead: HTML
    package var sections: [Section]
    package var footer: HTML
    /// What the page can do without.
    var script: StaticString?

    package init(kind: String, title: String, lead: HTML, sections: [Section], footer: HTML = .empty) {
        self.kind = kind
        self.title = title
        self.lead = lead
        self.sections = sections
        self.footer = footer
    }

    package var html: HTML {
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8"/>
        <meta http-equiv="Content-Security-Policy" content="\(policy)"/>
        <meta name="viewport" content="width=device-width, initial-scale=1"/>
        <meta name="color-scheme" content="light dark"/>
        <title>\(kind): \(title)</title>
        \(HTML.code(.style, PageStyle.frame))
        \(HTML.code(.style, PageStyle.charts))
        \(HTML.code(.style, PageStyle.matrix))
        </head>
        <body>
        <a class="skip" href="#content">Skip to the content</a>
        <header class="top"><p class="kind">\(kind)</p><h1>\(title)</h1></header>
        <main id="content">
        \(lead)
        \(contents)
        \(sections.map(Self.html))
        </main>
        <footer class="bottom">\(footer)</footer>
        \(script.map { HTML.code(.script, $0) })
        </body>
        </html>

        """
    }

    /// The SHA-256 of the only script there is, by which the policy knows it.
    static let scriptDigest = "OnSpULVr+cuS37eaKn5ApUDILUVjLTJQxYVQa6ZajlQ="

    private var policy: String {
        let scripts = script == nil ? "" : "; script-src 'sha256-\(Self.scriptDigest)'"
        return "default-src 'none'; style-src 'unsafe-inline'\(scripts)"
    }

    private var contents: HTML? {
        guard sections.count > 1 else { return nil }
        let items = sections.map { section -> HTML in
            let note: HTML? = section.note.isEmpty ? nil : " <span class=\"note\">\(section.note)</span>"
            return "<li><a href=\"#\(section.id)\">\(section.title)\(note)</a></li>"
        }
        return "<nav class=\"contents\" aria-label=\"On this page\"><ul>\(items)</ul></nav>"
    }

    static func list(_ items: [String]) -> HTML {
        "<ul class=\"list\">\(items.map { item -> HTML in "<li>\(item)</li>" })</ul>"
    }

    private static func html(_ section: Section) -> HTML {
        """
        <section id="\(section.id)" aria-labelledby="\(section.id)-title">
        <h2 id="\(section.id)-title">\(section.title)</h2>
        \(section.body)
        </section>

        """
    }
}
