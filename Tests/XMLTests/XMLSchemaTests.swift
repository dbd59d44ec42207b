import Testing
import XML

@Suite struct XMLSchemaTests {
    private let source = """
        <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
          <xs:element name="r"><xs:complexType><xs:sequence>
            <xs:element name="a" type="xs:int"/>
            <xs:element name="g"><xs:complexType><xs:sequence>
              <xs:element name="b" type="xs:string"/></xs:sequence></xs:complexType></xs:element>
            <xs:element name="c" type="xs:string" minOccurs="0"/>
          </xs:sequence></xs:complexType></xs:element>
        </xs:schema>
        """

    @Test func theValuesAskedForComeBackInTheOrderOfTheDocument() throws {
        let schema = try XMLSchema(Array(source.utf8), elements: ["c", "a", "b"])
        let text = "<r>\n<a>1</a><g><b>xy<![CDATA[<]]>&amp;</b></g><c/></r>"
        for _ in 0..<3 {
            #expect(
                schema.check(Array(text.utf8), limits: .token)
                    == .valid(
                        root: "r",
                        values: XMLSchema.Values([
                            XMLSchema.Value(name: 1, text: "1"), XMLSchema.Value(name: 2, text: "xy<&"),
                            XMLSchema.Value(name: 0, text: ""),
                        ])))
        }
    }

    @Test func whatTheSchemaDoesNotAcceptIsComplainedAbout() throws {
        let schema = try XMLSchema(Array(source.utf8))
        guard case .invalid(let complaints) = schema.check(Array("<r><a>x</a></r>".utf8), limits: .token) else {
            Issue.record("accepted")
            return
        }
        #expect(complaints.count == 2)
        #expect(complaints[0].contains("'x' is not a valid value"))
        #expect(complaints[1].contains("Expected is ( g )"))
        #expect(schema.check(Array("<r><a>1</a><g><b/></g></r>".utf8), limits: .token) != .unreadable)
    }

    @Test(arguments: [
        "", "<r>", "<!DOCTYPE r><r/>", "<r/><!-- -->", "<?p?><r/>", "<r a='\0'/>", "<r/><r/>",
        "<r><a>1<!-- --></a></r>", "<r><?p?><a>1</a></r>",
    ])
    func whatIsNotOneElementIsUnreadable(text: String) throws {
        let schema = try XMLSchema(Array(source.utf8))
        #expect(schema.check(Array(text.utf8), limits: .token) == .unreadable)
    }

    @Test func namesWithoutEndDoNotAccumulate() throws {
        let schema = try XMLSchema(Array(source.utf8), elements: ["a"])
        for round in 0..<6_000 {
            _ = schema.check(Array("<r><n\(round)/></r>".utf8), limits: .token)
        }
        #expect(
            schema.check(Array("<r><a>1</a><g><b/></g></r>".utf8), limits: .token)
                == .valid(root: "r", values: XMLSchema.Values([XMLSchema.Value(name: 0, text: "1")])))
    }

    @Test func aSchemaThatIsNoneIsAnError() {
        let error = #expect(throws: XMLError.self) { _ = try XMLSchema(Array("<xs:schema/>".utf8)) }
        #expect(error?.code == .schema)
        #expect(throws: XMLError.self) { _ = try XMLSchema([]) }
        #expect(throws: XMLError.self) {
            _ = try XMLSchema(Array(source.replacing("xs:int", with: "xs:integr").utf8))
        }
    }
}
