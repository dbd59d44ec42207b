/// The documented codes that the services say of themselves, with what they mean (service-protocol.md 7.5).
extension EnhancedError {
    enum Code: String, Sendable, CaseIterable {
        case invalidServiceProvider = "invalid_parameter_service_provider"
        case invalidMVPD = "invalid_parameter_mvpd"
        case invalidCode = "invalid_parameter_code"
        case invalidResources = "invalid_parameter_resources"
        case invalidRedirectURL = "invalid_parameter_redirect_url"
        case invalidPartner = "invalid_parameter_partner"
        case invalidSAMLResponse = "invalid_parameter_saml_response"
        case invalidDeviceInfo = "invalid_header_device_info"
        case invalidDeviceIdentifier = "invalid_header_device_identifier"
        case invalidIdentity = "invalid_header_identity_for_temporary_access"
        case noPermission = "invalid_header_pfs_permission_access_not_present"
        case undeterminedPermission = "invalid_header_pfs_permission_access_not_determined"
        case permissionNotGranted = "invalid_header_pfs_permission_access_not_granted"
        case undeterminedProvider = "invalid_header_pfs_provider_id_not_determined"
        case providerMismatch = "invalid_header_pfs_provider_id_mismatch"
        case providerExpired = "invalid_header_pfs_provider_info_expired"
        case invalidIntegration = "invalid_integration"
        case invalidSession = "invalid_authentication_session"

        case preauthorizationDenied = "preauthorization_denied_by_mvpd"
        case authorizationDenied = "authorization_denied_by_mvpd"
        case deniedByDegradation = "authorization_denied_by_degradation_rule"
        case internalServerError = "internal_server_error"

        case tooManyResources = "too_many_resources"
        case invalidTemporaryAccess = "invalid_configuration_temporary_access"
        case invalidPlatformServices = "invalid_configuration_platform_services"
        case invalidBoardingStatus = "invalid_configuration_mvpd_platform_boarding_status"

        case invalidAccessTokenProvider = "invalid_access_token_service_provider"
        case invalidAccessTokenClient = "invalid_access_token_client_application"

        case profileMissing = "authenticated_profile_missing"
        case profileExpired = "authenticated_profile_expired"
        case profileInvalidated = "authenticated_profile_invalidated"
        case passTimeOver = "temporary_access_duration_limit_exceeded"
        case passUsedUp = "temporary_access_resources_limit_exceeded"

        var action: Action {
            switch self {
            case .invalidAccessTokenProvider, .invalidAccessTokenClient: .applicationRegistration
            case .profileMissing, .profileExpired, .profileInvalidated, .passTimeOver, .passUsedUp: .authentication
            case .tooManyResources, .invalidTemporaryAccess, .invalidPlatformServices, .invalidBoardingStatus:
                .configuration
            default: .none
            }
        }

        var status: Int {
            switch self {
            case .invalidAccessTokenProvider, .invalidAccessTokenClient: 401
            case .internalServerError, .invalidTemporaryAccess, .invalidPlatformServices, .invalidBoardingStatus: 500
            case .preauthorizationDenied, .authorizationDenied, .deniedByDegradation, .tooManyResources,
                .profileMissing, .profileExpired, .profileInvalidated, .passTimeOver, .passUsedUp:
                403
            default: 400
            }
        }

        var message: String {
            switch self {
            case .invalidServiceProvider: "The service provider is unknown."
            case .invalidMVPD: "The MVPD is missing or unknown."
            case .invalidCode: "The code is malformed."
            case .invalidResources: "The resources are missing, or are no list of names."
            case .invalidRedirectURL: "The redirectUrl is missing, or no browser may be sent there."
            case .invalidPartner: "The partner is unknown."
            case .invalidSAMLResponse: "The SAMLResponse is missing, or answers no request of ours."
            case .invalidDeviceInfo: "The header X-Device-Info is malformed."
            case .invalidDeviceIdentifier: "The header AP-Device-Identifier is missing or malformed."
            case .invalidIdentity: "The header AP-TempPass-Identity is missing or malformed."
            case .noPermission: "The partner framework status has no access status."
            case .undeterminedPermission: "The user has not decided about the access to the subscription."
            case .permissionNotGranted: "The user has not granted access to the subscription."
            case .undeterminedProvider: "The provider of the partner framework status is unknown."
            case .providerMismatch: "The provider of the partner framework status is another than the MVPD asked for."
            case .providerExpired: "The provider information of the partner framework has expired."
            case .invalidIntegration: "The service provider is not integrated with this MVPD."
            case .invalidSession: "The authentication session is unknown or over."
            case .preauthorizationDenied, .authorizationDenied: "The MVPD does not let the user see this."
            case .deniedByDegradation: "A degradation rule denies this."
            case .internalServerError: "The service has failed."
            case .tooManyResources: "More resources are asked for than are allowed at once."
            case .invalidTemporaryAccess: "The temporary access is not configured as it has to be."
            case .invalidPlatformServices: "Single sign-on with the platform is not set up for this MVPD."
            case .invalidBoardingStatus: "The platform does not support this MVPD yet."
            case .invalidAccessTokenProvider: "The access token is for another service provider."
            case .invalidAccessTokenClient: "The access token is missing, unknown or expired, or lacks the scope."
            case .profileMissing: "The user is not signed in."
            case .profileExpired: "The user's sign-in has expired."
            case .profileInvalidated: "The user's sign-in was ended elsewhere."
            case .passTimeOver: "The temporary access is over."
            case .passUsedUp: "The temporary access has no resources left."
            }
        }
    }
}
