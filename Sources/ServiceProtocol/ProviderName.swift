/// The names of service providers to whom nobody gave one: `sp1`, `sp2` and so on.
package enum ProviderName {
    /// The name of the provider at a place, counted from 0.
    package static func text(at index: Int) -> String { "sp\(index + 1)" }

    /// The place of the provider with this name; nil for a name that somebody gave.
    package static func index(of name: String) -> Int? {
        guard name.hasPrefix("sp"), let number = Int(name.dropFirst(2)), number > 0, name == text(at: number - 1) else {
            return nil
        }
        return number - 1
    }
}
