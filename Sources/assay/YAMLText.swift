/// Texts as files of YAML hold them.
enum YAMLText {
    /// As a double-quoted scalar, on one line.
    static func quoted(_ text: String) -> String {
        var quoted = "\""
        for character in text {
            switch character {
            case "\"", "\\": quoted += "\\" + String(character)
            case _ where character.isNewline: quoted += " "
            default: quoted.append(character)
            }
        }
        return quoted + "\""
    }
}
