internal import AccessEnablerAPI
internal import Documents
internal import Evidence

/// Every case that is not simply passed, with its cause; a little script makes it a list that can be searched.
struct FailureIndex {
    let diagnosis: Diagnosis

    /// Nil where there is nothing to list.
    var section: Page.Section? {
        var causes: [Cause.Place: [Cause]] = [:]
        var rows: [Cause.Member] = []
        for cause in diagnosis.causes {
            for member in cause.members where causes[member.place]?.last != cause {
                if causes[member.place] == nil { rows.append(member) }
                causes[member.place, default: []].append(cause)
            }
        }
        guard !rows.isEmpty else { return nil }
        let table = DataTable(
            "Cases with findings",
            columns: [.init("case"), .init("outcome"), .init("as"), .init("area"), .init("cause")],
            rows: rows.map { member in
                let header = diagnosis.reports[member.run].header
                let place = "\(header.platform.rawValue) \(header.version)"
                return [
                    "<span class=\"code\">\(member.caseID)</span>", Badge(member.verdict.outcome).html,
                    "\(place)", "\(member.verdict.area)",
                    "\(Self.links(to: causes[member.place] ?? []))",
                ]
            }, isCompact: true)
        return Page.Section(
            id: "index", title: "Index of cases", note: "\(rows.count)",
            body: """
                <p class="search" id="search" hidden="hidden"><label for="words">Show only what contains</label> \
                <input type="search" id="words" autocomplete="off"/> <span class="note" id="found" role="status"></span></p>
                <div id="cases">\(table.html)</div>
                """)
    }

    private static func links(to causes: [Cause]) -> [HTML] {
        causes.enumerated().map { index, cause in
            "\(index > 0 ? ", " : "")<a href=\"#\(CauseSection.id(of: cause))\">\(cause.number)</a>"
        }
    }

    /// Shows the rows of the table that contain all words of the search; without it the table is whole.
    static let script: StaticString = """
        (function () {
          var box = document.getElementById('search');
          if (box === null) { return; }
          var rows = Array.from(document.querySelectorAll('#cases tbody tr'));
          var input = document.getElementById('words');
          function show() {
            var words = input.value.toLowerCase().split(' ').filter(Boolean);
            var shown = rows.filter(function (row) {
              var text = row.textContent.toLowerCase();
              row.hidden = !words.every(function (word) { return text.includes(word); });
              return !row.hidden;
            });
            document.getElementById('found').textContent = shown.length + ' of ' + rows.length;
          }
          box.hidden = false;
          input.addEventListener('input', show);
          show();
        })();
        """
}
