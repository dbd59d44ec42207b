internal import CKernel

package enum TerminalWidth {
    /// nil where the descriptor is no terminal, or the terminal does not say.
    package static func columns(of descriptor: Int32) -> Int? {
        let columns = Int(kernel_terminal_columns(descriptor))
        return columns > 0 ? columns : nil
    }
}
