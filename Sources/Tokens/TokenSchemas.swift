/// The schemas of Specs/tokens, word for word, so that a binary needs no file beside it.
///
/// A test holds every copy against its file; with ASSAY_UPDATE_GOLDEN set it writes this file again.
enum TokenSchemas {
    static let authentication = #"""
        <?xml version="1.0" encoding="UTF-8"?>
        <!--
          The payload of an authentication token: what follows the second signatureInfo tag.

          A whole token is not well-formed XML, because its first tag is closed with an opening tag. Other tools therefore
          get the payload alone, that is, the token without everything up to and including the second signatureInfo tag:
              sed 's/.*signatureInfo>//' FILE

          Where a rule comes from the register of statements, its number is named. Elements that are not listed here are
          errors for this schema; Assay reports them as extensions and checks the rest, unless it is asked to be strict.
        -->
        <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">

          <!-- AE-XML-001, AE-XML-002: these elements in this order. The two Saml elements are not printed in the documents
               but are in tokens of the field. -->
          <xs:element name="simpleAuthenticationToken">
            <xs:complexType>
              <xs:sequence>
                <xs:element name="simpleTokenAuthenticationGuid" type="guid"/>
                <xs:element name="simpleSamlSessionIndex" type="base64" minOccurs="0"/>
                <xs:element name="simpleTokenRequestorID" type="name"/>
                <xs:element name="simpleTokenDomainName" type="name"/>
                <xs:element name="simpleTokenExpires" type="expiry"/>
                <xs:element name="simpleTokenMsoID" type="name"/>
                <xs:element name="simpleTokenDeviceID" type="device"/>
                <xs:element name="simpleSamlNameID" type="base64" minOccurs="0"/>
              </xs:sequence>
            </xs:complexType>
          </xs:element>

          <!-- AE-XML-008: printed with hyphens and in upper case, seen in the field as 32 digits in lower case. The digit
               that tells the version of a UUID is not looked at: the printed example has an F there. -->
          <xs:simpleType name="guid">
            <xs:restriction base="xs:token">
              <xs:pattern value="[0-9A-Fa-f]{32}"/>
              <xs:pattern value="[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}"/>
            </xs:restriction>
          </xs:simpleType>

          <!-- A requestor, a domain, an MVPD: any text, but some. -->
          <xs:simpleType name="name">
            <xs:restriction base="xs:string">
              <xs:minLength value="1"/>
            </xs:restriction>
          </xs:simpleType>

          <!-- AE-XML-009: an instant such as 2011/03/19 02:29:34 GMT +0200, by a clock of 24 hours. The pattern knows
               months of 31 days only; that the day is in the calendar is checked beside the schema. -->
          <xs:simpleType name="expiry">
            <xs:restriction base="xs:token">
              <xs:pattern value="[0-9]{4}/(0[1-9]|1[0-2])/(0[1-9]|[12][0-9]|3[01]) ([01][0-9]|2[0-3])(:[0-5][0-9]){2} GMT [+\-]([01][0-9]|2[0-3])[0-5][0-9]"/>
            </xs:restriction>
          </xs:simpleType>

          <!-- AE-XML-007: one fingerprint and nothing else. -->
          <xs:complexType name="device">
            <xs:sequence>
              <xs:element name="simpleTokenFingerprint" type="fingerprint"/>
            </xs:sequence>
          </xs:complexType>

          <!-- The SHA-1 of the device id in hexadecimal digits. White space around it, as in print, does not count. -->
          <xs:simpleType name="fingerprint">
            <xs:restriction base="xs:token">
              <xs:pattern value="[0-9A-Fa-f]{40}"/>
            </xs:restriction>
          </xs:simpleType>

          <!-- Opaque bytes, with padding. -->
          <xs:simpleType name="base64">
            <xs:restriction base="xs:token">
              <xs:pattern value="([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?"/>
            </xs:restriction>
          </xs:simpleType>
        </xs:schema>

        """#

    static let authorization = #"""
        <?xml version="1.0" encoding="UTF-8"?>
        <!--
          The payload of an authorization token: what follows the second signatureInfo tag.

          A whole token is not well-formed XML, because its first tag is closed with an opening tag. Other tools therefore
          get the payload alone, that is, the token without everything up to and including the second signatureInfo tag:
              sed 's/.*signatureInfo>//' FILE

          Where a rule comes from the register of statements, its number is named. Elements that are not listed here are
          errors for this schema; Assay reports them as extensions and checks the rest, unless it is asked to be strict.
        -->
        <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">

          <!-- AE-XML-003, AE-XML-004: these elements in this order. simpleTokenTTL is an instant in spite of its name. -->
          <xs:element name="simpleAuthorizationToken">
            <xs:complexType>
              <xs:sequence>
                <xs:element name="simpleTokenRequestorID" type="name"/>
                <xs:element name="simpleTokenResourceID" type="name"/>
                <xs:element name="simpleTokenTTL" type="expiry"/>
                <xs:element name="simpleTokenMsoID" type="name"/>
                <xs:element name="simpleTokenDeviceID" type="device"/>
              </xs:sequence>
            </xs:complexType>
          </xs:element>

          <!-- A requestor, a resource (a name, or a whole MRSS document as text), an MVPD: any text, but some. -->
          <xs:simpleType name="name">
            <xs:restriction base="xs:string">
              <xs:minLength value="1"/>
            </xs:restriction>
          </xs:simpleType>

          <!-- AE-XML-009: an instant such as 2011/03/19 02:29:34 GMT +0200, by a clock of 24 hours. The pattern knows
               months of 31 days only; that the day is in the calendar is checked beside the schema. -->
          <xs:simpleType name="expiry">
            <xs:restriction base="xs:token">
              <xs:pattern value="[0-9]{4}/(0[1-9]|1[0-2])/(0[1-9]|[12][0-9]|3[01]) ([01][0-9]|2[0-3])(:[0-5][0-9]){2} GMT [+\-]([01][0-9]|2[0-3])[0-5][0-9]"/>
            </xs:restriction>
          </xs:simpleType>

          <!-- AE-XML-007: one fingerprint and nothing else. -->
          <xs:complexType name="device">
            <xs:sequence>
              <xs:element name="simpleTokenFingerprint" type="fingerprint"/>
            </xs:sequence>
          </xs:complexType>

          <!-- The SHA-1 of the device id in hexadecimal digits. White space around it, as in print, does not count. -->
          <xs:simpleType name="fingerprint">
            <xs:restriction base="xs:token">
              <xs:pattern value="[0-9A-Fa-f]{40}"/>
            </xs:restriction>
          </xs:simpleType>
        </xs:schema>

        """#

    static let media = #"""
        <?xml version="1.0" encoding="UTF-8"?>
        <!--
          The payload of a short-lived media token: what follows the second signatureInfo tag.

          A whole token is not well-formed XML, because its first tag is closed with an opening tag. Other tools therefore
          get the payload alone, that is, the token without everything up to and including the second signatureInfo tag:
              sed 's/.*signatureInfo>//' FILE

          Where a rule comes from the register of statements, its number is named. Elements that are not listed here are
          errors for this schema; Assay reports them as extensions and checks the rest, unless it is asked to be strict.
        -->
        <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">

          <!-- AE-XML-005: the root as the documents print it, and as tokens of the field have it. -->
          <xs:element name="shortAuthorizationToken" type="token"/>
          <xs:element name="authToken" type="token"/>

          <!-- AE-XML-006: these elements in this order. AE-XML-015: the proxy may be absent or empty.
               AE-XML-020: no fingerprint, for the token is bound to no device. -->
          <xs:complexType name="token">
            <xs:sequence>
              <xs:element name="sessionGUID" type="name"/>
              <xs:element name="requestorID" type="name"/>
              <xs:element name="resourceID" type="name"/>
              <xs:element name="ttl" type="milliseconds"/>
              <xs:element name="issueTime" type="issue"/>
              <xs:element name="mvpdId" type="name"/>
              <xs:element name="proxyMvpdId" type="xs:string" minOccurs="0"/>
            </xs:sequence>
          </xs:complexType>

          <!-- A session, a requestor, a resource (a name, or a whole MRSS document as text), an MVPD: any text, but some. -->
          <xs:simpleType name="name">
            <xs:restriction base="xs:string">
              <xs:minLength value="1"/>
            </xs:restriction>
          </xs:simpleType>

          <!-- AE-XML-010: a life span in whole milliseconds; fifteen digits are thirty thousand years. -->
          <xs:simpleType name="milliseconds">
            <xs:restriction base="xs:token">
              <xs:pattern value="[0-9]{1,15}"/>
            </xs:restriction>
          </xs:simpleType>

          <!-- An instant such as 2026-01-01 00:00:00 +0000: another form than that of the other kinds. The pattern knows
               months of 31 days only; that the day is in the calendar is checked beside the schema. -->
          <xs:simpleType name="issue">
            <xs:restriction base="xs:token">
              <xs:pattern value="[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01]) ([01][0-9]|2[0-3])(:[0-5][0-9]){2} [+\-]([01][0-9]|2[0-3])[0-5][0-9]"/>
            </xs:restriction>
          </xs:simpleType>
        </xs:schema>

        """#
}
