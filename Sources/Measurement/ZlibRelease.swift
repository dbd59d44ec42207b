internal import CZlib

/// The release of zlib that is used.
package enum ZlibRelease {
    package static let text = unsafe String(cString: zlibVersion())
}
