import Documents
import Testing

/// Runs through gates at service providers that are not Assay's own.
@Suite struct ForeignBackendTests {
    private static let root = ShippedFolder.specs + "/.."

    /// Starts the providers, writes a site file for them, runs the tool, and prints what files of the run have a secret.
    private func run(_ arguments: String, in folder: String) throws -> ToolProcess {
        try ToolProcess(
            shell: """
                cd '\(Self.root)' || exit 99
                export ASSAY_SITE_USER=user ASSAY_SITE_PASSWORD=planted-4711 FOREIGN_PASSWORD=planted-4711
                python3 Tests/ForeignBackend/backend.py 0 0 0 0 > '\(folder)/urls' & server=$!
                until [ "$(wc -l < '\(folder)/urls')" = 4 ]; do kill -0 $server || exit 99; sleep 0.1; done
                { sed '/^providers:/d; s/^trustsAccounts:.*/trustsAccounts: false/' Examples/real-backend/site.yaml
                  echo "providers: [$(paste -sd, '\(folder)/urls')]"; } > '\(folder)/site.yaml'
                "$0" run --backend 'gate:\(folder)/site.yaml' --report-dir '\(folder)/report' --color never \(arguments)
                code=$?
                kill $server
                grep -rl planted-4711 '\(folder)/report'
                exit $code
                """)
    }

    @Test func theReferenceIsConformantThereAndNoSecretIsKept() throws {
        try withFolder { folder in
            let run = try run(
                "--platform ios -f race-two-providers -f 'authorization-granted*' -f options-together -f user-metadata",
                in: folder)
            #expect(run.code == 0, "\(run.output) \(run.errors)")
            #expect(run.output.contains("CONFORMANT (core)"))
            #expect(!run.output.contains("\(folder)/report/trace"))
            #expect(run.output.contains("the service providers are asked with"))
        }
    }

    @Test func aWrongMergeIsConvictedThere() throws {
        try withFolder { folder in
            let run = try run(
                "--platform ios -i mutant:last-wins --lint never -f race-two-providers --show result", in: folder)
            #expect(run.code == 1, "\(run.output) \(run.errors)")
        }
    }
}
