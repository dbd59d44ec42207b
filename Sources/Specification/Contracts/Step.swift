package import AccessEnablerAPI
package import ServiceProtocol

/// One thing the runner does in a case.
package struct Step: Sendable, Hashable {
    package enum Action: Sendable, Hashable {
        /// The application makes a call.
        case call(Selector, [Argument])
        /// Waits until an event occurs that this case's earlier steps have not waited for already.
        case await(Pattern, due: Due)
        /// Replies of this purpose are held from now on.
        case hold(RequestKind, providers: [String])
        /// Lets all go that is held, in the order the requests came, and nothing is held any more.
        case letGo(RequestKind, providers: [String])
        /// Waits until each of the providers has been asked.
        case awaitHeld(RequestKind, providers: [String], due: Due)
        /// Lets the held replies go in this order, each only when the one before has been processed.
        case release(RequestKind, providers: [String])
        /// Replies of this purpose are broken from now on, `times` of them or all; nil: they are right again.
        case fault(RequestKind, providers: [String], fault: Fault?, times: Int?)
        /// Replies of this purpose are delayed from now on.
        case latency(RequestKind, providers: [String], latency: Latency)
        /// The user's session at the provider ends from elsewhere.
        case logOutRemotely
        /// The service provider has a newer token of the login, as if another application had fetched one.
        case renewRemotely
        /// The service providers know the application's registration and its access tokens no more.
        case forgetClients
        /// The MVPDs decide so about the resource from now on; what was decided before stays issued.
        case decide(resource: String, ResourceRule)
        /// The MVPDs tell nothing of users who log in from now on; logins that there are stay as they are.
        case withholdMetadata
        /// The person does something in the platform's picker; nothing is done where it need not be shown, and is not.
        case pick(PlatformPick, ifShown: Bool = false)
        /// The device's account is different from now on.
        case changePlatform(PlatformFixture)
        /// The browser follows the latest navigation and the user does this there.
        case browse(Browse)
        /// Nothing is unanswered, a barrier comes back, and nothing happens for longer than the port ever paused before.
        case quiesce(outlasting: Pause)
        /// Waits until what was issued with such a lifetime has expired; how long that is the run decides.
        case expire(Expiring)
        /// The application's process ends and starts again on the same storage.
        case restart
        /// The same, but the process is killed, and what it has not stored yet is lost.
        case kill
        /// The application's process ends, and one of the device's applications starts on the same storage.
        case launch(Application)
    }

    /// What quiet must outlast.
    package enum Pause: Sendable, Hashable {
        /// What the port has shown of its pauses.
        case shown
        /// The time between what two steps awaited, by their names.
        case between(String, String)
        /// The time that a port may give service providers that have not answered, before it ends a configuration.
        case grace
    }

    /// When what is awaited must come.
    package enum Due: Sendable, Hashable {
        /// When the port has done what it was asked; a port with nothing left to do owes it no more.
        case atOnce
        /// The documents do not say: a port may look for it from time to time, or give up on something first.
        case undocumented
    }

    /// What is issued for a time.
    package enum Expiring: String, Sendable, Hashable, CaseIterable {
        case authentication, authorization
    }

    /// The applications of the device.
    package enum Application: String, Sendable, Hashable, CaseIterable {
        case usual = "application"
        case other = "other-application"
    }

    package struct Argument: Sendable, Hashable {
        package var name: String
        package var value: Template
    }

    /// What the user does on the MVPD's pages.
    package enum Browse: String, Sendable, Hashable, CaseIterable {
        /// Logs in, up to the custom URL.
        case signIn = "sign-in"
        /// Types a wrong password once, then the right one.
        case wrongPasswordFirst = "wrong-password-first"
        /// Presses cancel on the login page.
        case cancel
        /// Opens the page and leaves it open.
        case open
        /// Follows redirects only, as the hidden view of a logout does.
        case follow
        /// Logs in on another device, with the registration code that the port reported.
        case secondScreen = "second-screen"
    }

    package var action: Action
    /// The name by which expectations refer to the step.
    package var label: String?
    /// The statements that are broken when the step cannot be done; the contract's where none are named.
    package var cites: [String]
    /// The words of the contract that led to this step, for timelines.
    package var text: String
}

extension Step {
    /// What users are told of a resource that `deny` takes from them.
    static let denial = "not any more"
}

extension Step.Action {
    /// When what the step waits for must come; nil for a step that waits for nothing of the port.
    package var due: Step.Due? {
        switch self {
        case .await(_, let due), .awaitHeld(_, _, let due): due
        default: nil
        }
    }
}
