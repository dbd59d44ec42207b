/* A small port behind accessenabler.h, for iOS applications of 3.x: it asks the service providers for the configuration, and
 * knows that nobody is authenticated. Logging in and all that follows is left out, and it does not say that it has it.
 *
 * Each instance has one thread, its executor, on which it keeps its state and makes callbacks. Requests are made on
 * threads of their own, all at once (AE-SP-002), which hand what came of them to the executor. A port of yours takes the
 * place of this file and of service.c.
 */
#define _POSIX_C_SOURCE 200809L
#include "accessenabler.h"
#include "json.h"
#include "service.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char ae_name[] = "accessenabler.c", ae_version[] = "1.0";
const char ae_calls_json[] =
    "[\"setOptions:\",\"setRequestor:serviceProviders:\",\"checkAuthentication\",\"getSelectedProvider\"]";
const char ae_callbacks_json[] =
    "[\"setRequestorComplete:\",\"setAuthenticationStatus:errorCode:\",\"sendTrackingData:forEventType:\","
    "\"selectedProvider:\",\"status:\"]";

typedef void (*action)(ae_instance *instance, char *argument);

typedef struct work {
    action run;
    char *argument;
    struct work *next;
} work;

/* A service provider that was asked before, and its access token. */
typedef struct provider {
    char url[256], token[1024];
    struct provider *next;
} provider;

struct ae_instance {
    ae_callback callback;
    void *context;
    char *statement;
    struct service_options options;
    enum { IDLE, CONFIGURING, READY, FAILED } phase;
    int missing;             /* service providers that have not answered */
    bool is_configured;      /* one has, and well */
    struct service_error error; /* of the one that answered last */
    work *waiting;           /* calls until the configuration is there (AE-Q-001) */
    provider *providers;
    pthread_mutex_t lock;    /* of what is below */
    pthread_cond_t arrival;
    work *queue;
    int users; /* threads that know the instance */
    bool is_closed;
    pthread_t executor;
};

static void append(work **queue, action run, char *argument) {
    work *last = malloc(sizeof *last);
    *last = (work){run, argument, NULL};
    while (*queue) queue = &(*queue)->next;
    *queue = last;
}

static void post(ae_instance *instance, action run, char *argument) {
    pthread_mutex_lock(&instance->lock);
    append(&instance->queue, run, argument);
    pthread_cond_signal(&instance->arrival);
    pthread_mutex_unlock(&instance->lock);
}

static void free_all(work *queue) {
    for (work *next; queue; queue = next) {
        next = queue->next;
        free(queue->argument);
        free(queue);
    }
}

static void leave(ae_instance *instance) {
    pthread_mutex_lock(&instance->lock);
    bool is_last = --instance->users == 0;
    pthread_mutex_unlock(&instance->lock);
    if (!is_last) return;
    free_all(instance->queue), free_all(instance->waiting);
    for (provider *next; instance->providers; instance->providers = next) {
        next = instance->providers->next;
        free(instance->providers);
    }
    free(instance->statement), free(instance);
}

static void *execute(void *context) {
    ae_instance *instance = context;
    for (;;) {
        pthread_mutex_lock(&instance->lock);
        while (!instance->queue && !instance->is_closed) pthread_cond_wait(&instance->arrival, &instance->lock);
        work *next = instance->is_closed ? NULL : instance->queue;
        if (next) instance->queue = next->next;
        pthread_mutex_unlock(&instance->lock);
        if (!next) break;
        next->run(instance, next->argument);
        free(next->argument);
        free(next);
    }
    leave(instance);
    return NULL;
}

static void call_back(ae_instance *instance, const char *selector, const char *arguments) {
    instance->callback(instance->context, selector, arguments);
}

static void report(ae_instance *instance, const char *id, const char *level, const char *message) {
    char text[512];
    snprintf(text, sizeof text, "{\"statusDictionary\":{\"errorId\":\"%s\",\"level\":\"%s\",\"message\":\"%s\"}}", id, level, message);
    call_back(instance, "status:", text);
}

/* -- Calls, on the executor */

static void check(ae_instance *instance, char *argument) { /* looks at no network (AE-CHKN-002) */
    (void)argument;
    call_back(
        instance, "sendTrackingData:forEventType:",
        "{\"data\":[false,null,null,null,\"mobile\",\"ios\",\"iOS\"],\"event\":\"TRACKING_AUTHENTICATION\"}");
    report(instance, "N000", "information", "not authenticated");
    call_back(instance, "setAuthenticationStatus:errorCode:", "{\"status\":0,\"code\":\"User Not Authenticated Error\"}");
}

static void tell_provider(ae_instance *instance, char *argument) {
    (void)argument;
    call_back(instance, "selectedProvider:", "{\"mvpd\":null}");
}

static void set_options(ae_instance *instance, char *options) {
    struct service_options *to = &instance->options;
    memset(to, 0, sizeof *to);
    json_text(options, "visitorID", to->visitor, sizeof to->visitor);
    json_text(options, "applicationProfile", to->profile, sizeof to->profile);
    json_text(options, "device_info", to->device_info, sizeof to->device_info);
}

/* Makes the call once the configuration is there, in silence until then (AE-Q-001, AE-Q-006). */
static void once_configured(ae_instance *instance, action run) {
    if (instance->phase == READY || instance->phase == FAILED) run(instance, NULL);
    else append(&instance->waiting, run, NULL);
}

static void check_when_ready(ae_instance *instance, char *argument) { (void)argument, once_configured(instance, check); }
static void tell_when_ready(ae_instance *instance, char *argument) { (void)argument, once_configured(instance, tell_provider); }

/* -- Configuration */

struct request {
    ae_instance *instance;
    provider *provider;
    struct service_options options;
    char requestor[256];
    struct service_error error;
    bool is_good;
};

static void complete(ae_instance *instance) {
    instance->phase = instance->is_configured ? READY : FAILED;
    if (!instance->is_configured) report(instance, instance->error.id, "error", instance->error.message);
    call_back(instance, "setRequestorComplete:", instance->is_configured ? "{\"status\":1}" : "{\"status\":0}");
    /* A setRequestor among them begins anew, and those behind it wait again. */
    for (work *next; instance->phase != CONFIGURING && (next = instance->waiting);) {
        instance->waiting = next->next;
        next->run(instance, next->argument);
        free(next->argument);
        free(next);
    }
}

static void answered(ae_instance *instance, char *argument) {
    struct request *request = (struct request *)argument;
    if (request->is_good) instance->is_configured = true;
    else instance->error = request->error;
    if (--instance->missing == 0) complete(instance);
}

static void *ask_for_configuration(void *context) {
    struct request *request = context;
    ae_instance *instance = request->instance;
    request->is_good = service_configure(
        request->provider->url, instance->statement, request->requestor, &request->options, request->provider->token,
        &request->error);
    post(instance, answered, (char *)request);
    leave(instance);
    return NULL;
}

static provider *provider_at(ae_instance *instance, const char *url, size_t length) {
    for (provider *known = instance->providers; known; known = known->next)
        if (strlen(known->url) == length && strncmp(known->url, url, length) == 0) return known;
    provider *new = calloc(1, sizeof *new);
    memcpy(new->url, url, length);
    new->next = instance->providers;
    return instance->providers = new;
}

static void set_requestor(ae_instance *instance, char *arguments) {
    if (instance->phase == CONFIGURING) return append(&instance->waiting, set_requestor, strdup(arguments));
    char urls[4096] = "", requestor[256];
    json_text(arguments, "requestorID", requestor, sizeof requestor);
    json_member(arguments, "urls", urls, sizeof urls);
    provider *asked[16];
    int count = 0;
    for (char *at = urls, *end; count < 16 && (at = strchr(at, '"')) && (end = strchr(++at, '"')); at = end + 1) {
        if (end - at > 255) continue;
        provider *provider = provider_at(instance, at, (size_t)(end - at));
        bool is_new = true;
        for (int index = 0; index < count; index++) is_new = is_new && asked[index] != provider;
        if (is_new) asked[count++] = provider; /* one request each, however often it is named (AE-SP-004) */
    }
    instance->phase = CONFIGURING;
    instance->missing = count;
    instance->is_configured = false;
    instance->error = (struct service_error){"CFG404", "no service provider to ask"};
    if (count == 0) return complete(instance);
    for (int index = 0; index < count; index++) {
        struct request *request = calloc(1, sizeof *request);
        request->instance = instance;
        request->provider = asked[index];
        request->options = instance->options;
        strcpy(request->requestor, requestor);
        pthread_mutex_lock(&instance->lock);
        instance->users++;
        pthread_mutex_unlock(&instance->lock);
        pthread_t thread;
        pthread_create(&thread, NULL, ask_for_configuration, request);
        pthread_detach(thread);
    }
}

/* -- What the adapter needs */

ae_instance *ae_open(const char *configuration, ae_callback callback, void *context) {
    char text[65536];
    if (!json_text(configuration, "platform", text, sizeof text) || strcmp(text, "ios") != 0) return NULL;
    ae_instance *instance = calloc(1, sizeof *instance);
    instance->callback = callback;
    instance->context = context;
    instance->statement = strdup(json_text(configuration, "softwareStatement", text, sizeof text) ? text : "");
    pthread_mutex_init(&instance->lock, NULL);
    pthread_cond_init(&instance->arrival, NULL);
    instance->users = 2; /* the executor, and whoever closes it */
    pthread_create(&instance->executor, NULL, execute, instance);
    return instance;
}

enum ae_result ae_call(ae_instance *instance, const char *selector, const char *arguments) {
    static char text[1 << 20];
    if (strcmp(selector, "setOptions:") == 0) {
        if (!json_member(arguments, "options", text, sizeof text)) return AE_WRONG_ARGUMENTS;
        post(instance, set_options, strdup(text));
    } else if (strcmp(selector, "setRequestor:serviceProviders:") == 0) {
        if (!json_text(arguments, "requestorID", text, 256) || !json_member(arguments, "urls", text, 4096))
            return AE_WRONG_ARGUMENTS;
        post(instance, set_requestor, strdup(arguments));
    } else if (strcmp(selector, "checkAuthentication") == 0) {
        post(instance, check_when_ready, NULL);
    } else if (strcmp(selector, "getSelectedProvider") == 0) {
        post(instance, tell_when_ready, NULL);
    } else {
        return AE_UNKNOWN_CALL;
    }
    return AE_RETURNED;
}

void ae_close(ae_instance *instance) {
    pthread_mutex_lock(&instance->lock);
    instance->is_closed = true;
    pthread_cond_signal(&instance->arrival);
    pthread_mutex_unlock(&instance->lock);
    pthread_join(instance->executor, NULL); /* no callback comes after this */
    leave(instance);
}
