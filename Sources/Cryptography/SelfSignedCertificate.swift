internal import COpenSSL

/// A certificate that nobody but its own key vouches for, for a server that people try things against.
package enum SelfSignedCertificate {
    /// How long one is good for: nobody should trust it longer than it is tried with.
    static let days = 28

    /// Makes one for server names and IPv4 addresses, valid from yesterday for four weeks; it can vouch for no other.
    ///
    /// - Parameter days: how long it is good for; below nothing, since when it is not.
    /// - Returns: the certificate in PEM.
    package static func make(
        for names: [String], key: PrivateKey, days: Int = days
    ) throws(CryptographyError) -> String {
        guard let certificate = unsafe X509_new() else { throw .library("no memory for a certificate") }
        defer { unsafe X509_free(certificate) }
        guard unsafe fill(certificate, names: names, key: key, days: days),
            unsafe X509_sign(certificate, key.handle.raw, EVP_sha256()) > 0
        else { throw .library("the certificate could not be made") }
        let bytes = unsafe OpenSSL.writing { bio in unsafe PEM_write_bio_X509(bio, certificate) }
        guard let bytes else { throw .library("the certificate could not be written") }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Whether a certificate is one that would be made today: for a server alone, and good for another day at least.
    package static func isCurrent(_ pem: String) -> Bool {
        defer { _ = OpenSSL.takeErrors() }
        let certificate = unsafe OpenSSL.reading(Array(pem.utf8)) { bio in unsafe PEM_read_bio_X509(bio, nil, nil, nil)
        }
        guard let certificate = unsafe certificate else { return false }
        defer { unsafe X509_free(certificate) }
        var (days, seconds): (Int32, Int32) = (0, 0)
        // From now, which is what no time stands for.
        let isDated = unsafe ASN1_TIME_diff(&days, &seconds, nil, X509_get0_notAfter(certificate)) == 1
        return unsafe isDated && days >= 1 && X509_check_ca(certificate) == 0
    }

    private static func fill(_ certificate: OpaquePointer, names: [String], key: PrivateKey, days: Int) -> Bool {
        let day = 86_400
        let serial = randomBytes(8).reduce(0) { $0 << 8 | Int($1) } & Int.max
        guard unsafe X509_set_version(certificate, 2) == 1,
            unsafe ASN1_INTEGER_set(X509_get_serialNumber(certificate), serial) == 1,
            unsafe X509_gmtime_adj(X509_getm_notBefore(certificate), min(days, 0) * day - day) != nil,
            unsafe X509_gmtime_adj(X509_getm_notAfter(certificate), days * day) != nil,
            unsafe X509_set_pubkey(certificate, key.handle.raw) == 1,
            let subject = unsafe X509_get_subject_name(certificate),
            unsafe X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_UTF8, "assay serve", -1, -1, 0) == 1,
            unsafe X509_set_issuer_name(certificate, subject) == 1
        else { return false }
        let alternatives = names.map { ($0.allSatisfy { $0.isNumber || $0 == "." } ? "IP:" : "DNS:") + $0 }
        let extensions = [
            (NID_subject_alt_name, alternatives.joined(separator: ",")), (NID_basic_constraints, "critical,CA:FALSE"),
            (NID_ext_key_usage, "serverAuth"),
        ]
        return extensions.allSatisfy { kind, value in unsafe add(kind, value, to: certificate) }
    }

    private static func add(_ kind: Int32, _ value: String, to certificate: OpaquePointer) -> Bool {
        guard let addition = unsafe X509V3_EXT_conf_nid(nil, nil, kind, value) else { return false }
        defer { unsafe X509_EXTENSION_free(addition) }
        return unsafe X509_add_ext(certificate, addition, -1) == 1
    }
}
