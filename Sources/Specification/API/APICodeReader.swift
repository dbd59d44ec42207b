import Documents

/// Reads the tables of constants: statuses, error codes, integrity checks and addresses.
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

    enum CheckFileKey: String, RegisterKey {
        case integrityChecks
    }

    enum CheckKey: String, RegisterKey {
        case symbol, clears, meaning, cites
    }

    enum AddressFileKey: String, RegisterKey {
        case urls
    }

    enum AddressKey: String, RegisterKey {
        case name, value, kind, platforms, versions, meaning, cites, note

        static var optionalKeys: Set<AddressKey> { [.note] }
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

    func integrityChecks(_ root: NodeReader) -> [APIIntegrityCheck] {
        root.fields(CheckFileKey.self) { file in
            file[.integrityChecks]?.distinct("integrity check", \APIIntegrityCheck.symbol) { node in
                node.fields(CheckKey.self) { fields in
                    _ = fields[.clears]?.oneOf(APIIntegrityCheck.Clearing.self, what: "clearing")
                    _ = fields[.cites]?.cites(names)
                    return fields.string(.symbol).map(APIIntegrityCheck.init)
                }
            }
        } ?? []
    }

    /// Nothing needs the addresses; their table is only checked.
    func checkAddresses(_ root: NodeReader) {
        _ = root.fields(AddressFileKey.self) { file in
            file[.urls]?.distinct("address", \String.self) { node in
                node.fields(AddressKey.self) { fields in
                    _ = fields[.kind]?.oneOf(APIAddressKind.self, what: "kind")
                    _ = (fields[.platforms]?.platforms(), fields[.versions]?.versions())
                    _ = fields[.cites]?.cites(names)
                    return fields.string(.name)
                }
            }
        }
    }
}
