/* One service provider over HTTP/1.1, as much of it as the configuration needs. Every function waits for the network. */
#ifndef SERVICE_H
#define SERVICE_H

#include <stdbool.h>

/* What an application has set for all requests; empty where it has not. */
struct service_options {
    char visitor[256], profile[256], device_info[1024];
};

/* Why there is no configuration: what `status:` reports of it (AE-REQ-023, AE-REQ-024, AE-INIT-012). */
struct service_error {
    char id[16], message[128];
};

/* Registers the application with its statement and asks for the configuration of the requestor (2.2, 2.3, 1.1).
 *
 * `token` keeps the access token from one request to the next, and is empty at first. */
bool service_configure(
    const char *url, const char *statement, const char *requestor, const struct service_options *options, char token[1024],
    struct service_error *error);

#endif
