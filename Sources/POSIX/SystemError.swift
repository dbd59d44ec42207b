internal import Glibc

/// A system call that did not do what it was asked, with the call in words and the system's code.
package struct SystemError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What was being done, as in `listen on 127.0.0.1:8080`.
    package var operation: String
    /// A value of `errno`.
    package var code: Int32

    package init(_ operation: String, code: Int32) {
        self.operation = operation
        self.code = code
        Shortage.note(code, operation)
    }

    /// The failure of the call just made on this thread.
    static func last(_ operation: String) -> SystemError {
        SystemError(operation, code: errno)
    }

    package var description: String {
        if code == EADDRINUSE {
            return "\(operation): address already in use; stop the program that has it or take another port"
        }
        return unsafe "\(operation): \(String(cString: strerror(code)).lowercased())"
    }
}
