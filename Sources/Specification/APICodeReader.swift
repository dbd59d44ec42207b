import AccessEnablerAPI
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
        let read = root.fields(StatusFileKey.self) { file in
            file[.statuses]?.distinct("status", \APIStatus.symbol) { node in
                node.fields(StatusKey.self) { fields in
                    let (symbol, meaning) = (fields.string(.symbol), fields.string(.meaning))
                    let value = fields[.value]?.int()
                    let cites = fields[.cites]?.cites(names)
                    guard let symbol, let value, let meaning, let cites else { return nil }
                    return APIStatus(symbol: symbol, value: value, meaning: meaning, cites: cites)
                }
            }
        }
        return read ?? []
    }

    func errorCodes(_ root: NodeReader) -> [APIErrorCode] {
        let read = root.fields(ErrorFileKey.self) { file in
            file[.errorCodes]?.distinct("error code", \APIErrorCode.symbol) { node in
                node.fields(ErrorKey.self) { fields in
                    let (symbol, meaning) = (fields.string(.symbol), fields.string(.meaning))
                    let texts = fields[.texts]?.list { $0.string() }
                    let (isExact, isDocumented) = (fields[.exact]?.bool(), fields[.documented]?.bool())
                    let cites = fields[.cites]?.cites(names)
                    guard let symbol, let texts, let isExact, let isDocumented, let meaning, let cites else {
                        return nil
                    }
                    return APIErrorCode(
                        symbol: symbol, texts: texts, isExact: isExact, isDocumented: isDocumented, meaning: meaning,
                        cites: cites, note: fields.string(.note))
                }
            }
        }
        return read ?? []
    }

    func integrityChecks(_ root: NodeReader) -> [APIIntegrityCheck] {
        let read = root.fields(CheckFileKey.self) { file in
            file[.integrityChecks]?.distinct("integrity check", \APIIntegrityCheck.symbol) { node in
                node.fields(CheckKey.self) { fields in
                    let (symbol, meaning) = (fields.string(.symbol), fields.string(.meaning))
                    let clears = fields[.clears]?.oneOf(APIIntegrityCheck.Clearing.self, what: "clearing")
                    let cites = fields[.cites]?.cites(names)
                    guard let symbol, let clears, let meaning, let cites else { return nil }
                    return APIIntegrityCheck(symbol: symbol, clears: clears, meaning: meaning, cites: cites)
                }
            }
        }
        return read ?? []
    }

    func addresses(_ root: NodeReader) -> [APIAddress] {
        let read = root.fields(AddressFileKey.self) { file in
            file[.urls]?.distinct("address", \APIAddress.name) { node in
                node.fields(AddressKey.self) { fields in
                    let (name, value, meaning) = (fields.string(.name), fields.string(.value), fields.string(.meaning))
                    let kind = fields[.kind]?.oneOf(APIAddress.Kind.self, what: "kind")
                    let (platforms, versions) = (fields[.platforms]?.platforms(), fields[.versions]?.versions())
                    let cites = fields[.cites]?.cites(names)
                    guard let name, let value, let kind, let platforms, let versions, let meaning, let cites else {
                        return nil
                    }
                    return APIAddress(
                        name: name, value: value, kind: kind, platforms: platforms, versions: versions,
                        meaning: meaning, cites: cites, note: fields.string(.note))
                }
            }
        }
        return read ?? []
    }
}
