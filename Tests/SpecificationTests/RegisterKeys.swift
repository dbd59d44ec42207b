@testable import Specification

/// The keys of one kind of mapping, as `Specs/schema` publishes them to editors.
struct RegisterKeys: Sendable, Hashable {
    /// The name of the schema file, without `.schema.json`.
    var schema: String
    /// The name under `$defs`; nil for the file's root.
    var definition: String?
    var allowed: Set<String>
    var required: Set<String>

    private init<Key: RegisterKey>(_ keys: Key.Type, _ schema: String, _ definition: String? = nil) {
        self.schema = schema
        self.definition = definition
        allowed = Set(Key.allCases.map(\.rawValue))
        required = allowed.subtracting(Key.optionalKeys.map(\.rawValue))
    }

    /// Every kind of mapping in the files of statements and of the API.
    static let published: [RegisterKeys] = statements + calls + constants + dictionaries

    private static let statements = [
        RegisterKeys(StatementReader.FileKey.self, "statements"),
        RegisterKeys(StatementReader.Key.self, "statements", "statement"),
        RegisterKeys(StatementReader.CitationKey.self, "statements", "citation"),
        RegisterKeys(RegisterAmbiguityReader.FileKey.self, "ambiguities"),
        RegisterKeys(RegisterAmbiguityReader.Key.self, "ambiguities", "ambiguity"),
        RegisterKeys(RegisterDocumentReader.FileKey.self, "documents"),
        RegisterKeys(RegisterDocumentReader.Key.self, "documents", "document"),
        RegisterKeys(RegisterDocumentReader.EditionKey.self, "documents", "edition"),
        RegisterKeys(RegisterDocumentReader.SectionKey.self, "documents", "section"),
        RegisterKeys(SectionDigestReader.FileKey.self, "sections"),
        RegisterKeys(SectionDigestReader.Key.self, "sections", "section"),
        RegisterKeys(UntestableReader.FileKey.self, "untestable"),
        RegisterKeys(UntestableReader.Key.self, "untestable", "untestable"),
    ]

    private static let calls = [
        RegisterKeys(APICallReader.FileKey.self, "calls"),
        RegisterKeys(APICallReader.OperationKey.self, "calls", "operation"),
        RegisterKeys(APICallReader.TriggerKey.self, "calls", "trigger"),
        RegisterKeys(APICallReader.Key.self, "calls", "call"),
        RegisterKeys(APICallReader.DeprecationKey.self, "calls", "deprecation"),
        RegisterKeys(APIParameterKey.self, "calls", "parameter"),
        RegisterKeys(APICallbackReader.FileKey.self, "callbacks"),
        RegisterKeys(APICallbackReader.Key.self, "callbacks", "callback"),
        RegisterKeys(APICallbackReader.TriggersKey.self, "callbacks", "triggers"),
        RegisterKeys(APICallbackReader.OutcomeKey.self, "callbacks", "outcome"),
        RegisterKeys(APIParameterKey.self, "callbacks", "parameter"),
    ]

    private static let constants = [
        RegisterKeys(APICodeReader.StatusFileKey.self, "statuses"),
        RegisterKeys(APICodeReader.StatusKey.self, "statuses", "status"),
        RegisterKeys(APICodeReader.ErrorFileKey.self, "error-codes"),
        RegisterKeys(APICodeReader.ErrorKey.self, "error-codes", "errorCode"),
        RegisterKeys(APIAdvancedStatusReader.FileKey.self, "advanced-status"),
        RegisterKeys(APIAdvancedStatusReader.LevelKey.self, "advanced-status", "level"),
        RegisterKeys(APIAdvancedStatusReader.DictionaryKey.self, "advanced-status", "key"),
        RegisterKeys(APIAdvancedStatusReader.Key.self, "advanced-status", "status"),
    ]

    private static let dictionaries = [
        RegisterKeys(APITrackingReader.FileKey.self, "tracking"),
        RegisterKeys(APITrackingReader.EventKey.self, "tracking", "event"),
        RegisterKeys(APITrackingReader.ElementKey.self, "tracking", "element"),
        RegisterKeys(APITrackingReader.SetKey.self, "tracking", "set"),
        RegisterKeys(APIMetadataReader.MetadataFileKey.self, "metadata"),
        RegisterKeys(APIMetadataReader.OpcodeKey.self, "metadata", "opcode"),
        RegisterKeys(APIMetadataReader.PropertiesFileKey.self, "mvpd"),
        RegisterKeys(APIMetadataReader.PropertyKey.self, "mvpd", "property"),
    ]
}
