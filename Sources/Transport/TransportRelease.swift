internal import CCurl

/// The release of libcurl that is used.
package enum TransportRelease {
    package static let text = unsafe String(cString: shim_release())
}
