import Documents
import POSIX
import Runner
import Synchronization

/// Who logs in where a page asks for it.
enum LoginWay: String, ArgumentWord {
    /// The suite's browser, with what the site file says of the pages.
    case played
    /// Whoever sits in front of the terminal.
    case byHand = "by-hand"
}

/// Where a person is told which page waits, and tells where it led; those who wait are served one after the other.
final class LoginDesk: Sendable {
    private struct State {
        var isBusy = false
        var waiting: [CheckedContinuation<Void, Never>] = []
        /// Takes what the person tells of the page that waits.
        var told: (@Sendable (String) -> Void)?
    }

    private let state = Mutex(State())
    private let say: @Sendable (String) -> Void

    /// - Parameter say: shows a line to the person.
    init(say: @escaping @Sendable (String) -> Void) {
        self.say = say
    }

    /// The person, who is waited for so long at each page.
    func attendant(timeout: Duration) -> Attendant {
        Attendant(timeout: timeout) { [self] what, url, told in
            await enter()
            state.withLock { $0.told = told }
            say(
                "\(what)\n  open this address in a browser:\n  \(url)\n"
                    + "  the run goes on when the login is over; if the browser ends at an address that it cannot open, "
                    + "paste that here")
        } dismiss: { [self] in
            leave()
        }
    }

    private func enter() async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                guard state.isBusy else {
                    state.isBusy = true
                    return true
                }
                state.waiting.append(continuation)
                return false
            }
            if isFree { continuation.resume() }
        }
    }

    private func leave() {
        let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
            state.told = nil
            guard !state.waiting.isEmpty else {
                state.isBusy = false
                return nil
            }
            return state.waiting.removeFirst()
        }
        next?.resume()
    }

    /// Takes a line that the person typed; one that is no address of an application is none.
    func take(_ line: String) {
        let text = line.filter { !$0.isWhitespace }
        guard !text.isEmpty else { return }
        guard text.contains("://"), !text.hasPrefix("http://"), !text.hasPrefix("https://") else {
            return say("that is no address that only an application can open: it begins with a scheme of its own")
        }
        state.withLock(\.told)?(text)
    }

    /// Reads what is typed, until there is no more; the thread ends with the process.
    func listen() {
        let isStarted = startThread { [self] in
            do throws(FileError) {
                var input = try ByteStream.standardInput("the terminal")
                var line: [UInt8] = []
                while let bytes = try input.next() {
                    for byte in bytes {
                        guard byte == UInt8(ascii: "\n") else {
                            line.append(byte)
                            continue
                        }
                        take(String(decoding: line, as: UTF8.self))
                        line = []
                    }
                }
            } catch {
                say("what is typed cannot be read: \(error)")
            }
        }
        if !isStarted { say("the system has no thread for what is typed") }
    }
}
