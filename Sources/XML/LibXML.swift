internal import CXML2

/// What must be set once in the process before the library is used.
enum LibXML {
    /// Starts the library and takes away its ability to open anything but the bytes it was given.
    ///
    /// Touch it before every use; only the first does something, whichever thread it is on.
    static let ready: Bool = {
        xmlInitParser()
        unsafe xmlSetExternalEntityLoader { _, _, _ in nil }
        return true
    }()

    /// The network is forbidden, no declaration makes another encoding than UTF-8, and nothing is allowed.
    ///
    /// Never NOENT, DTDLOAD, DTDATTR, DTDVALID or HUGE: each of them opens a door that
    /// the limits here are not made for.
    static let options = Int32(XML_PARSE_NONET.rawValue | XML_PARSE_IGNORE_ENC.rawValue)
}
