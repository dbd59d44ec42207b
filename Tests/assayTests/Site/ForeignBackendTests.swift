import Documents
import Testing
import TestThreads

/// Runs through gates at service providers that are not Assay's own.
@Suite(.mayBlock) struct ForeignBackendTests: HasFolder {
    let temporary = TemporaryFolder()
    private static let root = ShippedFolder.specs + "/.."
    private static let environment =
        "ASSAY_SITE_USER=user ASSAY_SITE_PASSWORD=planted-password-4711 FOREIGN_PASSWORD=planted-password-4711"

    private static let example =
        "sed '/^providers:/d; s/^trustsAccounts:.*/trustsAccounts: false/' Examples/real-backend/site.yaml"

    /// Starts the providers, writes a site file for them, runs the tool, and prints what files of the run have a secret.
    ///
    /// - Parameters:
    ///   - site: a script that prints the site file but for its providers.
    ///   - person: who logs in by hand, reading what the tool says.
    ///   - meanwhile: what else is done while there are providers; `then` when there are none any more.
    private func run(
        _ arguments: String, in folder: String, with variables: String = Self.environment,
        site: String = Self.example,
        person: String = "", meanwhile: String = ":", then: String = ":"
    ) throws -> ToolProcess {
        try ToolProcess(
            shell: """
                cd '\(Self.root)' || exit 99
                export \(variables) FOLDER='\(folder)'
                python3 Tests/ForeignBackend/backend.py 0 0 0 0 > '\(folder)/urls' & servers=$!
                until [ "$(wc -l < '\(folder)/urls')" = 4 ]; do kill -0 $servers || exit 99; sleep 0.1; done
                { \(site)
                  echo "providers: [$(paste -sd, '\(folder)/urls')]"; } > '\(folder)/site.yaml'
                touch '\(folder)/told' '\(folder)/typed'
                \(person.isEmpty ? ":" : "mkfifo '\(folder)/fifo'; \(person) > '\(folder)/fifo' & servers=\"$servers $!\"")
                exec < '\(folder)/\(person.isEmpty ? "typed" : "fifo")'
                "$0" run --backend 'gate:\(folder)/site.yaml' --report-dir '\(folder)/report' --color never \(arguments) \\
                    2> '\(folder)/told'
                code=$?
                \(meanwhile)
                kill $servers
                cat '\(folder)/told' >&2
                grep -rl planted-password-4711 '\(folder)/report' | sed 's/^/LEAK /'
                \(then)
                exit $code
                """)
    }

    @Test func theReferenceIsConformantThereAndNoSecretIsKept() throws {
        let run = try run(
            "--platform ios -f race-two-providers -f 'authorization-granted*' -f options-together -f user-metadata",
            in: folder)
        #expect(run.code == 0, "\(run.output) \(run.errors)")
        #expect(run.output.contains("CONFORMANT (core)"))
        #expect(!run.output.contains("LEAK"), "\(run.output)")
        #expect(run.output.contains("the service providers get requests at any rate"))
    }

    /// It has tokens and decisions of its device, which only a provider that knows devices can give.
    @Test func aPortThatGoesByItsDeviceIsConformantThere() throws {
        let run = try run(
            "--platform ios -i 'exec:python3 Examples/python/adapter.py' --lint never -f 'authorization-granted*' "
                + "-f user-metadata",
            in: folder)
        #expect(run.code == 0, "\(run.output) \(run.errors)")
        #expect(run.output.contains("CONFORMANT (core)"))
    }

    @Test func aWrongMergeFailsThere() throws {
        let run = try run(
            "--platform ios -i mutant:last-wins --lint never -f race-two-providers --show result", in: folder)
        #expect(run.code == 1, "\(run.output) \(run.errors)")
    }

    /// Each secret is said again by the providers in URLs, headers, cookies, bodies, redirects and pages.
    @Test func noSecretIsInAnyFileOrWordOfARun() throws {
        let site = """
            echo 'softwareStatement: { environment: STATEMENT }'
            \(Self.example)
            """
        // What a provider says when it is only asked what it lists, in a run and outside of one.
        let probes = """
            sed 's/^requestors:.*/requestors: [BROKEN]/' '\(folder)/site.yaml' > '\(folder)/broken.yaml'
            for site in broken site; do
            [ $site = broken ] || export STATEMENT=statement-refused-4713
            for command in 'site check --probe' 'coverage --backend' 'run --platform ios --report-dir \(folder)/other --backend'; do
            gate=$([ "${command#run}" = "$command" ] || echo gate:)
            "$0" $command "$gate\(folder)/$site.yaml"; echo "code $?"
            done; done > '\(folder)/said' 2>&1
            """
        let run = try run(
            "--platform ios -i mutant:last-wins --lint never -f race-two-providers -f 'authorization-*' "
                + "-f 'logout-*' -f wrong-password --show cases",
            in: folder,
            with: Self.environment + " STATEMENT=statement-planted-4712 FOREIGN_PLANT='\(folder)/secrets'",
            site: site, meanwhile: probes,
            then: """
                { sort -u '\(folder)/secrets'; echo planted-password-4711; } > '\(folder)/all'
                grep -rlFf '\(folder)/all' '\(folder)/report' '\(folder)/other' | sed 's/^/LEAK /'
                grep -qE 'sha256:[0-9a-f]{12} sha256:' '\(folder)/report/report.json' && echo 'ITS WORDS'
                cat '\(folder)/said'
                """)
        #expect(!run.output.contains("LEAK"), "\(run.output.suffix(4_000))")
        let secrets = String(decoding: try File.read(folder + "/all"), as: UTF8.self).split(separator: "\n")
        #expect(secrets.count > 10 && secrets.contains("planted-password-4711"))
        for secret in secrets {
            #expect(!run.output.contains(secret) && !run.errors.contains(secret), "\(secret)")
        }
        #expect(run.output.contains("FAIL") && run.output.contains("ITS WORDS"), "\(run.output.suffix(4_000))")
        #expect(run.output.ranges(of: "code 3").count == 6, "\(run.output.suffix(4_000))")
    }

    // MARK: - Logins

    private static let logins = "--platform ios -f 'authorization-granted*' -f wrong-password --show cases"

    /// Two MVPDs whose logins are of several pages.
    private static func site(pages: Bool) -> String {
        let steps = """
            echo "    pages:"
            echo "      - { press: Continue to $mvpd }"
            echo "      - { form: first, fill: { who: $ user }, press: Next one }"
            echo "      - { fill: { x82: $ password, terms: 'yes' }, press: 'yes' }"
            """.replacing("$ ", with: "\\$")
        return """
            echo 'schema: assay/site/2'
            echo 'requestors: [REF30, REF31]'
            echo 'resources: { granted: [News, Weather] }'
            echo 'login: { user: { environment: ASSAY_SITE_USER }, password: { environment: ASSAY_SITE_PASSWORD } }'
            echo 'mvpds:'
            for mvpd in Alpha Bravo; do
            echo "  - id: $mvpd"
            \(pages ? steps : ":")
            done
            """
    }

    @Test func aLoginOfSeveralPagesIsPlayedAsTheSiteFileSays() throws {
        try withFolder { folder in
            let steps = Self.environment + " FOREIGN_LOGIN=steps"
            let run = try run(Self.logins, in: folder, with: steps, site: Self.site(pages: true))
            #expect(run.code == 0, "\(run.output) \(run.errors)")
            #expect(run.output.contains("CONFORMANT (core)") && !run.output.contains("planted"))
        }
        try withFolder { folder in
            let steps = Self.environment + " FOREIGN_LOGIN=steps"
            let site = Self.site(pages: true).replacing("Next one", with: "Next two")
            let run = try run(Self.logins + " --retries 0", in: folder, with: steps, site: site)
            #expect(run.code == 2, "\(run.output) \(run.errors)")
            let words = run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            #expect(words.contains("none of those in the site file (mvpds: pages)"), "\(run.output)")
            #expect(words.contains("fields 'x81' and the buttons 'Help', 'Next one'"), "\(run.output)")
        }
    }

    /// Through the gate, which sees where the browser ends, and around it, where the person tells.
    @Test(arguments: ["", "$(head -1 \"$FOLDER/urls\")"]) func aPersonCanLogIn(around: String) throws {
        let run = try run(
            "--platform ios -f 'authorization-granted*' --login by-hand --login-timeout 60s --jobs 2", in: folder,
            with: "FOREIGN_PASSWORD=planted-password-4711",
            site: Self.site(pages: false).replacing(/echo 'login:.*'\n/, with: ""),
            person: "python3 Tests/ForeignBackend/person.py \"$FOLDER/told\" \(around)")
        #expect(run.code == 0, "\(run.output) \(run.errors)")
        #expect(!run.output.contains("LEAK"), "\(run.output)")
        #expect(run.errors.contains(": log in at ") && run.errors.contains("http://127.0.0.1:"))
    }

    @Test func whereNobodyLogsInNothingIsDecided() throws {
        try withFolder { folder in
            let run = try run(
                "--platform ios -f 'authorization-granted[call=get]' --login by-hand --login-timeout 1s", in: folder,
                site: Self.site(pages: false))
            #expect(run.code == 2, "\(run.output) \(run.errors)")
            let words = run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            #expect(words.contains("the login by hand did not end within 1"), "\(run.output)")
        }
        let other = try ToolProcess(["run", "--login", "by-hand"])
        #expect(other.code == 4 && other.errors.contains("--backend gate:"))
    }
}
