/// The documented media token with its key.
package enum DocumentedToken {
    package static let publicKey = """
        -----BEGIN PUBLIC KEY-----
        MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA15YX57m4tzpWuFhWg91L
        pBIGFxvnNLNeLCXm1jn29vwkYxK4SDSUAQdYRfS0ahobpFAhVRQ7G5Stzszqla5E
        P5mvJ2wlOm6g8G5Hq0FfW2y8NawgAxlKq32dnBbDKfpGLUOUtO+Td8F/10G/0d5q
        JZ9egtt93/TI+f++MsApAGColNpA0krTKmo9VLIzdUGpg31WJLYDJ0FZ0MZd57m3
        jh3ne0IT+Zqp486NL152tJd3yvZrVvFORDP21uCh7ly67kSyoFfZQwR1/H0INxzt
        +ZE69xcXFRVtaiEntWXQBI6ef+pvvbBrvMfybnnMJKzXt+UZMS56HNvQqhxwnwHL
        CQIDAQAB
        -----END PUBLIC KEY-----
        """

    package static let media =
        "<signatureInfo>Vp1phwCqP5SBTeC8NmC63qfvTsPKRtgPYPUbWb7O1Fc1A9wRnKUYJA3rmT9ML1XVpQARpX7P5fPQp1H2WAgh"
        + "B8F+aszua/SgQEd4tdzRbBuWBkiThoK2B5WZtOo0BmFpTgIgbmJDGX17o5jD9/GXlCTQ+QYak9Q7jz4bVFSKuXzQDwtxzafrX32q"
        + "hNZfPK0DshBWyvpgew7zSgrkWjm2gnKa6Ig2VE2fOK1RpXx/AqiyJ9u0OznRZFgvs7GJGNePqAOIm5qSTCXqW+rWUNghRo5YDT8w"
        + "33SgE5iZdeYiQLBi3wddf03xXHjVmdtXhZOsjIcdFo1g5CiDeTFN6wpKQg==<signatureInfo><authToken><sessionGUID>01"
        + "23456789abcdef0123456789abcdef</sessionGUID><requestorID>REF30</requestorID><resourceID>TestStream1</"
        + "resourceID><ttl>420000</ttl><issueTime>2026-01-01 00:00:00 +0000</issueTime><mvpdId>Cablevision</mvpd"
        + "Id></authToken>"
}
