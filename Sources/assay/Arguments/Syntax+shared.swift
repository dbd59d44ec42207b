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

    static func filter(_ path: Path<[String]>) -> Self {
        options(
            "--filter", "-f", value: "pattern", addsTo: path,
            help: "only cases whose id, contract or area this is, contains this, or fits with * and ?")
    }

    static func statements(_ path: Path<[String]>) -> Self {
        options(
            "--statement", "-s", value: "id", addsTo: path,
            help: "only cases that cite this statement, such as AE-SP-007")
    }

    /// Whoever names service providers of others says that it is allowed.
    static func mayUseOthers(_ path: Path<Bool>, _ what: String = "for service providers") -> Self {
        flag("--i-may-use-this-backend", sets: path, help: "needed \(what) that are not on this machine")
    }

    static func color<Value: ArgumentValue>(_ path: Path<Value>) -> Self {
        option("--color", value: "auto|always|never", sets: path, help: "colours (default: auto)")
    }
}
