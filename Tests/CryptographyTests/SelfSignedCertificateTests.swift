import Cryptography
import Testing

@Suite struct SelfSignedCertificateTests {
    /// As it was once made: it may vouch for others.
    private static let authority = """
        -----BEGIN CERTIFICATE-----
        MIIC+TCCAeGgAwIBAgIUcK8Igl5Q4n8CCq3ihrT+6H5JB/owDQYJKoZIhvcNAQEL
        BQAwDDEKMAgGA1UEAwwBeDAeFw0yNjExMjMwMTI3MjhaFw0zNjExMjAwMTI3Mjha
        MAwxCjAIBgNVBAMMAXgwggEiMA0GCSqGSIb3DQEBAQUAA4IBDwAwggEKAoIBAQCV
        W9CyGYuc9d8hWm9CNAaA+uV+KSDaORDegDnpephszLV5/jNCepi+tsIK7E8TMSrh
        OyrXtZZxFWUwA4EFdPBB3g845ayODi7EQT3wqNQ0cJGVFNZjleZmF7mIITKhdYTs
        LyKwSx9EmLGMdVTsjVJDh4n7ChQ0x1gV/L6xAbPhDRyvTh/K7G/3pNDIQGs6hDw+
        KVHfQVArTAZKsx83G4OJd/Bv/3gTR0/ySOOk15RivRZZbK/uN1homrTFMpmYSSb7
        2xN+GeMbsHoN53/D7EWofYd2HfVVTLi8MsDUNcf0/pePB2Bc6O6Vg5c1WVJL00Ms
        9wKTenR4SQoX7e40Eg/vAgMBAAGjUzBRMB0GA1UdDgQWBBSUh6X/5Sy2vpjw5/iX
        gUXq+m7rmDAfBgNVHSMEGDAWgBSUh6X/5Sy2vpjw5/iXgUXq+m7rmDAPBgNVHRMB
        Af8EBTADAQH/MA0GCSqGSIb3DQEBCwUAA4IBAQAntAVcjF/v8TkdDj2tPV7u6aD9
        0EVLKK0uoAFZ3tiHLxohBYW6KI7OM65ViKR9EhjgkUpfsprqfBE3CNChgiG2stmI
        O+5P8XxmVjLyB9n1d0Jc6Iv36ZExIYhuU8QqLpnsjM/JPhF1dyVpc/TlAiTC3CVG
        LPlUoLRcufgkZXTjZFVDLflhmzhXlFuwfvmee2ifeFii2g0qv1WWvyfF5se+NkZ4
        GEh9k1YKxutTw2qcxqCgz4OmLfsbeBNQ6E17+5vamqhpx430115j7t5NkvrwcOYG
        NkZmpoot5Wf3IOYnhyIbEmm0G5+RdjICc3vbprkkUCY0Fz5x/o6/SMEGnLvn
        -----END CERTIFICATE-----

        """

    @Test func aCertificateIsForAServerAloneAndForWeeks() throws {
        let certificate = try SelfSignedCertificate.make(
            for: ["localhost", "127.0.0.1"], key: try PrivateKey.generate(bits: 2_048))
        #expect(SelfSignedCertificate.isCurrent(certificate))
        #expect(!SelfSignedCertificate.isCurrent(Self.authority))
        #expect(!SelfSignedCertificate.isCurrent("nothing"))
    }
}
