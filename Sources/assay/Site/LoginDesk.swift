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
    /// Takes what the person tells of the page that waits.
    private let told = Mutex<(@Sendable (String) -> Void)?>(nil)
    private let turnstile = Turnstile(room: 1)
    private let say: @Sendable (String) -> Void

    /// - Parameter say: shows a line to the person.
    init(say: @escaping @Sendable (String) -> Void) {
        self.say = say
    }

    /// The person, who is waited for so long at each page.
    func attendant(timeout: Duration) -> Attendant {
        Attendant(timeout: timeout) { [self] what, url, told in
            await turnstile.enter()
            self.told.withLock { $0 = told }
            say(
                "\(what)\n  open this address in a browser:\n  \(url)\n"
                    + "  the run goes on when the login is over; if the browser ends at an address that it cannot open, "
                    + "paste that here")
        } dismiss: { [self] in
            told.withLock { $0 = nil }
            turnstile.leave()
        }
    }

    /// Takes a line that the person typed; one that is no address of an application is none.
    func take(_ line: String) {
        let text = line.filter { !$0.isWhitespace }
        guard !text.isEmpty else { return }
        guard text.contains("://"), !text.hasPrefix("http://"), !text.hasPrefix("https://") else {
            return say("that is no address that only an application can open: it begins with a scheme of its own")
        }
        told.withLock(\.self)?(text)
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
