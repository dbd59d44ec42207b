internal import Model

/// What a port must be able to do for a scenario to be run with it.
package enum Ability: Sendable, Hashable, CaseIterable {
    /// Time passes where it is told so: nobody is to wait for that.
    case expiry
    /// `platform.sso`: it has an account of a TV provider.
    case account
    /// `platform.svc`: it tells what it shows in a Safari view controller of its own.
    case safari
    /// `provider.default`: it takes another default service provider.
    case defaultProvider
    /// `delegate.optional`: the application may leave callbacks out.
    case optionalCallbacks
    /// `storage.upgrade`: it opens what an earlier release has stored.
    case update
    /// `storage.damage`: it spoils what it has stored where it is told to.
    case damage
    /// `storage.applications`: there is another application on the device.
    case applications
}

/// What a world has beside service providers with plain MVPDs.
enum Flavour: Int, CaseIterable {
    case plain, account, emptyAccount, safari, passes, defaultProvider, withoutTracking, withoutSafari, updated, pieces,
        damaged, fuller, withoutAccount, checked

    /// The share of each among worlds that nothing is asked of: most are plain.
    static let drawn: [Flavour] =
        Array(repeating: .plain, count: 9) + [.fuller, .fuller, .account, .account, .safari, .safari]
        + allCases.dropFirst(2)

    /// What the port must be able to do.
    var ability: Ability? {
        switch self {
        case .plain, .passes, .pieces, .fuller, .withoutAccount: nil
        case .account, .emptyAccount: .account
        case .safari, .withoutSafari: .safari
        case .defaultProvider: .defaultProvider
        case .withoutTracking: .optionalCallbacks
        case .updated: .update
        case .damaged, .checked: .damage
        }
    }

    /// The area that such a world is meant to test; nil where it has none.
    var focus: Focus? {
        switch self {
        case .plain, .fuller, .withoutTracking, .pieces: nil
        case .account, .emptyAccount, .withoutAccount: .account
        case .safari, .withoutSafari: .pages
        case .passes: .passes
        case .defaultProvider: .options
        case .updated, .damaged, .checked: .storage
        }
    }

    /// Whether nothing of it shows before something was stored and the application started again.
    var isOfStorage: Bool {
        switch self {
        case .updated, .damaged, .checked: true
        default: false
        }
    }

    /// Gives the world what it is called after; `bits` decides which MVPDs are special, all that may be for 0.
    func season(_ world: inout World, names: [String], bits: Int) {
        func give(_ traits: [MVPDKind]) {
            for (index, name) in names.enumerated() {
                let digit = bits / [1, 3, 9, 27, 81][index % 5] % 3
                world.traits[name] = traits[digit % traits.count]
            }
        }
        switch self {
        case .plain: break
        case .account:
            give([.supported, .picker, .plain])
            world.hasAccount = true
        // What an account could be used with is as plain as the others where there is none.
        case .withoutAccount: give([.supported, .picker, .plain])
        case .emptyAccount: world.hasAccount = true
        case .safari: give([.safari, .plain])
        case .passes: give([.tempPass, .plain])
        case .defaultProvider: world.defaultProvider = world.providers.count - 1
        case .withoutTracking: world.omitsTracking = true
        case .withoutSafari:
            give([.safari, .plain])
            world.omitsSafari = true
        case .updated: world.isUpdated = true
        case .damaged: world.isDamaged = true
        case .checked: (world.isDamaged, world.checksStorage) = (true, true)
        case .fuller: world.fullerProvider = bits % world.providers.count
        case .pieces:
            // Thousands would be minutes on their way.
            (world.comesInPieces, world.hasOddNames, world.furtherMVPDs) = (true, true, 0)
        }
    }
}
