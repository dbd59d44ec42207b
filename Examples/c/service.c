#define _GNU_SOURCE
#include "service.h"
#include "json.h"

#include <ctype.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

static const char user_agent[] = "AccessEnabler.c/1.0";
static const char own_device[] = "{\"model\":\"C\",\"osName\":\"iOS\",\"vendor\":\"Apple\",\"applicationId\":\"example\"}";

static void append_encoded(char *to, size_t size, const char *text) {
    size_t at = strlen(to);
    for (; *text && at + 4 < size; text++) {
        if (isalnum((unsigned char)*text) || strchr("-._~", *text)) to[at++] = *text;
        else at += (size_t)snprintf(to + at, 4, "%%%02X", (unsigned char)*text);
    }
    to[at] = 0;
}

static void base64(const char *text, char *to) {
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t length = strlen(text); length; length -= length < 3 ? length : 3, text += 3) {
        unsigned bits = (unsigned)(unsigned char)text[0] << 16;
        if (length > 1) bits |= (unsigned)(unsigned char)text[1] << 8;
        if (length > 2) bits |= (unsigned char)text[2];
        for (unsigned index = 0; index < 4; index++)
            *to++ = index > length ? '=' : letters[bits >> (18 - 6 * index) & 63];
    }
    *to = 0;
}

/* Everything that the other side sends until it hangs up; null where nobody is there. */
static char *exchange(const char *host, const char *port, const char *request) {
    struct addrinfo hints = {.ai_family = AF_INET, .ai_socktype = SOCK_STREAM}, *address;
    if (getaddrinfo(host, port, &hints, &address) != 0) return NULL;
    int descriptor = socket(address->ai_family, address->ai_socktype, 0);
    struct timeval patience = {.tv_sec = 30};
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    bool is_there = connect(descriptor, address->ai_addr, address->ai_addrlen) == 0
                    && send(descriptor, request, strlen(request), MSG_NOSIGNAL) == (ssize_t)strlen(request);
    freeaddrinfo(address);
    size_t length = 0, size = 65536;
    char *reply = is_there ? malloc(size + 1) : NULL;
    for (ssize_t count; reply && (count = recv(descriptor, reply + length, size - length, 0)) > 0;) {
        length += (size_t)count;
        if (length == size) reply = realloc(reply, (size *= 2) + 1);
    }
    if (reply) reply[length] = 0;
    close(descriptor);
    return reply;
}

/* The status of a request and, in `body`, what came with it, for the caller to free; 0 where no whole reply came. */
static int ask(
    const char *url, const struct service_options *options, const char *method, const char *path, const char *type,
    const char *content, const char *token, char **body) {
    char host[256] = "", port[8] = "80", query[2048] = "", device[2048], *request;
    sscanf(url, "http://%255[^:/]:%7[0-9]", host, port);
    if (*options->visitor) append_encoded(strcat(query, "&ap_vi="), sizeof query, options->visitor);
    if (*options->profile) append_encoded(strcat(query, "&application_profile="), sizeof query, options->profile);
    if (*query) *query = '?';
    if (*options->device_info) strcpy(device, options->device_info);
    else base64(own_device, device);
    bool is_whole = 0 <= asprintf(
        &request,
        "%s %s%s HTTP/1.1\r\nHost: %s:%s\r\nConnection: close\r\nUser-Agent: %s\r\nAccept: */*\r\nX-Device-Info: %s\r\n"
        "%s%s%s%s%s%sContent-Length: %zu\r\n\r\n%s",
        method, path, query, host, port, user_agent, device, *token ? "Authorization: Bearer " : "", token,
        *token ? "\r\nap_42: anonymous\r\nap_11: iOS\r\nap_z: AccessEnabler.c/1.0\r\n" : "", *type ? "Content-Type: " : "",
        type, *type ? "\r\n" : "", strlen(content), content);
    if (!is_whole) abort();
    char *reply = exchange(host, port, request);
    free(request);
    char *end = reply ? strstr(reply, "\r\n\r\n") : NULL;
    int status = 0;
    if (end && sscanf(reply, "HTTP/1.%*c %d", &status) == 1) {
        char *length = strcasestr(reply, "\r\ncontent-length:");
        if (length && length < end && strlen(end + 4) < strtoul(length + 17, NULL, 10)) status = 0;
        *body = strdup(end + 4);
    } else {
        *body = strdup("");
    }
    free(reply);
    return status;
}

/* Whether every element that begins also ends. */
static bool is_well_formed(const char *at) {
    const char *open[64];
    size_t lengths[64], depth = 0, count = 0;
    while ((at = strchr(at, '<'))) {
        const char *end = strchr(at, '>');
        if (!end) return false;
        const char *name = at + 1 + (at[1] == '/');
        size_t length = strcspn(name, " \t\r\n/>");
        if (at[1] == '/') {
            if (!depth || lengths[depth - 1] != length || strncmp(open[depth - 1], name, length) != 0) return false;
            depth--;
        } else if (at[1] != '?' && at[1] != '!' && end[-1] != '/') {
            if (depth == 64) return false;
            open[depth] = name;
            lengths[depth++] = length;
            count++;
        }
        at = end;
    }
    return count && !depth;
}

static bool is_configuration(const char *text, const char *requestor) {
    const char *found = strstr(text, "<requestor>");
    const char *id = found ? strstr(found, "<id>") : NULL;
    return is_well_formed(text) && id && strncmp(id + 4, requestor, strlen(requestor)) == 0
           && strncmp(id + 4 + strlen(requestor), "</id>", 5) == 0 && strstr(text, "<mvpds");
}

static bool refuse(struct service_error *error, int status, const char *id) {
    if (id && status >= 400 && status < 500) snprintf(error->id, sizeof error->id, "%s", id);
    else snprintf(error->id, sizeof error->id, "CFG%d", status == 400 || status == 404 || status >= 500 ? status : 404);
    snprintf(error->message, sizeof error->message, "status %d", status);
    return false;
}

static bool authorize(
    const char *url, const char *statement, const struct service_options *options, char token[1024],
    struct service_error *error) {
    char form[4096], client[1024], secret[1024], *content = malloc(strlen(statement) + 64), *body;
    sprintf(content, "{\"software_statement\":\"%s\"}", statement);
    int status = ask(url, options, "POST", "/o/client/register", "application/json", content, "", &body);
    free(content);
    bool is_client = status / 100 == 2 && json_text(body, "client_id", client, sizeof client)
                     && json_text(body, "client_secret", secret, sizeof secret);
    free(body);
    if (!is_client) return refuse(error, status, "R400");
    append_encoded(strcpy(form, "grant_type=client_credentials&client_id="), sizeof form, client);
    append_encoded(strcat(form, "&client_secret="), sizeof form, secret);
    status = ask(url, options, "POST", "/o/client/token", "application/x-www-form-urlencoded", form, "", &body);
    bool is_token = status / 100 == 2 && json_text(body, "access_token", token, 1024);
    free(body);
    return is_token ? true : refuse(error, status, "R401");
}

bool service_configure(
    const char *url, const char *statement, const char *requestor, const struct service_options *options, char token[1024],
    struct service_error *error) {
    char path[1024] = "/adobe-services/config/", *body;
    if (!*token && !authorize(url, statement, options, token, error)) return false;
    append_encoded(path, sizeof path, requestor);
    int status = ask(url, options, "GET", path, "", "", token, &body);
    /* The access token is over: once more with a new one. */
    if (status == 401) {
        free(body);
        if (!authorize(url, statement, options, token, error)) return false;
        status = ask(url, options, "GET", path, "", "", token, &body);
    }
    bool is_there = status / 100 == 2 && is_configuration(body, requestor);
    free(body);
    return is_there ? true : refuse(error, status / 100 == 2 ? 0 : status, NULL);
}
