package import AccessEnablerAPI

/// Something between a port and the device's TV provider account, or the person in front of it.
package struct PlatformEvent: Sendable, Hashable {
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The port asks whether the application may use the account.
        case asksAccess = "asks-access"
        /// The port asks for the account; `providers`, `featured`, `mayAskUser` and `hasProfileRequest` say how.
        case asksAccount = "asks-account"
        /// The platform answers; `answer` says what.
        case answers
        /// The person does something in the picker; `choice` says what.
        case personChooses = "person-chooses"
    }

    package var kind: Kind
    /// Counts the port's questions in the case from 0.
    package var question: Int
    package var details: Value.Members

    package init(_ kind: Kind, question: Int, details: Value.Members = [:]) {
        self.kind = kind
        self.question = question
        self.details = details
    }
}
