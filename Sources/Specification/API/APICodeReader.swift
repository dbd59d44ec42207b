import Documents

/// Reads the tables of constants: statuses and error codes.
struct APICodeReader {
    enum StatusFileKey: String, RegisterKey {
        case statuses
    }

    enum StatusKey: String, RegisterKey {
        case symbol, value, meaning, cites
    }

    enum ErrorFileKey: String, RegisterKey {
        case errorCodes
    }

    enum ErrorKey: String, RegisterKey {
        case symbol, texts, exact, documented, meaning, cites, note

        static var optionalKeys: Set<ErrorKey> { [.note] }
    }

    let names: APINames

    func statuses(_ root: NodeReader) -> [APIStatus] {
        root.fields(StatusFileKey.self) { file in
            file[.statuses]?.distinct("status", \APIStatus.symbol) { node in
                node.fields(StatusKey.self) { fields in
                    _ = fields[.cites]?.cites(names)
                    guard let symbol = fields.string(.symbol), let value = fields[.value]?.int() else { return nil }
                    return APIStatus(symbol: symbol, value: value)
                }
            }
        } ?? []
    }

    func errorCodes(_ root: NodeReader) -> [APIErrorCode] {
        root.fields(ErrorFileKey.self) { file in
            file[.errorCodes]?.distinct("error code", \APIErrorCode.symbol) { node in
                node.fields(ErrorKey.self) { fields in
                    let symbol = fields.string(.symbol)
                    let texts = fields[.texts]?.list { $0.string() }
                    _ = (fields[.documented]?.bool(), fields[.cites]?.cites(names))
                    guard let symbol, let texts, let isExact = fields[.exact]?.bool() else { return nil }
                    return APIErrorCode(symbol: symbol, texts: texts, isExact: isExact)
                }
            }
        } ?? []
    }
}
