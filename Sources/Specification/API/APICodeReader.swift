import Documents

/// Reads the tables of constants: statuses and error codes.
struct APICodeReader {
    let names: APINames

    func statuses(_ root: NodeReader) -> [APIStatus] {
        root.mapping { file in
            file.required("statuses")?.distinct("status", \APIStatus.symbol) { node in
                node.mapping { fields in
                    _ = fields.required("cites")?.cites(names)
                    let (symbol, value) = (fields.text("symbol"), fields.required("value")?.int())
                    fields.passOver("meaning")
                    guard let symbol, let value else { return nil }
                    return APIStatus(symbol: symbol, value: value)
                }
            }
        } ?? []
    }

    func errorCodes(_ root: NodeReader) -> [APIErrorCode] {
        root.mapping { file in
            file.required("errorCodes")?.distinct("error code", \APIErrorCode.symbol) { node in
                node.mapping { fields in
                    let symbol = fields.text("symbol")
                    let texts = fields.required("texts")?.list { $0.string() }
                    _ = (fields.required("documented")?.bool(), fields.required("cites")?.cites(names))
                    let isExact = fields.required("exact")?.bool()
                    fields.passOver("meaning", optional: "note")
                    guard let symbol, let texts, let isExact else { return nil }
                    return APIErrorCode(symbol: symbol, texts: texts, isExact: isExact)
                }
            }
        } ?? []
    }
}
