import AccessEnablerAPI
package import Documents

extension APITable {
    /// The files of `Specs/api`.
    private enum FileName: String, CaseIterable {
        case statuses, tracking, metadata, mvpd, callbacks, calls
        case errorCodes = "error-codes"
        case advancedStatus = "advanced-status"
    }

    /// Reads the files of `Specs/api`; every mistake of every file goes to `diagnostics`.
    ///
    /// `register` is what the tables cite.
    package static func read(_ files: [RegisterFile], register: Register, diagnostics: Diagnostics) -> APITable {
        var roots: [FileName: NodeReader] = [:]
        for file in files {
            guard let name = FileName(rawValue: String(file.name.split(separator: ".").first ?? "")) else {
                let names = FileName.allCases.map { $0.rawValue + ".yaml" }
                diagnostics.report(
                    "no table has this name" + suggestion(for: file.name, among: names), file: file.path, at: nil)
                continue
            }
            roots[name] = NodeReader(file.bytes, file: file.path, diagnostics: diagnostics)
        }
        let present = Set(files.map(\.name))
        for name in FileName.allCases where !present.contains(name.rawValue + ".yaml") {
            diagnostics.report("the table '\(name.rawValue).yaml' is missing", file: "api", at: nil)
        }
        let names = APINames(
            statements: register.ids,
            operations: roots[.calls]?.names("name", in: "operations") ?? [],
            calls: roots[.calls]?.names("selector", in: "operations", "calls") ?? [],
            callbacks: roots[.callbacks]?.names("selector", in: "callbacks") ?? [],
            statuses: roots[.statuses]?.names("symbol", in: "statuses") ?? [],
            errorCodes: roots[.errorCodes]?.names("symbol", in: "errorCodes") ?? [],
            levels: roots[.advancedStatus]?.names("name", in: "levels") ?? [],
            valueSets: roots[.tracking]?.names("name", in: "sets") ?? [])

        var table = APITable()
        let codes = APICodeReader(names: names)
        if let root = roots[.statuses] { table.statuses = codes.statuses(root) }
        if let root = roots[.errorCodes] { table.errorCodes = codes.errorCodes(root) }
        if let root = roots[.advancedStatus] { APIAdvancedStatusReader(names: names).read(root, into: &table) }
        if let root = roots[.tracking] { APITrackingReader(names: names).read(root, into: &table) }
        let dictionaries = APIMetadataReader(names: names)
        if let root = roots[.metadata] { table.metadataOpcodes = dictionaries.metadataOpcodes(root) }
        if let root = roots[.mvpd] { table.mvpdProperties = dictionaries.properties(root) }
        if let root = roots[.callbacks] { table.callbacks = APICallbackReader(names: names).callbacks(root) }
        if let root = roots[.calls] {
            table.operations = APICallReader(names: names).operations(root)
            if let other = roots[.callbacks] { table.checkTriggers(calls: root, callbacks: other) }
        }
        return table
    }

    /// Calls and callbacks must tell the same story of who triggers what.
    private func checkTriggers(calls: NodeReader, callbacks list: NodeReader) {
        for operation in operations {
            for trigger in operation.callbacks {
                guard let callback = callback(trigger.callback), !callback.triggers.all.contains(operation.name) else {
                    continue
                }
                calls.entry(operation.name, by: "name", in: "operations")?.report(
                    "'\(operation.name)' leads to '\(callback.selector)', whose triggers do not name it")
            }
        }
        for callback in callbacks {
            for name in callback.triggers.all.sorted() {
                guard let operation = operation(name) else { continue }
                guard !operation.callbacks.contains(where: { $0.callback == callback.selector }) else { continue }
                list.entry(callback.selector.rawValue, by: "selector", in: "callbacks")?.report(
                    "'\(callback.selector)' is triggered by '\(name)', whose callbacks do not name it")
            }
        }
    }
}

/// The names that the tables refer to each other by, collected before any of them is read.
struct APINames {
    var statements: Set<String>
    var operations: Set<String>
    var calls: Set<String>
    var callbacks: Set<String>
    var statuses: Set<String>
    var errorCodes: Set<String>
    var levels: Set<String>
    var valueSets: Set<String>
}

extension NodeReader {
    /// The statements that support an entry.
    func cites(_ names: APINames) -> [String]? {
        references(to: names.statements, what: "statement")
    }

    /// A list whose entries have names of their own.
    func distinct<Item>(
        _ what: String, _ name: (Item) -> String, of item: (NodeReader) -> Item?
    ) -> [Item]? {
        var seen: Set<String> = []
        return list { node in
            guard let read = item(node) else { return nil }
            if !seen.insert(name(read)).inserted { node.report("the \(what) '\(name(read))' is here twice") }
            return read
        }
    }
}
