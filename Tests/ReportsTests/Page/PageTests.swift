import Documents
import Testing
import XML

@testable import Reports

struct PageTests {
    private static let pages = [
        "run": RunPage([sampleReport()]).html, "load": LoadPage(sampleLoadReport()).html,
        "comparison": (try? sampleComparison()).map { $0.page } ?? .empty,
        "history": (try? sampleHistory()).map { HistoryPage($0) { _ in nil }.html } ?? .empty,
    ]

    @Test(arguments: pages.keys.sorted())
    func aPageIsWellFormedAndUnderAMegabyte(_ name: String) throws {
        let page = try #require(Self.pages[name])
        _ = try PageReading(page)
        #expect(page.bytes.count < 1_000_000)
    }

    @Test(arguments: pages.keys.sorted())
    func aPageLoadsNothingAndRunsNothing(_ name: String) throws {
        let reading = try PageReading(try #require(Self.pages[name]))
        let loading: Set = [
            "link", "img", "iframe", "object", "embed", "video", "audio", "image", "base", "form",
        ]
        #expect(reading.elements.filter { loading.contains($0.name) }.isEmpty)
        // One script of ours at most, which the policy knows by its digest.
        let scripts = reading.elements.filter { $0.name == "script" }
        #expect(scripts.count <= 1 && scripts.allSatisfy { $0.attributes.isEmpty })
        let digest = scripts.isEmpty ? "" : "; script-src 'sha256-\(Page.scriptDigest)'"
        for element in reading.elements {
            for attribute in element.attributes {
                #expect(!attribute.name.lowercased().hasPrefix("on"), "\(element.name) \(attribute.name)")
                if ["href", "src", "action", "data", "srcset", "poster"].contains(attribute.name) {
                    #expect(attribute.value.hasPrefix("#"), "\(attribute.value)")
                }
            }
        }
        let styles = reading.elements.filter { $0.name == "style" }.map(\.text).joined()
        #expect(!styles.contains("url(") && !styles.contains("@import") && !styles.contains("http"))
        let policy = reading.elements.first { $0.attribute("http-equiv") == "Content-Security-Policy" }
        #expect(policy?.attribute("content") == "default-src 'none'; style-src 'unsafe-inline'" + digest)
    }

    @Test(arguments: pages.keys.sorted())
    func everyLinkHasItsPlaceAndEveryPlaceIsUnique(_ name: String) throws {
        let reading = try PageReading(try #require(Self.pages[name]))
        let ids = reading.elements.compactMap { $0.attribute("id") }
        #expect(Set(ids).count == ids.count)
        let references = reading.elements.flatMap { element in
            [element.attribute("href").map { String($0.dropFirst()) }].compactMap(\.self)
                + (element.attribute("aria-labelledby")?.split(separator: " ").map(String.init) ?? [])
        }
        for reference in references { #expect(ids.contains(reference), "\(reference)") }
    }

    @Test(arguments: pages.keys.sorted())
    func aPageCanBeReadWithoutSeeingIt(_ name: String) throws {
        let reading = try PageReading(try #require(Self.pages[name]))
        #expect(reading.root.attribute("lang") == "en")
        #expect(reading.elements.count { $0.name == "h1" } == 1)
        for picture in reading.elements where picture.name == "svg" && picture.attribute("aria-hidden") == nil {
            #expect(picture.attribute("role") == "img")
            #expect(picture.first("title")?.text.isEmpty == false && picture.first("desc")?.text.isEmpty == false)
        }
        for table in reading.elements where table.name == "table" {
            #expect(table.first("caption")?.text.isEmpty == false)
        }
        for region in reading.elements where region.attribute("class") == "scroll" {
            #expect(region.attribute("tabindex") == "0" && region.attribute("aria-label")?.isEmpty == false)
        }
        // No heading is deeper by more than one than the one before.
        var level = 1
        for heading in reading.elements.compactMap({ $0.name.wholeMatch(of: #/h([1-6])/#)?.1 }) {
            let next = try #require(Int(heading))
            #expect(next <= level + 1)
            level = next
        }
    }
}

/// A page read back strictly, as XML.
struct PageReading {
    let root: XMLElement
    let elements: [XMLElement]

    init(_ page: HTML) throws {
        let text = page.source
        let start = "<!DOCTYPE html>\n"
        try #require(text.hasPrefix(start))
        var limits = XMLLimits.standard
        limits.bytes = 2_000_000
        limits.elements = 200_000
        root = try XMLReader.read(Array(text.dropFirst(start.count).utf8), limits: limits)
        elements = Self.all(in: root)
    }

    private static func all(in element: XMLElement) -> [XMLElement] {
        [element] + element.elements.flatMap(all)
    }
}

/// Writes the pages of the samples to the folder that `ASSAY_PAGES` names, for whoever wants to look at them.
struct PagesToLookAt {
    @Test(.enabled(if: Golden.variable("ASSAY_PAGES") != nil, "ASSAY_PAGES names no folder"))
    func areWritten() throws {
        let folder = try #require(Golden.variable("ASSAY_PAGES"))
        try File.write(RunPage([sampleReport()]).html.bytes, to: folder + "/run.html")
        try File.write(LoadPage(sampleLoadReport()).html.bytes, to: folder + "/load.html")
    }
}
