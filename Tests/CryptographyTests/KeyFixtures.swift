import Encodings

/// One throw-away key in every form a person may have it in, made with the openssl command.
enum KeyFixtures {
    static let password = "123456"

    static let privateKey = """
        -----BEGIN PRIVATE KEY-----
        MIICdwIBADANBgkqhkiG9w0BAQEFAASCAmEwggJdAgEAAoGBANMTqZfpeo15/Zpe
        2kjMs+UdAUKCaOD4mwLch6EXS7iSZuzug1Kf5833yqH4MYyVRqSmsETeROR4mcvL
        p1MgfFSrF4B8FGZUZ80zcAKuHiAhOfVXF+hsipdexO4tC/DW71mgCrdFBXNnjcYt
        ucz+YP/BTRqGHzikrvaHvVJXwr2jAgMBAAECgYEAm4aUYqOdMltdmn4jdpqmPr4l
        bH0si/+CMBSQNwk0OPZeslt4FcxO/7uB6eA3mi9vkuhjXwsrVfDq2XfgfWalVGGN
        uKoHg5nS3AUgYZCg/sZJ5QNRtYXt//1bMjH6RW1kq7M4P+sHN+NOFQtI+kiW73eJ
        IRkKh6SLYfvipes4CCECQQD+2Dhp3ehGNsdywgtnYcotAinV9mTCG+EFROwFt6J9
        HjzoVrlxq63TmMSIr8V3zKpnE7iC0s9pe/Bh0j9ci/LzAkEA1Aik3PWOrcsemFw0
        LyhGlWt4tgpegpLblxSNFj2KJbQTaghHKJjAxwPgArRW8XRshGIVcZM+s/G2jR9y
        pr3WkQJBANcmclImj2+f1bizy+7m50oiVnGWCDC8WrgZHO4iv6LEAYXhmcQ2vZUz
        l1ESnDLs7jwBsTd5hLQ4d5QObYHTgTMCQBXt1u8rTlhXG5DyaEtARRyLAu8A34lt
        mtxjObxFHRaNKzzaIlHminmKww5EjIFoYxjF9CXM7r05kIHD8N2h4KECQBopsfJv
        HtKn7DjiUQrkWbl8IvIGQufYrzscC/C2YERAwMDoI5b0/p8bYduzaWMC/f992X8V
        Au3HeOfBfQ9rbI0=
        -----END PRIVATE KEY-----
        """

    static let publicKey = """
        -----BEGIN PUBLIC KEY-----
        MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDTE6mX6XqNef2aXtpIzLPlHQFC
        gmjg+JsC3IehF0u4kmbs7oNSn+fN98qh+DGMlUakprBE3kTkeJnLy6dTIHxUqxeA
        fBRmVGfNM3ACrh4gITn1VxfobIqXXsTuLQvw1u9ZoAq3RQVzZ43GLbnM/mD/wU0a
        hh84pK72h71SV8K9owIDAQAB
        -----END PUBLIC KEY-----
        """

    static let publicKeyPKCS1 = """
        -----BEGIN RSA PUBLIC KEY-----
        MIGJAoGBANMTqZfpeo15/Zpe2kjMs+UdAUKCaOD4mwLch6EXS7iSZuzug1Kf5833
        yqH4MYyVRqSmsETeROR4mcvLp1MgfFSrF4B8FGZUZ80zcAKuHiAhOfVXF+hsipde
        xO4tC/DW71mgCrdFBXNnjcYtucz+YP/BTRqGHzikrvaHvVJXwr2jAgMBAAE=
        -----END RSA PUBLIC KEY-----
        """

    static let certificate = """
        -----BEGIN CERTIFICATE-----
        MIICGjCCAYOgAwIBAgIUGrUmn9OSDjhMuvRMepeX7U/Vnb4wDQYJKoZIhvcNAQEL
        BQAwHjEcMBoGA1UEAwwTaXNzdWVyLmV4YW1wbGUudGVzdDAgFw0yNjExMjEwNjQ5
        NDFaGA8yMTI2MTAyODA2NDk0MVowHjEcMBoGA1UEAwwTaXNzdWVyLmV4YW1wbGUu
        dGVzdDCBnzANBgkqhkiG9w0BAQEFAAOBjQAwgYkCgYEA0xOpl+l6jXn9ml7aSMyz
        5R0BQoJo4PibAtyHoRdLuJJm7O6DUp/nzffKofgxjJVGpKawRN5E5HiZy8unUyB8
        VKsXgHwUZlRnzTNwAq4eICE59VcX6GyKl17E7i0L8NbvWaAKt0UFc2eNxi25zP5g
        /8FNGoYfOKSu9oe9UlfCvaMCAwEAAaNTMFEwHQYDVR0OBBYEFLpwqPHOF9rqgw3v
        JNkqdrT72A46MB8GA1UdIwQYMBaAFLpwqPHOF9rqgw3vJNkqdrT72A46MA8GA1Ud
        EwEB/wQFMAMBAf8wDQYJKoZIhvcNAQELBQADgYEAonm2dG3PumSnKyeQg5Gfdc6a
        OTLoE3/CwkhSwC0LqfZ73MGQA2kOq2z+O+SABFmfj1Ptd5Z74EE9yxSb+1lbsg4r
        tUrRJvUkeqvex1DRkh4UrDnjqSChu+Yl+QvDYhBI4rNQY9WuGJhZ/bnj5+9BCwed
        ldcsxmZNM9xJlM8KAnY=
        -----END CERTIFICATE-----
        """

    static let encryptedPrivateKey = """
        -----BEGIN ENCRYPTED PRIVATE KEY-----
        MIIC3TBXBgkqhkiG9w0BBQ0wSjApBgkqhkiG9w0BBQwwHAQI1sb6CrMJMwICAggA
        MAwGCCqGSIb3DQIJBQAwHQYJYIZIAWUDBAECBBBHcWqF5xhHwxoyPxeTyaCrBIIC
        gLReaH3cEGZB7xPrPtkahCCGAZ4jRcLEbb+wT44A7yMU69JhiHvYQqF/oN5ES1Ib
        5Zd9DSFpobRkEfPzvHz+p0Uv6fpvKq27SudYZg1TNsIXw9YN+xGmdA/vV2ORm66j
        Io7UpV6d5Ukb9m6fiVth/RWQ4F7mvK9DZMkh4/uIyAvzli3C9/znx6gbIDuJdoNl
        zIKIoCwrwdhYjq+E++gfA/sd6Hw020NI0xCCdU5u93vh3YEUqJkenKo1rFLgWPPm
        NVnJ/jZf4UFXPsg3+pZpVA0i4xF9Bhs+Db1VBEDSYvRgNVxSGmqSCpx/n+Pn9Dtm
        JC+CpV26kXNrC8mETbtkf5RrbRtyo1PXp9UtzzhwQflEPp8A+yo5B2jgX6BHGUPq
        QMSb67YX3qObFJZLFBeyLfgOPUwjGtCPyd99h05ijPS5aHwzSxdtctqT36NemMVQ
        g6tgGUX5Mo0mZHATQsqFAUhsmZCX/q+1QWyQqQB4ho6aX/OJT7L0YIeC+n1OrtV1
        jERgehoIVQcNyXqMNnwPCyqy4mJdv2pGvKozqMLYLeysIoLGErdlAZfYGsAxR9ru
        Ppi+Xet6vcLj6lPkzsqoH4sJlpUX/aT57rpi1tGAOHJjWKmgkYAJQ5P9k5FwYexp
        1mxZcGDICOi1zKX0QoB7KPK/f0X08MDfyFKncSCeIDRPOtnNTAk9iQBzk69zKsjD
        dcArms92eefFnCVhruFjqb08NppUfnc1eq7i2mA/yhcgKFsVjZaWCWPeA9tq5ZgY
        RH96d5ODf6Fk9QdPxvHo9DPEW0wAUh+YBX5zRML9HLS4Bvy5qwUbZ+UBu+kfv23X
        r/T/bvPeueceswwGCTPn5tY=
        -----END ENCRYPTED PRIVATE KEY-----
        """

    static let ellipticKey = """
        -----BEGIN PUBLIC KEY-----
        MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEeycP0PEEeV0CJKPMXMlcAZpr850V
        dOSSzGAQmov8ut6+wYGcHmtalZb4jfuR6gtU3vA6miq8TcNVRYF2Tyogpg==
        -----END PUBLIC KEY-----
        """

    /// The certificate as DER, in base64.
    static let ellipticPrivateKey = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgqhhlRHkjWRsfLebt
        I5gqFTnWSXAEfJGmoJTvZpbEckGhRANCAARJFOHcU8X3//PB2QI8DGvGoeRbN4lJ
        p8SsHW5daUn2rWujqtG17gXLJR8AOTp1x/HJGUoK4f2HyML+FoUb58Lg
        -----END PRIVATE KEY-----
        """

    static let certificateDER =
        "MIICGjCCAYOgAwIBAgIUGrUmn9OSDjhMuvRMepeX7U/Vnb4wDQYJKoZIhvcNAQELBQAwHjEcMBoGA1UEAwwTaXNzdWVyLmV4YW1w"
        + "bGUudGVzdDAgFw0yNjExMjEwNjQ5NDFaGA8yMTI2MTAyODA2NDk0MVowHjEcMBoGA1UEAwwTaXNzdWVyLmV4YW1wbGUudGVzdDCB"
        + "nzANBgkqhkiG9w0BAQEFAAOBjQAwgYkCgYEA0xOpl+l6jXn9ml7aSMyz5R0BQoJo4PibAtyHoRdLuJJm7O6DUp/nzffKofgxjJVG"
        + "pKawRN5E5HiZy8unUyB8VKsXgHwUZlRnzTNwAq4eICE59VcX6GyKl17E7i0L8NbvWaAKt0UFc2eNxi25zP5g/8FNGoYfOKSu9oe9"
        + "UlfCvaMCAwEAAaNTMFEwHQYDVR0OBBYEFLpwqPHOF9rqgw3vJNkqdrT72A46MB8GA1UdIwQYMBaAFLpwqPHOF9rqgw3vJNkqdrT7"
        + "2A46MA8GA1UdEwEB/wQFMAMBAf8wDQYJKoZIhvcNAQELBQADgYEAonm2dG3PumSnKyeQg5Gfdc6aOTLoE3/CwkhSwC0LqfZ73MGQ"
        + "A2kOq2z+O+SABFmfj1Ptd5Z74EE9yxSb+1lbsg4rtUrRJvUkeqvex1DRkh4UrDnjqSChu+Yl+QvDYhBI4rNQY9WuGJhZ/bnj5+9B"
        + "CwedldcsxmZNM9xJlM8KAnY="

    /// A PKCS#12 store with the key and the certificate.
    static let store =
        "MIIGnwIBAzCCBlUGCSqGSIb3DQEHAaCCBkYEggZCMIIGPjCCAwIGCSqGSIb3DQEHBqCCAvMwggLvAgEAMIIC6AYJKoZIhvcNAQcB"
        + "MFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAihwJO+HRuJfwICCAAwDAYIKoZIhvcNAgkFADAdBglghkgBZQMEASoEEFRT"
        + "Dx8Wol0LOo4hG/amJjOAggKAMXUYnFgQB4CxegKTCch8gxBbAe5Rc3hZzegBFWQ97S/Wr4CD5j8F/oNRopZHCKYppfQo15eUW/Q+"
        + "1eRATTcZ7mIaw9SrtBsZzvn1MrIr7CAjrSsvcalPvtFabOYbxZkqkUpmeILdYUVITV1XUvW5Nak8u8qaILkrIn75xr5X5QcDvmRw"
        + "0nK65ND7Fp3r2zBP+GyDrxGvvntevkguQ+UPQYVJ5OgsKQpPlvFQYiVkWvVGs/wlDnjujumihVv7J0cZsd0WvydhpVBk8QbKB6ZV"
        + "0kNJeS01CTdXTjuU2Ea7ldlnc9VOqsNnRJF2z/k80j+R4pHWTcukNPwqNWFyuMGP2IJ/90KFR4yHDFE/n1kGx+8koPJXr1EATN39"
        + "xylXwNLM+xsLD5RiCEQYOLKitBYzQqn30qQ7Fpu3ljxatUr70Mx07/3i83CtTx8Xdc7cE3FfWNmxL/p9RJHDoY0PB6hFiKGFCNbj"
        + "tYmdWvzNpSz1qCEOMaW3yqUQPlIyCQXUFODN2ZJcWGtT19WEJ2POOxWShQLwVGHz8D/2dxzOPCrNzioTWYawVj76NpYS4CuTZ4X2"
        + "LX9rEx458kloEajQEAhpMm9EGFpQtjfVZRARhMudgcZC+TeDE+NTiNaDvR6DP8e6VW+mXP1CmJsg2/+tGqcCJivwl1XaszScTGYh"
        + "UwuL1t6LwhcWe8p3ruvNrUx5EAdf9Cx1XIBqXDarFzdBO68TsoNbTsrcwVWgIMUqle1yDk2Zy/2i3yoi+TIUVQZWA9xjmQimTQKT"
        + "rz4/MCo25dXRynpjTUdqOpkMtC8trND6ovcLGt+51OcAE/OJKOmfZypaeOhCpPt6/DC7vPNQ7r67nzCCAzQGCSqGSIb3DQEHAaCC"
        + "AyUEggMhMIIDHTCCAxkGCyqGSIb3DQEMCgECoIIC4TCCAt0wVwYJKoZIhvcNAQUNMEowKQYJKoZIhvcNAQUMMBwECLO9oduGlyt6"
        + "AgIIADAMBggqhkiG9w0CCQUAMB0GCWCGSAFlAwQBKgQQngulEf4liJTm0vMhtpdR5ASCAoCU/N/JA+2cCMbLoo0yzp67XFpsRG76"
        + "2CstD2gzOYJMNIW2gRS3fbtBQT4pwiQSalkH+XEjBjSpcrUr+1VluNDburXX8mlf7Uvu1MSN6nOuBOQKPw54S95Rx0V4c0ULzd+9"
        + "BS94TnKZUPG9BqssZ+sYtLChMb5VkrR+F4lVV/R0MVzoGvBR/63r+ubn9+N86Agg5n4L0jxxJCk/BSAFVEy8J4ZFc/wYYJOpoUJI"
        + "odGauvL+TCai285pngYNOU+TvNBal0JQO/cGCRPpVjAKW7C0JJmRsGEdOptkyppZGedYTEg07tTa8rPUHOQ+lqaGMeypgXnuvTWc"
        + "qV2cmTorJow1oWorxJ/n1lROTV3IOhOT/f26F+k0ekVumUWyAYPJ0acaFBBQCgCBRQu98P576rPeMcbPkIb0nXAViLvID+ws+sZR"
        + "AyIcbGBHuBjQWaR/TUvX2zGNH2aXKyiTRN8VsYs+pSyhErUkN7TY5HRhcD+eN59jbAjGjmcfCJSLoY/ax/h1VwVN9QnxvsjaCl7y"
        + "iTUjKlAJjnYX4sVCZnSnzqNJKJlRH0c3UvDnqXJYqFfUjQDy57GLJfC/ZIvFizGV0CQXiFEvo2j/g9AkAGyc/DpFqAVP9CyILyyF"
        + "lWEFrZaiRSQ5tMiyXhr+W+3/vgQP4SBSdT23cIp/CnXmRUuWI1toV8eLBsoeMDvo2EpQqiQYy6jEfBZsInOGmhahW/ZTdLD1Blo/"
        + "sutOHuewPPLFuCf1ly3sdsy2rimWIw+HZB2rtFPDpUCynXcNOlDejVdra5SsPXfd/k3mx40D+2UHpETdHegFDLoPL+GkzGVEYa8B"
        + "2ThArycwHV3ENwN10FDQvjl3MSUwIwYJKoZIhvcNAQkVMRYEFCg93hQfA0x6RykZpMGXAWZBWIlfMEEwMTANBglghkgBZQMEAgEF"
        + "AAQgbcc6tP8z7FeSQVTSj7jw2U24+K3lp+wlnuZ8ZNbNqQ4ECCeHuWHkQmpaAgIIAA=="

    /// A PKCS#12 store with the certificate alone.
    static let trustStore =
        "MIIDNwIBAzCCAu0GCSqGSIb3DQEHAaCCAt4EggLaMIIC1jCCAtIGCSqGSIb3DQEHBqCCAsMwggK/AgEAMIICuAYJKoZIhvcNAQcB"
        + "MFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAjLev+2g+/5BAICCAAwDAYIKoZIhvcNAgkFADAdBglghkgBZQMEASoEEPfZ"
        + "pTusebK2Na8gncbDaJiAggJQD/htNypec5llATyQhROMjPXnDsoPS8jzB1INvmJqiSLYC+8ysg5zrG4kN4J//2VC5vW4HxTCwU6H"
        + "9SjX6bCijgid4cyznclEYzObP6KvlarU8JBSVtZ85J3Llqk/ToHSG4R3udYqT4hF01p2E/ajKUg2UxKQRd79/AtKLOyfU5737y1G"
        + "8Bknu0azjzQocafTk7lA8xw6dnPEm4exCnDWkb67yS3XfGdqWDKWM680A1fYWdOaLtVvdsSUKrSy8gl2HdYICD0ccbe4G3YGBmw6"
        + "OHLfwHVK16xPdD/2iIZOnT5aXRip6XeiPR4N6yW2iOMOS/kT/dFRC/cQY2Fo8UK9iorp7zmhnK15xOmB04AVQs5Axpir+z3I1JGE"
        + "p4DfY3w4O9tYkqDEAhcvNsN20WRLYLxRi9Am3JHwjNqp4HQ5Qs2gBJn1BwsTTiGFAk/JhYM5kB03utoXk609qw8d8k0AEGk+rxBb"
        + "hPJq72kZHnQ99b7RkFjaqf8N+mroWiWwKebe6DZL6ldWEcBlTfEl1M6rW0SafP/q8ePYhPt6sHZtEls/DOGtAG5SxbTIwoZUGAj3"
        + "Uqw6o0cvu2dR5fPpDA3j6UTTM0Bg7C7ZPLaEK3Sbh65XBWXwH0iX+Zfys2czOIsndq5z4TNRAB+/tLGw//a56t6AzReBWarRwmwf"
        + "3JCbplluHL6MFMIME4pf+hreFtBdnA4URJ6LqWqAi27zodWk4o6q26ceO7EZnzbV5kRjcurKlDzBIlujPA4JqrXwaeAutV+letnZ"
        + "FvXVQ6lH1+NteDBBMDEwDQYJYIZIAWUDBAIBBQAEIIT1BHvb4BwsT2Gu+KcPIGSf4WkDj0xfZlZLXerRpNdhBAjrB+nY7NU9bQIC"
        + "CAA="

    /// A PKCS#12 store encrypted as programs did until about 2020.
    static let legacyStore =
        "MIIGEQIBAzCCBdcGCSqGSIb3DQEHAaCCBcgEggXEMIIFwDCCAr8GCSqGSIb3DQEHBqCCArAwggKsAgEAMIICpQYJKoZIhvcNAQcB"
        + "MBwGCiqGSIb3DQEMAQYwDgQIMqObsSH+se8CAggAgIICeDcFcrS18MSRzSWd468ZF9c7EgAtkOmhM0hArBJh9TDL6WwKrmbEOtAo"
        + "tssE140JEk1T1XoLmmkWs4D0zatN1JBM4dmu6RrDNjVIsEH6RrcjP8X5AKP2D3Gx9XF9iIuq9T+0jgS53QIcxfFHm8MXhU3GKH6H"
        + "jBmab+PGtx5xDK7O6M6ljRsy4rPW2Tvgt4hO9E6FYeIm0C77UC3DJ2izivXz3aw3Tu0aRSRK7X7VY7p3uk10Wr2mgCVCc/7L1ocZ"
        + "H0ky5cHrVA3plDHcrbUy2uBbyBT/nUVI8kFwJBI0iy3dNVxE5UDsewW2COnX4s90HrTgoQPCbF9oNybFpr1CIDXG8Mxdr6I9SfDG"
        + "E1cV5U1k10FsGvG/LPSEIWvxztWtSG4CgIL0GXVevN/t5uFWcAT4v0AkPIx8Vtz/78YGxiyewTV+5PREwPpU8TAhBNPP2d2S9p2I"
        + "im6aIRE5V23sWtQLl9/XRYppq6aisSsGamaobJwaSD68VzRo2IHCdW3DE5noE16OBBrJxN2CTfvLl3o5QuBjrm6p6JwkS6AvaYoI"
        + "PacHTYDSAiP9zMiVqaNtqIudqYIwAr6diSFkQ9C2PAFmvpde74gsp9IDdK8n6s6v2gW600+sP3yjSKNlmgkKXflaeeyfsmsE529o"
        + "LwF65n9qo/N+Ht9fohbrPPwRaZ8vULTx+G4UX2szQAbDGVUmK8IgTm4qWKirYVrlX0jwLjl339m9wEAHUubdBo+JOJfM3FfgJfSd"
        + "wetUpc4u2sSyK/YZDtzBi6yLZqs/Cj1o8ATh7ZDSNsWuouullgyCodh70Oz6AZjdOWb4EG3exeEk70NGuaSDvkVfMIIC+QYJKoZI"
        + "hvcNAQcBoIIC6gSCAuYwggLiMIIC3gYLKoZIhvcNAQwKAQKgggKmMIICojAcBgoqhkiG9w0BDAEDMA4ECAwuBZ1igbgCAgIIAASC"
        + "AoAGIwcBWWhhqaTNmrNWD9I+wT5ljVQyl+VlhcAzBStV2XgpooN1ispWAPFvWCp5OiIwKCNpB/smd5olzpvX4HY9wnh7CcPwnbX2"
        + "K8YTCJuJ/0leliRr1O1W5LEZ7B2Mw086J7ZXXYG+1iZpnbhHj1fzaaVl/mugAPvkvVenUwGFcl/atCUrJVQyLrIHCu4AyQwDTvBk"
        + "OPE4aTUNJrvw39PJ1XJ9dNPBKWPtdKrVLjAI8630kFoo7TGfgofC0aZG3FbcPT/jwFFmUBtJpQvWb8dwjRJy8je/gWUdXePc+qFA"
        + "9g0DEJTMzQ4fjIOAanezfuPIKs9Uoo+hO2yuhOmRMkHO9uLzFNdZiazMlwbGlxX2u5IcgLcs2yTitBMccpKlkBdPst4zzHpQSZ78"
        + "o9G6fwiqvsDmQgcdtETOuo28WVbuFwlMVDM1wLFffFTQeROb/ee5F7yxO3uZhokqFrEb44ypT1SmQ+oh7Nc1PSBBnAXYlbLPrq8+"
        + "el+YAq6LqkgqY4eMse8c3yo4bDw0G4AIkyri5csou9qBiUldG6d9PmTxap1Yzx9rXZsfbI/E2gqfLDWZcxX0goJxJiOJmCgFDpvU"
        + "xXSu4b4uRfPCef92KrCi/yPhhmAWI+zjC4RIamc3RSWVADuXHd9iSuv3wrVT2Bp1gFg862UNQv5q99Gl0XJsHrBiiBy64gZbwYRq"
        + "s1iRH7mdEAIhLdB4rIM8eTgU5B/IDiZNTizmjH+ccVZg5tAUGpFqzYHZFAY8PlUg17GNNqGL+TLHLzo43rddK4oewWmS+qwtX2BB"
        + "GLmyaKh8gng62MwKK6oxSFSqwLhabu7YRWpN8BQ6XhZWXnXEXQRsAagVMSUwIwYJKoZIhvcNAQkVMRYEFCg93hQfA0x6RykZpMGX"
        + "AWZBWIlfMDEwITAJBgUrDgMCGgUABBT2zsVjPJirPPCD/sIuktoFQFE7QgQIjCW7vKPxzI4CAggA"

    static func bytes(_ base64: String) -> [UInt8] {
        Base64.decode(base64) ?? []
    }
}
