import Documents
import HTTPServer
import Testing

@testable import Backend

/// Every code has the action and the status of the documents.
@Suite struct EnhancedErrorTests {
    /// By action and status, as the documents list them.
    private static let documented: [(action: String, status: Int, codes: String)] = [
        (
            "none", 400,
            """
            invalid_parameter_service_provider invalid_parameter_mvpd invalid_parameter_code invalid_parameter_resources
            invalid_parameter_redirect_url invalid_parameter_partner invalid_parameter_saml_response
            invalid_header_device_info invalid_header_device_identifier invalid_header_identity_for_temporary_access
            invalid_header_pfs_permission_access_not_present invalid_header_pfs_permission_access_not_determined
            invalid_header_pfs_permission_access_not_granted invalid_header_pfs_provider_id_not_determined
            invalid_header_pfs_provider_id_mismatch invalid_header_pfs_provider_info_expired invalid_integration
            invalid_authentication_session
            """
        ),
        (
            "none", 403,
            """
            preauthorization_denied_by_mvpd authorization_denied_by_mvpd authorization_denied_by_parental_controls
            authorization_denied_by_degradation_rule
            """
        ),
        ("none", 500, "internal_server_error"),
        ("configuration", 403, "too_many_resources"),
        (
            "configuration", 500,
            """
            invalid_configuration_user_metadata_certificate invalid_configuration_temporary_access
            invalid_configuration_platform invalid_configuration_platform_services
            invalid_configuration_mvpd_platform_boarding_status
            """
        ),
        (
            "application-registration", 401,
            "invalid_access_token_service_provider invalid_access_token_client_application"
        ),
        (
            "authentication", 403,
            """
            authenticated_profile_missing authenticated_profile_expired authenticated_profile_invalidated
            temporary_access_duration_limit_exceeded temporary_access_resources_limit_exceeded
            authorization_denied_by_hba_policies authorization_denied_by_session_invalidated
            identity_not_recognized_by_mvpd
            """
        ),
        ("retry", 403, "network_received_error network_connection_timeout maximum_execution_time_exceeded"),
    ]

    @Test(arguments: EnhancedError.Code.allCases)
    func aCodeMeansWhatTheDocumentsSay(code: EnhancedError.Code) throws {
        let row = try #require(
            Self.documented.first { $0.codes.split(whereSeparator: \.isWhitespace).contains { $0 == code.rawValue } },
            "the documents do not have it")
        let reply = EnhancedError(code, "details").reply(trace: "trace")
        #expect(reply.status == row.status)
        let error = try JSON.parse(reply.body)
        #expect(error["action"] == .string(row.action) && error["status"] == .int(Int64(row.status)))
        #expect(error.object?.keys.sorted() == ["action", "code", "details", "helpUrl", "message", "status", "trace"])
    }
}
