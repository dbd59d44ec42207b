import Cryptography
import Encodings
import Testing

@Suite struct PublicKeyFormatTests {
    private let message = Array("payload".utf8)

    private func signature() throws -> [UInt8] {
        try PrivateKey(pem: KeyFixtures.privateKey).sign(message)
    }

    private func refusal(_ bytes: [UInt8], password: String? = nil) -> CryptographyError? {
        do throws(CryptographyError) {
            _ = try PublicKey(reading: bytes, password: password)
            return nil
        } catch {
            return error
        }
    }

    /// With an exponent of 1, a signature is the text itself; none is even.
    @Test(arguments: [
        "MFowDQYJKoZIhvcNAQEBBQADSQAwRgJBALW/mS3J6cYWYS52lqbOzBt45RBhcxHYo8LOb0R+1NV7Hi/riUFMNDwQJ8TRw4a7xM1hPjDY8Wrf"
            + "kbdYSiJlsfUCAQE=",
        "MFowDQYJKoZIhvcNAQEBBQADSQAwRgJBAM1EfjW4ttj+RC49Q3IE5S2yIhpYAIoFpsRkcVnDJMmFm4EOdm7J0oZjyoKN1fSzsuSwbOYHQceo"
            + "fOQsghgHLo0CAQI=",
        // As good as 1: a multiple of the group's order more.
        "MIGbMA0GCSqGSIb3DQEBAQUAA4GJADCBhQJBAKvM+3YBbn4XSHXJO0vjis94MJ3G3x38gvj6iBWfs7uvPDivPJK8mlNxF6S1NSMbUaaGLdhj"
            + "gAfoKm3oxDG04EUCQCrzPt2AW5+F0h1yTtL44rPeDCdxt8d/IL4+ogVn7O7rZi77/Q4eVPTaoxB4qc89xQDyFQQzGQJXm5QiYGIEm5k=",
    ])
    func aKeyThatAnybodyCouldSignForIsRefused(base64: String) throws {
        let bytes = try #require(Base64.decode(base64))
        let other = try #require(
            Base64.decode(
                "MFowDQYJKoZIhvcNAQEBBQADSQAwRgJBAK+9Z/lhlpnP4ZiK2fBsFEoCW0E/ipoCHqZIp90Gg565Bbbm4wfUvtxRQxGT5sPzORorjx/x"
                    + "/UKil1XUwTqQKTECAQM="))
        #expect(refusal(bytes)?.code == .unsupportedKey && refusal(other) == nil)
    }

    @Test func theSameKeyIsReadFromEveryForm() throws {
        let der = try PublicKey(pem: KeyFixtures.publicKey).der
        let forms: [([UInt8], String?, PublicKey.Source)] = [
            (Array(KeyFixtures.publicKey.utf8), nil, .pem),
            (Array(KeyFixtures.publicKeyPKCS1.utf8), nil, .pem),
            (Array(KeyFixtures.certificate.utf8), nil, .certificatePEM),
            (Array(("Bag Attributes: x\n" + KeyFixtures.certificate).utf8), nil, .certificatePEM),
            (Array(KeyFixtures.privateKey.utf8), nil, .privateKey),
            (der, nil, .der),
            (KeyFixtures.bytes(KeyFixtures.certificateDER), nil, .certificateDER),
            (KeyFixtures.bytes(KeyFixtures.store), KeyFixtures.password, .pkcs12),
            (KeyFixtures.bytes(KeyFixtures.trustStore), KeyFixtures.password, .pkcs12),
        ]
        for (bytes, password, source) in forms {
            let key = try PublicKey(reading: bytes, password: password)
            #expect(key.source == source)
            #expect(key.bits == 1024)
            #expect(key.der == der)
            #expect(try key.verifies(signature(), over: message))
        }
    }

    @Test func theKeyWritesThePEMItWasReadFrom() throws {
        #expect(try PublicKey(pem: KeyFixtures.publicKey).pem == KeyFixtures.publicKey + "\n")
    }

    @Test func aStoreIsNotOpenedWithoutItsPassword() {
        let store = KeyFixtures.bytes(KeyFixtures.store)
        #expect(refusal(store)?.code == .wrongPassword)
        #expect(refusal(store, password: "654321")?.code == .wrongPassword)
    }

    /// Stores with 16,777,216 rounds: to decrypt the private key, to decrypt the certificate, and for the checksum; one that derives
    /// the key of its private key with scrypt, for half an hour; and one whose checksum is of the newer kind, PBMAC1.
    @Test(arguments: [
        """
        MIIEHAIBAzCCBBUGCSqGSIb3DQEHAaCCBAYEggQCMIID/jCCAeAGCSqGSIb3DQEHAaCCAdEEggHNMIIByTCCAcUGCyqGSIb3DQEMCgED\
        oIIBjTCCAYkGCiqGSIb3DQEJFgGgggF5BIIBdTCCAXEwggEboAMCAQICFDo/os0/kW7WvJwjFO8L7pGmaydTMA0GCSqGSIb3DQEBCwUA\
        MAwxCjAIBgNVBAMMAWEwIBcNMjYxMTMwMDIwMDU3WhgPMjA1MTA3MjIwMjAwNTdaMAwxCjAIBgNVBAMMAWEwXDANBgkqhkiG9w0BAQEF\
        AANLADBIAkEAvC3LUqkLZvh/P+f/4PSf8UPn+W3/ilZVWJJ0tWrxUhALpbynbkYHAhAUw5bVpHEabgd5Fp1MaoyyZxCHdF/9HwIDAQAB\
        o1MwUTAdBgNVHQ4EFgQUlDr01sobnrh14nzCUKfGc9N5USkwHwYDVR0jBBgwFoAUlDr01sobnrh14nzCUKfGc9N5USkwDwYDVR0TAQH/\
        BAUwAwEB/zANBgkqhkiG9w0BAQsFAANBAI+EE9AinzTImCgtEAgFnZ3GIaxdQ/55Wrr+yDhj/7aj6ghQbmrX8nK875tkFHr6WHZDNXz+\
        2FAXUfDosqe7ncUxJTAjBgkqhkiG9w0BCRUxFgQUrEgFW4RJf3pFYk1nAT5VVHghVAkwggIWBgkqhkiG9w0BBwGgggIHBIICAzCCAf8w\
        ggH7BgsqhkiG9w0BDAoBAqCCAcMwggG/MFkGCSqGSIb3DQEFDTBMMCsGCSqGSIb3DQEFDDAeBAg6qJ1uxkyKCgIEAQAAADAMBggqhkiG\
        9w0CCQUAMB0GCWCGSAFlAwQBKgQQpM39bvb0OQ72vul9taghhwSCAWCqg9RKxQ81lXwflwsL9vNvFhXuH5caj/3038F5m4fja6zVOG2F\
        Dmhw4TZyPLx/aoWD3UT5jboIDDFM/byQo6b68/DGJDYSpahbuFwfJtteEFoNAzVUvigR3Z+B5Ea49Y1R5PCgJWh0NxtkpzvnlgGVUgEa\
        x4zyB3bVpHt04O3tIQGMmREVJxCK0Yq9G21YaiJBZRZoPNgLKEIkymfFp/HWED2r6NiDTrKTmwfLmkALIi1xyVwd5jYHphnZLqzZJIPu\
        WDSIDXh8v1WGV0mhqyQ0unlf0StkS9MNsc42wlYlCWflE95gVkKmNSWYhE4VjyezAn6AgW+E3X2VkdCMz+SeGfcuEEJIif+1Hp/1t5zU\
        GrfMDTamta/xno4okjJPJWkVU4wgeEekHSO8nHo0TiCUcZ/3LpTOigOJpOtK0fEBQpqAr0Eob4Y9zG2PzACTn3T1uhWX6tN704izzEx4\
        YUSiMSUwIwYJKoZIhvcNAQkVMRYEFKxIBVuESX96RWJNZwE+VVR4IVQJ
        """,
        """
        MIIEYwIBAzCCBB0GCSqGSIb3DQEHAaCCBA4EggQKMIIEBjCCAlQGCSqGSIb3DQEHBqCCAkUwggJBAgEAMIICOgYJKoZIhvcNAQcBMFkG\
        CSqGSIb3DQEFDTBMMCsGCSqGSIb3DQEFDDAeBAgN+JM8VddONAIEAQAAADAMBggqhkiG9w0CCQUAMB0GCWCGSAFlAwQBKgQQJbBGz3ZB\
        0fTGH+CP+XlN7oCCAdDCUDfpzfSwoMbn81KYL6kROcmXLcREtYJEtceOwF4gJ/9Y6iPxttvWVlDoetL1o/2MaTu/WyQ2h4T3/RZh2FNi\
        7aDLVUbkRNYVR/10wOapfCFXJrs1bexsDIfyMZYekjpUybwaasRtNmzdf7tHxwP229tgupfix1Wx9dOqB/IjT8eeHUqOAQ2be9BdMwYv\
        OKanzPSuv1L+8BmLdnmqQuUj1Wc4PS8HurvYXqQhGy7FneqfBHY9MEU2/WIHw2W3IgErX56JU+zqo9QwmRpxh904equW/zm6K+Tsi1l+\
        mWkufRwg9+VMGsyoKPjbC+69R6zA1AKno6WtkMJS960m6iVb8Pqnae7TJGL2m1UxWPp+tI7MGDQjozqVjj5CmouJn4B9KqR2eFU0n+5z\
        /Se1tglteZceCwIhZq4vjcV+CWDOZLImNlDYESzec8tQPz9i0YpkzJUJO4ApJETqq4HkEbrw0xMoctRGDd1pztG8oYOD4nSqos9tSc5j\
        hd0dPTvKX7ehkO9dlsaRlFl6GHI3d1cvqaudKjlzCAL5UpjgZ5V/uMT+3UzJXQCZXqcQY9gsJH3j10J/PRgDgm3JXA5iZcUWtiOl3f22\
        dYC8X/ZiXjn82zCCAaoGCSqGSIb3DQEHAaCCAZsEggGXMIIBkzCCAY8GCyqGSIb3DQEMCgEBoIIBVzCCAVMCAQAwDQYJKoZIhvcNAQEB\
        BQAEggE9MIIBOQIBAAJBALwty1KpC2b4fz/n/+D0n/FD5/lt/4pWVViSdLVq8VIQC6W8p25GBwIQFMOW1aRxGm4HeRadTGqMsmcQh3Rf\
        /R8CAwEAAQJAPrCe4M3SL56vfdHDS+US96Rgvpbnn+V9D0HTQbD77hM5NTMkRqYD98iZqZ5uvh1V+YVWTHkx9fV2GQZr8G2H4QIhAPWC\
        OfIJbTUT687ItFOdTEqxrDGFpWf2GxVpgzEdm50RAiEAxDhmreplP2CQGzoMWf23NqCoVz7NiQfEo9IUfvsXty8CIEK6u686urEjkgNp\
        cAIODg97TVdEgRnJvcDLJfpylrpRAiAf62Dgp8Gipq2qkC3UMc6tB0N7Nc8vnGDjmVgWM/hupwIgPpHtMjKmR/2j+g48W5jd9VlyrQ8y\
        PH3UZN3iOKUAhtMxJTAjBgkqhkiG9w0BCRUxFgQUrEgFW4RJf3pFYk1nAT5VVHghVAkwPTAxMA0GCWCGSAFlAwQCAQUABCC4zOhC7GyS\
        qt/BbQSJzGxnQCFLaeKvdDWPsW75k3uaDgQIq84733SzbRE=
        """,
        """
        MIID9QIBAzCCA6kGCSqGSIb3DQEHAaCCA5oEggOWMIIDkjCCAeAGCSqGSIb3DQEHAaCCAdEEggHNMIIByTCCAcUGCyqGSIb3DQEMCgED\
        oIIBjTCCAYkGCiqGSIb3DQEJFgGgggF5BIIBdTCCAXEwggEboAMCAQICFDo/os0/kW7WvJwjFO8L7pGmaydTMA0GCSqGSIb3DQEBCwUA\
        MAwxCjAIBgNVBAMMAWEwIBcNMjYxMTMwMDIwMDU3WhgPMjA1MTA3MjIwMjAwNTdaMAwxCjAIBgNVBAMMAWEwXDANBgkqhkiG9w0BAQEF\
        AANLADBIAkEAvC3LUqkLZvh/P+f/4PSf8UPn+W3/ilZVWJJ0tWrxUhALpbynbkYHAhAUw5bVpHEabgd5Fp1MaoyyZxCHdF/9HwIDAQAB\
        o1MwUTAdBgNVHQ4EFgQUlDr01sobnrh14nzCUKfGc9N5USkwHwYDVR0jBBgwFoAUlDr01sobnrh14nzCUKfGc9N5USkwDwYDVR0TAQH/\
        BAUwAwEB/zANBgkqhkiG9w0BAQsFAANBAI+EE9AinzTImCgtEAgFnZ3GIaxdQ/55Wrr+yDhj/7aj6ghQbmrX8nK875tkFHr6WHZDNXz+\
        2FAXUfDosqe7ncUxJTAjBgkqhkiG9w0BCRUxFgQUrEgFW4RJf3pFYk1nAT5VVHghVAkwggGqBgkqhkiG9w0BBwGgggGbBIIBlzCCAZMw\
        ggGPBgsqhkiG9w0BDAoBAaCCAVcwggFTAgEAMA0GCSqGSIb3DQEBAQUABIIBPTCCATkCAQACQQC8LctSqQtm+H8/5//g9J/xQ+f5bf+K\
        VlVYknS1avFSEAulvKduRgcCEBTDltWkcRpuB3kWnUxqjLJnEId0X/0fAgMBAAECQD6wnuDN0i+er33Rw0vlEvekYL6W55/lfQ9B00Gw\
        ++4TOTUzJEamA/fImamebr4dVfmFVkx5MfX1dhkGa/Bth+ECIQD1gjnyCW01E+vOyLRTnUxKsawxhaVn9hsVaYMxHZudEQIhAMQ4Zq3q\
        ZT9gkBs6DFn9tzagqFc+zYkHxKPSFH77F7cvAiBCuruvOrqxI5IDaXACDg4Pe01XRIEZyb3AyyX6cpa6UQIgH+tg4KfBoqatqpAt1DHO\
        rQdDezXPL5xg45lYFjP4bqcCID6R7TIypkf9o/oOPFuY3fVZcq0PMjx91GTd4jilAIbTMSUwIwYJKoZIhvcNAQkVMRYEFKxIBVuESX96\
        RWJNZwE+VVR4IVQJMEMwMTANBglghkgBZQMEAgEFAAQgiT4mGWyXFW4OyYtAc+cSS4THXLn/zaPnCGdBz2LzSUkECEGjeZmoFc01AgQB\
        AAAA
        """,
        """
        MIIEFQIBAzCCBA4GCSqGSIb3DQEHAaCCA/8EggP7MIID9zCCAeAGCSqGSIb3DQEHAaCCAdEEggHNMIIByTCCAcUGCyqGSIb3DQEMCgED\
        oIIBjTCCAYkGCiqGSIb3DQEJFgGgggF5BIIBdTCCAXEwggEboAMCAQICFDo/os0/kW7WvJwjFO8L7pGmaydTMA0GCSqGSIb3DQEBCwUA\
        MAwxCjAIBgNVBAMMAWEwIBcNMjYxMTMwMDIwMDU3WhgPMjA1MTA3MjIwMjAwNTdaMAwxCjAIBgNVBAMMAWEwXDANBgkqhkiG9w0BAQEF\
        AANLADBIAkEAvC3LUqkLZvh/P+f/4PSf8UPn+W3/ilZVWJJ0tWrxUhALpbynbkYHAhAUw5bVpHEabgd5Fp1MaoyyZxCHdF/9HwIDAQAB\
        o1MwUTAdBgNVHQ4EFgQUlDr01sobnrh14nzCUKfGc9N5USkwHwYDVR0jBBgwFoAUlDr01sobnrh14nzCUKfGc9N5USkwDwYDVR0TAQH/\
        BAUwAwEB/zANBgkqhkiG9w0BAQsFAANBAI+EE9AinzTImCgtEAgFnZ3GIaxdQ/55Wrr+yDhj/7aj6ghQbmrX8nK875tkFHr6WHZDNXz+\
        2FAXUfDosqe7ncUxJTAjBgkqhkiG9w0BCRUxFgQUrEgFW4RJf3pFYk1nAT5VVHghVAkwggIPBgkqhkiG9w0BBwGgggIABIIB/DCCAfgw\
        ggH0BgsqhkiG9w0BDAoBAqCCAbwwggG4MFIGCSqGSIb3DQEFDTBFMCQGCSsGAQQB2kcECzAXBAg6qJ1uxkyKCgIDAQAAAgECAgMA/egw\
        HQYJYIZIAWUDBAEqBBCkzf1u9vQ5Dva+6X21qCGHBIIBYKqD1ErFDzWVfB+XCwv2828WFe4flxqP/fTfwXmbh+NrrNU4bYUOaHDhNnI8\
        vH9qhYPdRPmNuggMMUz9vJCjpvrz8MYkNhKlqFu4XB8m214QWg0DNVS+KBHdn4HkRrj1jVHk8KAlaHQ3G2SnO+eWAZVSARrHjPIHdtWk\
        e3Tg7e0hAYyZERUnEIrRir0bbVhqIkFlFmg82AsoQiTKZ8Wn8dYQPavo2INOspObB8uaQAsiLXHJXB3mNgemGdkurNkkg+5YNIgNeHy/\
        VYZXSaGrJDS6eV/RK2RL0w2xzjbCViUJZ+UT3mBWQqY1JZiEThWPJ7MCfoCBb4TdfZWR0IzP5J4Z9y4QQkiJ/7Uen/W3nNQat8wNNqa1\
        r/GejiiSMk8laRVTjCB4R6QdI7ycejROIJRxn/culM6KA4mk60rR8QFCmoCvQShvhj3MbY/MAJOfdPW6FZfq03vTiLPMTHhhRKIxJTAj\
        BgkqhkiG9w0BCRUxFgQUrEgFW4RJf3pFYk1nAT5VVHghVAk=
        """,
        """
        MIGWAgEDMBEGCSqGSIb3DQEHAaAEBAIwADB+MG8wSwYJKoZIhvcNAQUOMD4wLgYJKoZIhvcNAQUMMCEECHNhbHRzYWx0AgQBAAAAAgEgMAwG\
        CCqGSIb3DQIJBQAwDAYIKoZIhvcNAgkFAAQgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAECHNhbHRzYWx0AgEB
        """,
    ])
    func aStoreThatTakesVeryLongToReadIsRefused(base64: String) throws {
        let store = try #require(Base64.decode(base64))
        #expect(refusal(store, password: "secret")?.message.contains("more than 10000000 rounds") == true)
    }

    @Test func aStoreInAnOldEncryptionIsAnsweredWithHowToConvertIt() {
        let error = refusal(KeyFixtures.bytes(KeyFixtures.legacyStore), password: KeyFixtures.password)
        #expect(error?.code == .unsupportedContainer)
        #expect(error?.message.contains("openssl pkcs12 -legacy") == true)
    }

    @Test func aJavaKeyStoreIsAnsweredWithHowToConvertIt() {
        let error = refusal([0xFE, 0xED, 0xFE, 0xED, 0, 0, 0, 2])
        #expect(error?.code == .unsupportedContainer)
        #expect(error?.message.contains("keytool -importkeystore") == true)
        #expect(refusal([0xCE, 0xCE, 0xCE, 0xCE])?.message.contains("JCEKS") == true)
    }

    @Test func aKeyOfAnotherAlgorithmIsRefusedByName() {
        #expect(refusal(Array(KeyFixtures.ellipticKey.utf8))?.message == "the key is of kind EC, not RSA")
    }

    @Test func aPrivateKeyOfAnotherAlgorithmIsRefusedByName() {
        #expect(
            refusal(Array(KeyFixtures.ellipticPrivateKey.utf8))?.message == "the private key is of kind EC, not RSA")
    }

    @Test func aPrivateKeyInDERIsRead() throws {
        let lines = KeyFixtures.privateKey.split(separator: "\n").filter { !$0.hasPrefix("-") }
        let key = try PublicKey(reading: try #require(Base64.decode(lines.joined())))
        #expect(key.source == .privateKey)
        #expect(try key.der == PublicKey(pem: KeyFixtures.publicKey).der)
    }

    @Test func anEncryptedPrivateKeyIsRefusedWithoutAsking() {
        let error = refusal(Array(KeyFixtures.encryptedPrivateKey.utf8))
        #expect(error?.message.contains("openssl pkey -in FILE -pubout") == true)
    }

    @Test func bytesThatAreNoKeyAreRefused() throws {
        #expect(refusal([])?.code == .unreadableKey)
        #expect(refusal([0x30, 0x82, 0xFF, 0xFF])?.code == .unreadableKey)
        let der = try PublicKey(pem: KeyFixtures.publicKey).der
        for length in stride(from: 1, to: der.count, by: 7) {
            #expect(refusal(Array(der.prefix(length)))?.code == .unreadableKey)
        }
    }
}
