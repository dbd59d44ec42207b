package import AccessEnablerAPI
package import Documents

/// One thing the runner does in a case.
package struct Step: Sendable, Hashable {
    package enum Action: Sendable, Hashable {
        /// The application makes a call.
        case call(Selector, [Argument])
        /// Waits until an event occurs that this case's earlier steps have not waited for already.
        case await(Pattern, within: Duration?)
        /// Replies of this purpose are held from now on.
        case hold(RequestKind, providers: [String])
        /// Waits until each of the providers has been asked.
        case awaitHeld(RequestKind, providers: [String])
        /// Lets the held replies go in this order, each only when the one before has been taken in.
        case release(RequestKind, providers: [String])
        /// Replies of this purpose are broken from now on, `times` of them or all.
        case fault(RequestKind, providers: [String], fault: String, times: Int?)
        /// Replies of this purpose are delayed from now on.
        case latency(RequestKind, providers: [String], latency: String)
        /// The user's session at the provider ends from elsewhere.
        case logOutRemotely
        /// The service provider has a newer token of the login, as if another application had fetched one.
        case renewRemotely
        /// The person does something in the platform's picker.
        case pick(PlatformPick)
        /// The device's account is different from now on.
        case changePlatform(PlatformSetting)
        /// The browser follows the latest navigation and the user does this there.
        case browse(Browse)
        /// Nothing is unanswered, a barrier comes back, and this long nothing happens.
        case quiesce(Duration)
        /// The application's process ends and starts again on the same storage.
        case restart
        /// The same, but the process is killed, and what it has not stored yet is lost.
        case kill
        /// The application's process ends, and one of the device's applications starts on the same storage.
        case launch(Application)
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
    package var mark: Mark
    /// The words of the contract that led to this step, for timelines.
    package var text: String
}
