package import AccessEnablerAPI
package import Evidence
package import ServiceProtocol

/// One contract in one cell of its matrix: what is run and judged.
package struct Case: Sendable, Hashable {
    /// The contract's id, with the cell in brackets where there is a matrix: `race-order[order=sp2-sp1]`.
    package var id: String
    package var contractID: String
    package var title: String
    package var area: String
    package var level: Level
    package var cites: [String]
    package var platforms: Set<Platform>
    package var versions: VersionRange
    package var requires: Set<PortFeature> = []
    /// What the protocol must have that the port speaks.
    package var supposes: Set<ProtocolTrait> = []
    package var fixture: Fixture
    package var steps: [Step]
    /// The steps in all idioms, where they differ from one to another.
    package var idioms: [Idiom: [Step]] = [:]
    package var expectations: [Expectation]
    /// At least one must hold, where there are any; the first that does is reported.
    package var readings: [Reading] = []
    /// The ambiguities of the documents that the readings are of.
    package var reads: [String] = []
    /// Callbacks that may come without being expected.
    package var allow: Set<Selector> = []
    /// In what all cases of the contract must be alike.
    package var alike: Set<Likeness> = []
    /// The mutants of the reference that this contract must catch.
    package var kills: [String] = []
    /// Where the contract stands.
    package var file: String
    package var line: Int
}

/// What cases of one contract can have in common.
package enum Likeness: String, Sendable, Hashable, CaseIterable {
    /// What awaited callbacks say of the user, and which MVPDs they name.
    case values
    /// Which provider each MVPD belongs to, and its attributes.
    case bindings
}

extension Case {
    /// The calls that the steps make.
    package var calls: Set<Selector> {
        Set(
            steps.compactMap { step in
                if case .call(let selector, _) = step.action { selector } else { nil }
            })
    }

    /// The statements that anything in the case cites.
    package var allCites: Set<String> {
        steps.reduce(into: ownCites) { $0.formUnion($1.cites) }
    }

    /// The statements that the contract is about: without those that its steps only pass by.
    package var ownCites: Set<String> {
        (expectations + readings.flatMap(\.expectations)).reduce(into: Set(cites)) { $0.formUnion($1.cites) }
    }
}

/// The world a case is run in.
package struct Fixture: Sendable, Hashable {
    package struct Provider: Sendable, Hashable {
        package var name: String
        package var mvpds: [Listing]
    }

    /// An MVPD as one provider lists it.
    package struct Listing: Sendable, Hashable {
        package var name: String
        /// Properties of the configuration XML that differ from what every MVPD has.
        package var properties: [String: String]

        /// What pickers show; it names its provider, so that one can see whose attributes an MVPD was given.
        package func displayName(of id: String, at provider: String) -> String {
            properties["displayName"] ?? "\(id) by \(provider)"
        }

        package func logoURL(of id: String, at provider: String) -> String {
            properties["logoUrl"] ?? "https://logos.example/\(provider)/\(id).png"
        }
    }

    package var providers: [Provider]
    package var resources: [String: ResourceRule] = [:]
    /// The MVPDs that deny a resource, where others grant it.
    package var deniers: [String: [String]] = [:]
    /// How long an authentication token is good for when it is issued; negative for one already expired.
    package var authenticationLifetime = Duration.seconds(86_400)
    package var authorizationLifetime = Duration.seconds(86_400)
    package var mediaTokenLifetime = Duration.seconds(420)
    /// What the MVPD tells of the user, by name, and which of it encrypted.
    package var userMetadata: [String: MetadataValue] = [:]
    package var encryptedMetadata: [String] = []
    package var storageCheck: StorageCheck?
    /// The provider that plays the default one, where the case needs one.
    package var defaultProvider: String?
    /// How a software statement is wrong, where it is: `invalid` or `revoked`.
    package var softwareStatement: String?
    package var persistentStorage = false
    /// Whether authorizations that are stored cannot be read any more after a restart.
    package var damagedAuthorizations = false
    /// How much later the device's clock is after a restart than it should be.
    package var clockAhead = Duration.zero
    /// The release that the application has up to its first restart; nil for that of the run.
    package var earlierVersion: SDKVersion?
    /// Whether identifiers have capitals, spaces, signs and letters of other scripts in them.
    package var hasOddNames = false
    /// Whether a comma may be in the identifiers of resources, where names are odd.
    package var hasCommasInResources = true
    /// What tokens print as the offset of their dates from GMT.
    package var tokenOffset = Duration.zero
    /// The resources of which answers to preauthorizations say nothing.
    package var leftOut: [String] = []
    /// Whether tokens name users by GUIDs that look like no hash.
    package var hasDashedGUIDs = false
    /// Whether replies say in which characters they are.
    package var tellsCharset = true
    /// What the MVPD tells of the user with an authorization, and not with the login.
    package var authorizationMetadata: [String: MetadataValue] = [:]
    /// The optional callbacks that the application leaves out.
    package var omittedCallbacks: Set<Selector> = []
    /// The device's TV provider account; nil for a device that has none.
    package var platform: PlatformFixture?

    /// The world of a case that asks for nothing in particular.
    package init(providers: [Provider]) {
        self.providers = providers
    }

    /// Every MVPD that some provider lists.
    package var mvpds: [String] { providers.flatMap(\.mvpds).map(\.name).uniqued() }
}
