internal import CYAML

/// The release of libyaml that is used.
package enum YAMLRelease {
    package static let text = unsafe String(cString: yaml_get_version_string())
}
