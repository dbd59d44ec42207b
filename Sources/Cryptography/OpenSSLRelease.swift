internal import COpenSSL

/// The release of OpenSSL that is used.
package enum OpenSSLRelease {
    package static let text = unsafe String(cString: OpenSSL_version(OPENSSL_VERSION_STRING))
}
