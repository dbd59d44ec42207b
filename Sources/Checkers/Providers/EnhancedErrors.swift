import Documents
internal import Timing

/// The errors of REST API v2, with what their codes mean (service-protocol.md 7.5).
enum EnhancedErrors {
    private static let actions = [
        "none", "configuration", "application-registration", "authentication", "authorization", "retry",
    ]

    /// - Parameter status: that of the answer, where the error is all of it.
    static func review(_ error: JSON, at path: String, status: Int?) -> MemberReview {
        var review = MemberReview(error, at: path)
        let action = review.text("action", oneOf: actions)
        let told = review.number("status")?.within(Int.min...Int.max)
        let code = review.text("code")
        review.text("message")
        review.text("helpUrl")
        if let told, let status, told != status {
            review.complain("the error says status \(told), and the answer has \(status)")
        }
        guard let code, let (meant, due) = meanings[code] else { return review }
        if let action, action != meant {
            review.complain("\(path)action is \"\(action.prefix(40))\", and \(code) has \(meant)")
        }
        if let told, told != due { review.complain("\(path)status is \(told), and \(code) has \(due)") }
        return review
    }

    /// Of the codes that the documents say the same of wherever they speak of them.
    private static let meanings: [String: (action: String, status: Int64)] = {
        var meanings: [String: (action: String, status: Int64)] = [:]
        func add(_ action: String, _ status: Int64, _ codes: String) {
            for code in codes.split(separator: " ") { meanings[String(code)] = (action, status) }
        }
        add(
            "none", 400,
            "invalid_parameter_service_provider invalid_parameter_mvpd invalid_parameter_code "
                + "invalid_parameter_resources invalid_parameter_redirect_url invalid_parameter_partner "
                + "invalid_parameter_saml_response invalid_header_device_info invalid_header_device_identifier "
                + "invalid_header_identity_for_temporary_access invalid_header_pfs_permission_access_not_present "
                + "invalid_header_pfs_permission_access_not_determined "
                + "invalid_header_pfs_permission_access_not_granted invalid_header_pfs_provider_id_not_determined "
                + "invalid_header_pfs_provider_id_mismatch invalid_header_pfs_provider_info_expired "
                + "invalid_integration invalid_authentication_session")
        add(
            "none", 403,
            "preauthorization_denied_by_mvpd authorization_denied_by_mvpd "
                + "authorization_denied_by_parental_controls authorization_denied_by_degradation_rule")
        add("configuration", 403, "too_many_resources")
        add(
            "application-registration", 401,
            "invalid_access_token_service_provider invalid_access_token_client_application")
        add(
            "authentication", 403,
            "authenticated_profile_missing authenticated_profile_expired authenticated_profile_invalidated "
                + "temporary_access_resources_limit_exceeded")
        return meanings
    }()
}
