/* The adapter of a port that can be called from C (accessenabler.h): speaks the adapter protocol on standard input and
 * output. The numbers in brackets are sections of Documentation/adapter-protocol.md.
 *
 *     cc -std=c11 -pthread -o adapter adapter.c json.c port.c service.c
 *     assay run --implementation exec:./adapter
 */
#define _POSIX_C_SOURCE 200809L
#include "accessenabler.h"
#include "json.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { LINE_LIMIT = 1 << 20, NAME_LIMIT = 256 };

/* One AccessEnabler. Closed ones stay in the list: a callback that comes late needs its number (4.5). */
typedef struct session {
    char name[NAME_LIMIT]; /* as JSON, with its quotation marks */
    ae_instance *instance;
    long events, call; /* the call in progress; negative: none */
    pthread_t caller;
    struct session *next;
} session;

static FILE *output;
static pthread_mutex_t writing = PTHREAD_MUTEX_INITIALIZER;
static long sequence;
static session *sessions;
static bool is_initialized;

static long long now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

/* Answers a request; `id` is JSON as it came. */
#define succeed(id, result) say("{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":%s}\n", id, result)
#define fail(id, code, message) \
    say("{\"jsonrpc\":\"2.0\",\"id\":%s,\"error\":{\"code\":%d,\"message\":\"%s\"}}\n", id, code, message)

static void say(const char *format, ...) {
    va_list values;
    va_start(values, format);
    pthread_mutex_lock(&writing);
    vfprintf(output, format, values);
    fflush(output);
    pthread_mutex_unlock(&writing);
    va_end(values);
}

/* A callback of the port, on whichever thread (3.1, 4.3): numbered and written in one step. */
static void heard(void *context, const char *selector, const char *arguments) {
    session *session = context;
    char during[32] = "";
    pthread_mutex_lock(&writing);
    if (session->call >= 0 && pthread_equal(session->caller, pthread_self()))
        snprintf(during, sizeof during, ",\"duringCall\":%ld", session->call);
    fprintf(output,
            "{\"jsonrpc\":\"2.0\",\"method\":\"session/event\",\"params\":{\"session\":%s,\"seq\":%ld,\"n\":%ld,\"ts\":%lld,"
            "\"thread\":\"%s\"%s,\"selector\":\"%s\",\"arguments\":%s}}\n",
            session->name, sequence++, session->events++, now(), *during ? "caller" : "port", during, selector, arguments);
    fflush(output);
    pthread_mutex_unlock(&writing);
}

static session *find(const char *name) {
    for (session *session = sessions; session; session = session->next)
        if (session->instance && strcmp(session->name, name) == 0) return session;
    return NULL;
}

static void initialize(const char *id, const char *params) {
    char version[32] = "", family[64] = "", api[1024] = "", result[4096];
    json_text(params, "protocolVersion", version, sizeof version);
    json_member(params, "api", api, sizeof api);
    json_text(api, "family", family, sizeof family);
    if (is_initialized) return fail(id, -32002, "'initialize' a second time");
    if (strncmp(version, "1.", 2) != 0 || strcmp(family, "AccessEnabler") != 0)
        return fail(id, -32001, "this adapter speaks version 1.0 for AccessEnabler");
    is_initialized = true;
    snprintf(result, sizeof result,
             "{\"protocolVersion\":\"1.0\",\"port\":{\"name\":\"%s\",\"version\":\"%s\"},"
             "\"api\":{\"family\":\"AccessEnabler\",\"version\":\"3.9.2\",\"platforms\":[\"ios\"]},\"calls\":%s,"
             "\"callbacks\":%s,\"features\":[],\"limits\":{\"lineBytes\":%d},\"clock\":{\"origin\":\"machine\",\"now\":%lld}}",
             ae_name, ae_version, ae_calls_json, ae_callbacks_json, LINE_LIMIT, now());
    succeed(id, result);
}

static void open_session(const char *id, const char *name, const char *params) {
    static char configuration[LINE_LIMIT + 1];
    if (!json_member(params, "configuration", configuration, sizeof configuration))
        return fail(id, -32602, "no configuration");
    if (find(name)) return fail(id, -32012, "the session is open");
    session *session = calloc(1, sizeof *session);
    strcpy(session->name, name);
    session->call = -1;
    session->next = sessions;
    sessions = session;
    session->instance = ae_open(configuration, heard, session);
    if (session->instance) succeed(id, "{}");
    else fail(id, -32010, "the port cannot be configured so");
}

static void mark(session *session, long call) {
    pthread_mutex_lock(&writing);
    session->caller = pthread_self();
    session->call = call;
    pthread_mutex_unlock(&writing);
}

/* Made here and now, because ae_call does not wait. A port whose calls do needs a thread for each session (4.2). */
static void call(const char *id, session *session, const char *params) {
    static char arguments[LINE_LIMIT + 1];
    char selector[NAME_LIMIT];
    if (!json_text(params, "selector", selector, sizeof selector)) return fail(id, -32602, "no selector");
    if (!json_member(params, "arguments", arguments, sizeof arguments)) strcpy(arguments, "{}");
    mark(session, json_integer(params, "number"));
    enum ae_result result = ae_call(session->instance, selector, arguments);
    mark(session, -1);
    if (result == AE_RETURNED) succeed(id, "{}");
    else fail(id, result == AE_UNKNOWN_CALL ? -32021 : -32602, "the port has no such call");
}

/* False after a shutdown (2.8). */
static bool obey(const char *line) {
    static char params[LINE_LIMIT + 1];
    char id[NAME_LIMIT], method[64], name[NAME_LIMIT] = "";
    if (!json_is_valid(line)) return fail("null", -32700, "no JSON"), true;
    if (!json_text(line, "method", method, sizeof method)) return fail("null", -32600, "no request"), true;
    if (!json_member(line, "id", id, sizeof id)) return true; /* no notification means anything in this version */
    if (!json_member(line, "params", params, sizeof params)) strcpy(params, "{}");
    if (strcmp(method, "ping") == 0) return succeed(id, "{}"), true;
    if (strcmp(method, "shutdown") == 0) return succeed(id, "{}"), false;
    if (strcmp(method, "initialize") == 0) return initialize(id, params), true;
    if (!is_initialized) return fail(id, -32002, "before 'initialize'"), true;
    if (strcmp(method, "cancel") == 0) return succeed(id, "{}"), true; /* whatever it was is answered already */
    static const char *known[] = {"session/open", "session/call", "session/barrier", "session/close"};
    int what = 0;
    while (what < 4 && strcmp(method, known[what]) != 0) what++;
    if (what == 4) return fail(id, -32601, "no such method"), true;
    if (!json_member(params, "session", name, sizeof name)) return fail(id, -32602, "no session"), true;
    json_normalise(name); /* one spelling for \u escapes */
    if (what == 0) return open_session(id, name, params), true;
    session *session = find(name);
    if (!session) return fail(id, -32011, "the session is not open"), true;
    if (what == 1) return call(id, session, params), true;
    if (what == 2) return fail(id, -32022, "no 'barrier.executor'"), true;
    ae_close(session->instance);
    session->instance = NULL;
    return succeed(id, "{}"), true;
}

int main(void) {
    static char line[LINE_LIMIT + 3];
    output = fdopen(dup(STDOUT_FILENO), "w");
    dup2(STDERR_FILENO, STDOUT_FILENO); /* what anybody prints goes to standard error from here on (1.4) */
    while (fgets(line, sizeof line, stdin)) {
        if (!strchr(line, '\n') && !feof(stdin)) {
            for (int c = 0; c != '\n' && c != EOF;) c = getchar();
            fail("null", -32003, "the line is too long");
            continue;
        }
        if (line[strspn(line, " \t\r\n")] && !obey(line)) break;
    }
    for (session *session = sessions; session; session = session->next)
        if (session->instance) ae_close(session->instance);
    return 0;
}
