/* As much of JSON as the adapter needs: members are copied out of a text, as text. Ten functions of another library do as well. */
#ifndef JSON_H
#define JSON_H

#include <stdbool.h>
#include <stddef.h>

/* Whether the text is one JSON value and nothing else. */
bool json_is_valid(const char *text);

/* Copies the member of an object as JSON; false where it is not there, is null, or does not fit. */
bool json_member(const char *object, const char *name, char *into, size_t size);

/* The same for a string, without its quotation marks and with its escapes resolved. */
bool json_text(const char *object, const char *name, char *into, size_t size);

/* An integer member; 0 where it is not there. */
long json_integer(const char *object, const char *name);

/* Resolves the escapes \u of a string in JSON in place, but for those of `"`, `\` and control characters. */
void json_normalise(char *string);

#endif
