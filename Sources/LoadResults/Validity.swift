/// Whether the durations of a run say something about the implementation, or only about the generator that measured it.
package struct Validity: Sendable {
    /// Why the run is not valid; empty for one that is.
    package var objections: [String] = []
    /// What one should know, and what does not make it invalid.
    package var remarks: [Remark] = []

    package init() {}

    package struct Remark: Sendable {
        /// What it is about: the machine, or the implementation.
        package var subject: String
        package var text: String

        package init(subject: String, text: String) {
            self.subject = subject
            self.text = text
        }
    }

    package var isValid: Bool { objections.isEmpty }
}
