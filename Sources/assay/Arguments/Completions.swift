/// What a shell offers when the tab key is pressed, made from the commands and their arguments.
struct Completions {
    enum Shell: String, ArgumentWord {
        case bash
        case zsh
        case fish
    }

    let commands: [CommandEntry]

    func script(for shell: Shell) -> String {
        switch shell {
        case .bash: bash
        case .zsh: zsh
        case .fish: fish
        }
    }

    /// The words that may follow the beginning of a command: `verify` after `spec`.
    private var words: [(after: String, words: [String])] {
        var found: [(after: String, words: [String])] = []
        for command in commands {
            let parts = command.name.split(separator: " ").map(String.init)
            for depth in parts.indices {
                let after = parts[..<depth].joined(separator: " ")
                let place = found.firstIndex { $0.after == after } ?? found.endIndex
                if place == found.endIndex { found.append((after, [])) }
                if !found[place].words.contains(parts[depth]) { found[place].words.append(parts[depth]) }
            }
        }
        return found
    }

    // MARK: - bash

    private var bash: String {
        let branches = words.filter { !$0.after.isEmpty }.map { group in
            "        '\(group.after)') offers='\(group.words.joined(separator: " "))' ;;\n"
        }
        let options = commands.map { command in
            let names = command.arguments.flatMap(\.names) + ["--help"]
            return "        '\(command.name)') options='\(names.joined(separator: " "))' ;;\n"
        }
        var values = ""
        for command in commands {
            for argument in command.arguments where !argument.names.isEmpty && !argument.valueName.isEmpty {
                let what = argument.choices.isEmpty ? "-f" : "-W '\(argument.choices.joined(separator: " "))'"
                let names = argument.names.map { "'\(command.name) \($0)'" }.joined(separator: "|")
                if argument.choices.isEmpty, !argument.isPath {
                    values += "        \(names)) return ;;\n"
                } else {
                    values += "        \(names)) COMPREPLY=($(compgen \(what) -- \"$word\")); return ;;\n"
                }
            }
        }
        return """
            # bash: source <(assay completions bash)
            _assay() {
                local word="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD-1]}"
                local command='' offers='\(words.first { $0.after.isEmpty }?.words.joined(separator: " ") ?? "")' options='' place
                for ((place = 1; place < COMP_CWORD; place++)); do
                    [[ ${COMP_WORDS[place]} == -* || " $offers " != *" ${COMP_WORDS[place]} "* ]] && break
                    command="${command:+$command }${COMP_WORDS[place]}" offers=''
                    case "$command" in
            \(branches.joined())        esac
                done
                case "$command $before" in
            \(values)    esac
                case "$command" in
            \(options.joined())    esac
                if [[ $word == -* ]]; then
                    COMPREPLY=($(compgen -W "$options" -- "$word"))
                elif [[ -n $offers && $place -ge COMP_CWORD ]]; then
                    COMPREPLY=($(compgen -W "$offers" -- "$word"))
                else
                    COMPREPLY=($(compgen -f -- "$word"))
                fi
            }
            complete -F _assay assay

            """
    }

    // MARK: - zsh

    private var zsh: String {
        "#compdef assay\n# zsh: assay completions zsh > \"${fpath[1]}/_assay\"\nautoload -U +X bashcompinit && bashcompinit\n"
            + bash.split(separator: "\n", omittingEmptySubsequences: false).dropFirst().joined(separator: "\n")
    }

    // MARK: - fish

    private var fish: String {
        var text = """
            # fish: assay completions fish > ~/.config/fish/completions/assay.fish
            function __assay_command
                set -l words (commandline -opc)
                set -e words[1]
                string join ' ' -- (string match -v -- '-*' $words)
            end
            complete -c assay -f

            """
        for group in words {
            let test =
                group.after.isEmpty ? "test -z (__assay_command)\"\"" : "test (__assay_command)\"\" = '\(group.after)'"
            for word in group.words {
                let name = group.after.isEmpty ? word : "\(group.after) \(word)"
                let summary = commands.first { $0.name == name }?.summary ?? ""
                text += "complete -c assay -n \(Self.quoted(test)) -a \(word) -d \(Self.quoted(summary))\n"
            }
        }
        for command in commands {
            // A command with a word more, such as `load merge`, is another.
            let others = commands.map(\.name).filter { $0.hasPrefix(command.name + " ") }
                .map { "(?!\($0.dropFirst(command.name.count))( |$))" }.joined()
            let test = Self.quoted("string match -qr -- '^\(command.name)\(others)( |$)' (__assay_command)\"\"")
            for argument in command.arguments where !argument.names.isEmpty {
                var line = "complete -c assay -n \(test)"
                for name in argument.names {
                    line += name.hasPrefix("--") ? " -l \(name.dropFirst(2))" : " -s \(name.dropFirst())"
                }
                if !argument.valueName.isEmpty { line += " -r" }
                if argument.isPath { line += " -F" }
                if !argument.choices.isEmpty { line += " -a \(Self.quoted(argument.choices.joined(separator: " ")))" }
                text += line + " -d \(Self.quoted(argument.help))\n"
            }
        }
        return text
    }

    private static func quoted(_ text: String) -> String {
        "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
    }
}
