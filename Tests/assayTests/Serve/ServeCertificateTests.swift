import COpenSSL
import Documents
import TestThreads
import Testing

/// The certificate that `assay serve --tls` makes, as clients read it.
@Suite(.mayBlock) struct ServeCertificateTests {
    private static let day = 86_400

    @Test func itIsForAServerOfTheseNamesAloneAndForFourWeeks() async throws {
        let service = try RunningService(["--endpoints", "1", "--tls", "--bind", "127.0.0.2"])
        let pem = service.ready["certificate"]?.string ?? ""
        await service.end()
        let read = unsafe Self.certificate(pem)
        guard let certificate = unsafe read else {
            Issue.record("no certificate: \(pem)")
            return
        }
        defer { unsafe X509_free(certificate) }

        // It can vouch for nobody.
        let constraints = unsafe X509_get_ext(certificate, X509_get_ext_by_NID(certificate, NID_basic_constraints, -1))
        let saysWhatItIs = unsafe X509_EXTENSION_get_critical(constraints) == 1
        let isAuthority = unsafe X509_check_ca(certificate) != 0
        #expect(saysWhatItIs && !isAuthority)
        let isServer = unsafe X509_check_purpose(certificate, X509_PURPOSE_SSL_SERVER, 0) == 1
        let isClient = unsafe X509_check_purpose(certificate, X509_PURPOSE_SSL_CLIENT, 0) == 1
        #expect(isServer && !isClient)

        let names = unsafe OPENSSL_sk_num(OpaquePointer(X509_get_ext_d2i(certificate, NID_subject_alt_name, nil, nil)))
        #expect(names == 5)
        for name in ["localhost", "sp.auth.adobe.com", "api.auth.adobe.com"] {
            let isKnown = unsafe X509_check_host(certificate, name, 0, 0, nil) == 1
            #expect(isKnown, "\(name)")
        }
        for address in ["127.0.0.1", "127.0.0.2"] {
            let isKnown = unsafe X509_check_ip_asc(certificate, address, 0) == 1
            #expect(isKnown, "\(address)")
        }

        let (beginning, end) = unsafe (X509_get0_notBefore(certificate), X509_get0_notAfter(certificate))
        let past = unsafe Self.seconds(from: beginning, to: nil)
        let left = unsafe Self.seconds(from: nil, to: end)
        #expect(past >= Self.day && past < 2 * Self.day)
        #expect(left > 27 * Self.day && left <= 28 * Self.day)
    }

    private static func certificate(_ pem: String) -> OpaquePointer? {
        let bytes = Array(pem.utf8)
        guard let bio = unsafe BIO_new_mem_buf(bytes, Int32(bytes.count)) else { return nil }
        defer { unsafe BIO_free(bio) }
        return unsafe PEM_read_bio_X509(bio, nil, nil, nil)
    }

    /// No time is now.
    private static func seconds(
        from start: UnsafePointer<ASN1_TIME>?, to end: UnsafePointer<ASN1_TIME>?
    ) -> Int {
        var (days, seconds): (Int32, Int32) = (0, 0)
        let isKnown = unsafe ASN1_TIME_diff(&days, &seconds, start, end) == 1
        return isKnown ? Int(days) * day + Int(seconds) : 0
    }
}
