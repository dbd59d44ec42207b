import Testing
import XML

@Suite struct HTMLFormsTests {
    @Test func theDocumentedRedirectPageGivesItsHiddenInputs() throws {
        let page = """
            <html><body onload="document.forms[0].submit()">
            <form action="https://idp.example.test/sso?a=1&amp;b=2" method="POST">
            <input type="hidden" name="SAMLRequest" value="PHNhbWxwOkF1dGhuUmVxdWVzdC8+"/>
            <input type="hidden" name="RelayState" value="3c9a1e52 &quot;&#233;&quot;"/>
            </form></body></html>
            """
        let form = try #require(HTMLForms.page(in: Array(page.utf8)).forms.first)
        #expect(form.action == "https://idp.example.test/sso?a=1&b=2")
        #expect(form.method == "post")
        #expect(form.fields.filter { $0.type == "hidden" }.map(\.name) == ["SAMLRequest", "RelayState"])
        #expect(form["SAMLRequest"] == "PHNhbWxwOkF1dGhuUmVxdWVzdC8+")
        #expect(form["RelayState"] == "3c9a1e52 \"é\"")
    }

    @Test(arguments: [
        "<a>", "<div>", "<b><p>", "<form>", "<table><tr><td>", "<select><option>", "<!--", "&", "<a b", "]]>",
    ])
    func aMegabyteOfOpenElementsHasNoEnd(text: String) {
        let page = Array(String(repeating: text, count: HTMLForms.sizeLimit / text.utf8.count).utf8)
        #expect(HTMLForms.page(in: page).forms.allSatisfy { $0.fields.count <= page.count })
    }

    /// For each end the library looks through all elements that are open.
    @Test func aPageOfATenThousandsOfTagsHasNoForms() {
        let form = "<form><input name='a'></form>"
        let tags = { String(repeating: "<b>", count: $0) + String(repeating: "</i>", count: $0) }
        #expect(HTMLForms.page(in: Array((form + tags(9_900)).utf8)).forms.count == 1)
        #expect(HTMLForms.page(in: Array((form + tags(100_000)).utf8)).forms.isEmpty)
    }

    @Test func untidyPagesAreReadAsABrowserWould() {
        let page = """
            <!DOCTYPE html><title>x</title><p><form ID=login><INPUT NAME=user>
            <input type=password name=pass><input type=checkbox name=stay checked>
            <select name=s><option value=1>a<option value=2 selected>b</select>
            <textarea name=t>a &lt; b</textarea><button name=go value=1>Go</button>
            </form><input name=outside><form><input type=hidden name=k value=v>
            """
        let forms = HTMLForms.page(in: Array(page.utf8)).forms
        #expect(forms.count == 2)
        #expect(forms[0].id == "login")
        #expect(forms[0].method == "get")
        #expect(forms[0].fields.map(\.name) == ["user", "pass", "stay", "s", "t", "go"])
        #expect(forms[0].fields.map(\.type) == ["text", "password", "checkbox", "select", "textarea", "submit"])
        #expect(forms[0].fields[2].isChecked)
        #expect(forms[0]["s"] == "2")
        #expect(forms[0]["t"] == "a < b")
        #expect(forms[1]["k"] == "v")
    }

    @Test(arguments: [
        ("<option value=''>choose<option value=2>b", ""), ("<option value=1>a<option value=2>b", "1"),
        ("<option>first one<option>b", "first one"), ("<option value=1>a<option selected> a  b </option>", "a b"),
        ("<option selected value=1>a<option>b", "1"), ("", ""),
    ])
    func aSelectHasTheValueThatABrowserWouldSend(options: String, value: String) throws {
        let page = "<form><select name=first><option value=1></select><select name=s>\(options)</select><input name=i>"
        let form = try #require(HTMLForms.page(in: Array(page.utf8)).forms.first)
        #expect(form["s"] == value && form["i"] == "" && form["first"] == "1")
    }

    @Test func buttonsAndLinksAreKnownByWhatIsOnThem() throws {
        let page = HTMLForms.page(
            in: Array(
                """
                <a href=/choose?x=1&amp;y=2 id=first>Choose <b>this</b></a><a name=here>no link</a>
                <form><input id=who name=a81><button name=go value=1><span>Sign</span>
                in</button><input type=submit value="Not now"><button type=button>Show</button></form>
                """.utf8))
        let link = try #require(page.links.first)
        #expect(page.links.count == 1 && link.id == "first")
        #expect(link.address == "/choose?x=1&y=2" && link.label == "Choose this")
        let form = try #require(page.forms.first)
        #expect(form.fields.map(\.label) == ["", "Sign in", "Not now", "Show"])
        #expect(form.fields.map(\.sends) == [false, true, true, false])
        #expect(form.fields[0].id == "who")
    }

    @Test func aPageWithoutFormsHasNone() {
        #expect(HTMLForms.page(in: []).forms.isEmpty)
        #expect(HTMLForms.page(in: Array("\0\u{1}<<<&&&".utf8)).forms.isEmpty)
        #expect(HTMLForms.page(in: [UInt8](repeating: 0x3C, count: 2_000_000)).forms.isEmpty)
    }
}

extension HTMLForm {
    /// The value of the first field of that name.
    fileprivate subscript(name: String) -> String? { fields.first { $0.name == name }?.value }
}
