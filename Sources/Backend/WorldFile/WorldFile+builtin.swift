internal import Documents

extension WorldFile {
    /// The world that is served when no file is given, as `assay serve --print-world` prints it.
    package static let builtin = """
        # What `assay serve` offers. Documentation/serve.md explains every key.
        schema: assay/world/1

        # Who may ask. With `welcome`, requestors and MVPDs that are not listed exist, too, as soon as they are asked for.
        welcome: [requestors, mvpds]
        requestors: []
        #  - id: REF30
        #    name: Reference requestor
        #    domains: [adobe.com]
        #    schemes: [app]                # of redirect_url, beside adobepass; leave out: app
        #    softwareStatements: [eyJhbGciOiJSUzI1NiJ9.e30.c2ln]      # leave out: any
        #    keys: [{ public: EXAMPLEPUBLICKEYEXAMPLEPUBLICKEY, private: EXAMPLEPRIVATE16 }]   # signed clientless calls
        #    statementKey: statements.pem    # checks the signature of software statements that are not listed
        #    certificate: requestor.pem      # checks signed requestor ids; user metadata is encrypted for its owner
        #    mvpds: [Cablevision]                                    # leave out: all

        mvpds:
          - id: Cablevision
            displayName: Cable Example
            logoUrl: https://cdn.example.test/cablevision.png
            logout: redirect
          - id: Satellite
            displayName: Satellite Example
            logoUrl: https://cdn.example.test/satellite.png
            login: saml-redirect
            consent: true
            logout: page
          - id: Fiber
            displayName: Fiber Example
            logoUrl: https://cdn.example.test/fiber.png
            login: oauth2
          - id: IFrameTV
            displayName: IFrame TV
            logoUrl: https://cdn.example.test/iframetv.png
            iFrameRequired: true
            iFrameWidth: 600
            iFrameHeight: 500
          - id: TempPass
            displayName: Temp Pass
            logoUrl: https://cdn.example.test/none.png
            isTempPass: true
            tempPass: { duration: 10m }

        # Which service provider lists what: names, and attributes that differ there. Left out: each lists all MVPDs.
        providers: []
        #  - name: sp1
        #    mvpds: [Cablevision, { id: Satellite, displayName: Satellite of sp1 }]

        users:
          - name: user
            password: password
            metadata:
              userID: user-0001
              householdID: household-0001
              zip: ["12345"]
              maxRating: { MPAA: PG-13, VCHIP: TV-14 }
              channelID: [News, Sports]
          - name: basic
            password: password
            metadata: { userID: user-0002, zip: ["54321"] }
            resources: { News: granted }
            otherResources: { denied: Your subscription package includes news alone. }

        # Who may see what; a user's own rules go before these.
        resources:
          Premium: { denied: Your subscription package does not include the "Premium" channel. }
        otherResources: granted

        lifetimes: { accessToken: 6h, registrationCode: 30m, authentication: 30d, authorization: 24h, media: 7m }
        preauthorizationLimit: 5

        """
}

extension OpenWorld {
    /// The world of ``WorldFile/builtin``.
    package static let sample: OpenWorld = {
        do throws(DiagnosticList) {
            return try WorldFile.read(Array(WorldFile.builtin.utf8), file: "the world of assay serve")
        } catch {
            preconditionFailure("\(error)")
        }
    }()
}
