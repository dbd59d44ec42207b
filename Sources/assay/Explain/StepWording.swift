import AccessEnablerAPI
import Checkers
import ServiceProtocol
import Specification

enum StepWording {
    static func words(for step: Step) -> String {
        var text = action(step.action)
        if let label = step.label { text += " [\(label)]" }
        if !step.cites.isEmpty { text += " (\(step.cites.joined(separator: ", ")))" }
        return text
    }

    private static func action(_ action: Step.Action) -> String {
        switch action {
        case .call(let selector, let arguments):
            let words = arguments.map { "\($0.name) \($0.value.words)" }.joined(separator: ", ")
            return "the application calls \(selector)" + (words.isEmpty ? "" : " with \(words)")
        case .await(let pattern, .atOnce):
            return "wait for \(pattern.words)"
        case .await(let pattern, .undocumented):
            return "wait for \(pattern.words), however long it takes: the documents do not say when it comes"
        case .hold(let kind, let providers):
            return "from now on hold the replies to \(kind.rawValue) requests at \(list(providers))"
        case .letGo(let kind, let providers):
            return "let all held \(kind.rawValue) replies of \(list(providers)) go, and hold none any more"
        case .awaitHeld(let kind, let providers, _):
            return "wait until each of \(list(providers)) holds a \(kind.rawValue) reply"
        case .release(let kind, let providers):
            return "let the held \(kind.rawValue) replies go, one after the other: \(list(providers))"
        case .fault(let kind, let providers, nil, _):
            return "from now on answer \(kind.rawValue) requests at \(list(providers)) properly"
        case .fault(let kind, let providers, let fault?, let times):
            let count = times.map { ", \($0) times" } ?? ""
            return "from now on break the replies to \(kind.rawValue) requests at \(list(providers)): \(fault)\(count)"
        case .latency(let kind, let providers, let latency):
            return "from now on delay the replies to \(kind.rawValue) requests at \(list(providers)): \(latency)"
        case .pick(.mvpd(let name), _): return "the person chooses \(name) in the platform's picker"
        case .pick(.otherProvider, _): return "the person chooses 'Other TV Provider' in the platform's picker"
        case .pick(.unsupportedProvider, _):
            return "the person chooses a provider in the platform's picker that the application does not ask for"
        case .pick(.cancel, _): return "the person closes the platform's picker"
        case .changePlatform(let change): return change.words
        case .logOutRemotely: return "the user's session ends from elsewhere"
        case .renewRemotely: return "the service has a newer token of the login, which lasts a day longer"
        case .forgetClients: return "the service providers know the application's registration no more"
        case .decide(let resource, .granted): return "the MVPDs grant \(resource) from now on"
        case .decide(let resource, .denied(let message)):
            return "the MVPDs deny \(resource) from now on, with the message '\(message)'"
        case .withholdMetadata: return "the MVPDs tell nothing of users who log in from now on"
        case .browse(let way): return browse(way)
        case .quiesce(let pause):
            let time =
                switch pause {
                case .shown: ""
                case .between(let first, let second):
                    ", and for longer than it took from '\(first)' to '\(second)'"
                case .grace: ", and for longer than a port may wait for service providers that do not answer"
                }
            return
                "make sure that nothing more comes: all requests answered, quiet for longer than any pause before\(time)"
        case .expire(let thing): return "wait until the \(thing.rawValue) has expired"
        case .restart: return "the application's process ends and starts again on the same storage"
        case .kill: return "the application's process is killed and starts again on the same storage"
        case .launch(.usual): return "that process ends, and the first application starts again on the same device"
        case .launch(.other): return "the application's process ends, and another application of the device starts"
        }
    }

    private static func browse(_ way: Step.Browse) -> String {
        switch way {
        case .signIn: "the user signs in on the pages of the MVPD, up to the custom URL"
        case .wrongPasswordFirst: "the user types a wrong password, then the right one"
        case .cancel: "the user presses cancel on the login page"
        case .open: "the user opens the page and leaves it open"
        case .follow: "the hidden browser follows the redirects"
        case .secondScreen: "the user signs in on another device, with the registration code"
        }
    }

    private static func list(_ names: [String]) -> String { names.joined(separator: ", ") }
}

extension PlatformFixture {
    /// What the device's account is like.
    var words: String {
        var parts: [String] = []
        if let access { parts.append("access to the account is \(access.rawValue)") }
        switch signedIn {
        case .with(let name): parts.append("\(name) is signed in")
        case .nobody: parts.append("nobody is signed in")
        case nil: break
        }
        if let isFailing { parts.append(isFailing ? "the account does not answer" : "the account answers") }
        return "the device has a TV provider account" + (parts.isEmpty ? "" : ": " + parts.joined(separator: ", "))
    }
}
