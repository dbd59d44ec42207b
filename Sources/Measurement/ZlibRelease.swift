internal import CZlib

package enum ZlibRelease {
    package static let text = unsafe String(cString: zlibVersion())
}
