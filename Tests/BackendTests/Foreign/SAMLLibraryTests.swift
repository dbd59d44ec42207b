import Backend
import Testing

/// What MVPDs and service providers say to each other, read by a SAML library (OneLogin's).
@Suite(
    .enabled(
        if: PythonClient.interpreter(with: PythonClient.saml) != nil,
        "python3-onelogin-saml2 or python3-requests is not installed"))
struct SAMLLibraryTests {
    @Test func theMessagesOfALoginAndOfALogoutAreValid() async throws {
        try await PythonClient.run(
            """
            import zlib
            from onelogin.saml2.idp_metadata_parser import OneLogin_Saml2_IdPMetadataParser
            from onelogin.saml2.logout_request import OneLogin_Saml2_Logout_Request
            from onelogin.saml2.response import OneLogin_Saml2_Response
            from onelogin.saml2.settings import OneLogin_Saml2_Settings
            from onelogin.saml2.utils import OneLogin_Saml2_Utils

            consumer = BASE + "/sp/saml/SAMLAssertionConsumer"
            def settings(mvpd):
                data = OneLogin_Saml2_IdPMetadataParser.parse(requests.get(BASE + "/mvpd/%s/metadata" % mvpd).content)
                data["sp"] = {"entityId": "https://saml.sp.auth.adobe.com",
                              "assertionConsumerService": {"url": consumer}}
                data["strict"] = True
                data.setdefault("security", {}).update(wantAssertionsSigned=True)
                return OneLogin_Saml2_Settings(data, sp_validation_only=True)

            def start(mvpd):
                browser = Browser()
                return browser, browser.browse("/adobe-services/authenticate/saml?" + urllib.parse.urlencode({
                    "requestor_id": "REF30", "mso_id": mvpd, "domain_name": "adobe.com", "noflash": "true",
                    "no_iframe": "true", "redirect_url": "app://end"}))

            host = urllib.parse.urlsplit(BASE)
            request_data = {"http_host": host.netloc, "server_port": host.port, "https": "off",
                            "script_name": "/sp/saml/SAMLAssertionConsumer", "get_data": {}, "post_data": {}}

            # In a form: the request has its signature in it, the answer has a signed assertion.
            cable = settings("Cablevision")
            certificate = cable.get_idp_cert()
            browser, page = start("Cablevision")
            request = base64.b64decode(Forms(page.text).forms[0][1]["SAMLRequest"])
            def is_signed(message):
                return OneLogin_Saml2_Utils.validate_sign(
                    message, cert=certificate, xpath="/samlp:AuthnRequest/ds:Signature")
            assert is_signed(request) and not is_signed(request.replace(b"persistent", b"transient ")), request
            assert b'AssertionConsumerServiceURL="%s"' % consumer.encode() in request, request
            identifier = re.search(rb' ID="([^"]+)"', request).group(1).decode()
            login = browser.submit(page)
            carrier = browser.submit(login, "login", username="user", password="password")
            attributes, fields = Forms(carrier.text).forms[0]
            assert attributes["action"] == consumer, attributes
            response = OneLogin_Saml2_Response(cable, fields["SAMLResponse"])
            assert response.is_valid(request_data, identifier), response.get_error()
            assert response.get_attributes()["zip"] == ["12345"], response.get_attributes()
            assert response.get_nameid() == "user" and response.get_session_index(), response.get_nameid()
            assert not OneLogin_Saml2_Response(cable, fields["SAMLResponse"]).is_valid(request_data, "_another")

            # Nobody can change the user: the library says so, and the consumer does not take it.
            forged = base64.b64encode(base64.b64decode(fields["SAMLResponse"]).replace(b">user<", b">root<")).decode()
            assert not OneLogin_Saml2_Response(cable, forged).is_valid(request_data, identifier)
            assert browser.browse(attributes["action"], dict(fields, SAMLResponse=forged)).status_code == 400
            assert browser.browse(attributes["action"], {"RelayState": fields["RelayState"]}).status_code == 503
            assert browser.browse(attributes["action"], fields).headers["Location"] == "app://end"
            assert browser.browse(attributes["action"], fields).status_code == 400

            # Who cancels is told by a status.
            browser, page = start("Cablevision")
            fields = Forms(browser.submit(browser.submit(page), "cancel").text).forms[0][1]
            refused = OneLogin_Saml2_Response(cable, fields["SAMLResponse"])
            assert not refused.is_valid(request_data) and "AuthnFailed" in refused.get_error(), refused.get_error()

            # In a query: the signature is beside the message.
            def check_query(address):
                query = urllib.parse.urlsplit(address).query
                signed = query[:query.index("&Signature=")]
                fields = dict(urllib.parse.parse_qsl(query))
                assert fields["SigAlg"].endswith("#rsa-sha256"), fields
                verify(base64.b64decode(fields["Signature"]), signed.encode())
                return zlib.decompress(base64.b64decode(fields["SAMLRequest"]), -15)
            browser = Browser()
            away = browser.get(BASE + "/adobe-services/authenticate/saml?requestor_id=REF30&mso_id=Satellite"
                               "&redirect_url=app%3A%2F%2Fend", allow_redirects=False)
            assert b"AuthnRequest" in check_query(away.headers["Location"])
            assert browser.sign_in(away.headers["Location"]).headers["Location"] == "app://end"
            away = browser.get(BASE + "/adobe-services/logout?requestor_id=REF30&mso_id=Satellite"
                               "&redirect_url=app%3A%2F%2Fout", allow_redirects=False)
            logout = check_query(away.headers["Location"])
            assert OneLogin_Saml2_Logout_Request.get_nameid(logout.decode()) == "user", logout
            assert "https://saml.sp.auth.adobe.com" in requests.get(BASE + "/sp/saml/metadata").text
            """, with: PythonClient.saml, at: try Bench(openWorld: OpenWorld()))
    }
}
