/// A property of an MVPD object.
package struct APIProperty: Sendable, Hashable {
    package var name: String
    package var type: APIType
    package var values: [String]
    package var isNil: APIPermission
    package var isEmpty: APIPermission
    package var versions: VersionRange
}
