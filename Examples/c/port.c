/* The smallest port there can be behind accessenabler.h, for the adapter to be tried with: it has no network.
 *
 * It takes the requestor, says that the configuration failed, and knows that nobody is authenticated (AE-CHKN-004).
 * A port of yours takes the place of this file.
 */
#include "accessenabler.h"
#include "json.h"

#include <stdlib.h>
#include <string.h>

const char ae_name[] = "smallest", ae_version[] = "1.0";
const char ae_calls_json[] =
    "[\"setOptions:\",\"setRequestor:\",\"setRequestor:serviceProviders:\",\"checkAuthentication\",\"getSelectedProvider\"]";
const char ae_callbacks_json[] =
    "[\"setRequestorComplete:\",\"setAuthenticationStatus:errorCode:\",\"sendTrackingData:forEventType:\","
    "\"selectedProvider:\"]";

struct ae_instance {
    ae_callback callback;
    void *context;
};

ae_instance *ae_open(const char *configuration, ae_callback callback, void *context) {
    char platform[16];
    if (!json_text(configuration, "platform", platform, sizeof platform) || strcmp(platform, "ios") != 0) return NULL;
    ae_instance *instance = malloc(sizeof *instance);
    instance->callback = callback;
    instance->context = context;
    return instance;
}

enum ae_result ae_call(ae_instance *instance, const char *selector, const char *arguments) {
    char text[256];
    if (strcmp(selector, "setOptions:") == 0) {
        return AE_RETURNED;
    } else if (strncmp(selector, "setRequestor:", 13) == 0) {
        if (!json_text(arguments, "requestorID", text, sizeof text)) return AE_WRONG_ARGUMENTS;
        instance->callback(instance->context, "setRequestorComplete:", "{\"status\":0}");
    } else if (strcmp(selector, "checkAuthentication") == 0) {
        instance->callback(
            instance->context, "sendTrackingData:forEventType:",
            "{\"data\":[false,null,null,null,\"mobile\",\"ios\",\"iOS\"],\"event\":\"TRACKING_AUTHENTICATION\"}");
        instance->callback(
            instance->context, "setAuthenticationStatus:errorCode:",
            "{\"status\":0,\"code\":\"User Not Authenticated Error\"}");
    } else if (strcmp(selector, "getSelectedProvider") == 0) {
        instance->callback(instance->context, "selectedProvider:", "{\"mvpd\":null}");
    } else {
        return AE_UNKNOWN_CALL;
    }
    return AE_RETURNED;
}

void ae_close(ae_instance *instance) { free(instance); }
