internal import CXML2

/// The release of libxml2 that is used, as the library numbers it: `20914` is 2.9.14.
package enum XMLRelease {
    package static let text: String = {
        let digits = unsafe String(cString: cxml_release()).prefix { $0.isNumber }
        guard let number = Int(digits) else { return String(digits) }
        return "\(number / 10_000).\(number / 100 % 100).\(number % 100)"
    }()
}
