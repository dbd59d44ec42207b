/// Options that many commands have, and that read the same in all of them.
extension Syntax.Parameter {
    static func implementation<Value: ArgumentValue>(_ path: Path<Value>, help: String) -> Self {
        option("--implementation", "-i", value: "which", sets: path, help: help)
    }

    static func specs<Value: ArgumentValue>(_ path: Path<Value>, help: String = "the specs") -> Self {
        option("--specs", value: "folder", sets: path, help: "\(help) (default: ./Specs, or the tool's own)")
    }

    static func reportFolder<Value: ArgumentValue>(
        _ path: Path<Value>, help: String = "where the run's files go"
    ) -> Self {
        option("--report-dir", value: "folder", sets: path, help: "\(help) (default: a new folder below Reports)")
    }

    static func show<Value: ArgumentValue>(
        _ path: Path<Value>, help: String = "how much is shown, as in 'assay run'"
    ) -> Self {
        option(
            "--show", value: "result|causes|examples|cases", sets: path, help: "\(help) (default: examples)")
    }

    static func quiet(_ path: Path<Bool>, help: String = "show only the result") -> Self {
        flag("--quiet", "-q", sets: path, help: help)
    }

    static func color<Value: ArgumentValue>(_ path: Path<Value>) -> Self {
        option("--color", value: "auto|always|never", sets: path, help: "colours (default: auto)")
    }
}
