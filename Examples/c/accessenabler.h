/* What the adapter needs of a port of AccessEnabler that can be called from C.
 *
 * A port in C++, Rust or Kotlin/Native is put behind these functions, and adapter.c makes an adapter of it. They are called from
 * one thread, the adapter's, and must not wait for the network. Callbacks may come on any thread, during a call or at
 * any other time, until ae_close has returned.
 */
#ifndef ACCESSENABLER_H
#define ACCESSENABLER_H

typedef struct ae_instance ae_instance;

/* A callback: its selector, and its arguments as a JSON object (adapter-protocol.md, section 6). */
typedef void (*ae_callback)(void *context, const char *selector, const char *arguments_json);

extern const char ae_name[], ae_version[];
/* The selectors of the calls that the port implements and of its callbacks, as JSON arrays. */
extern const char ae_calls_json[], ae_callbacks_json[];

/* Makes an instance; null where it cannot be configured so. `configuration_json` is that of session/open. */
ae_instance *ae_open(const char *configuration_json, ae_callback callback, void *context);

enum ae_result { AE_RETURNED, AE_UNKNOWN_CALL, AE_WRONG_ARGUMENTS };

/* Makes a call with the arguments in a JSON object. */
enum ae_result ae_call(ae_instance *instance, const char *selector, const char *arguments_json);

/* Ends the instance. No callback comes after it has returned. */
void ae_close(ae_instance *instance);

#endif
