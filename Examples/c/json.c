#include "json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *skip_space(const char *at) { return at + strspn(at, " \t\r\n"); }

static const char *skip_string(const char *at) {
    if (*at++ != '"') return NULL;
    while (*at != '"') {
        if ((unsigned char)*at < 0x20) return NULL;
        if (*at == '\\' && (!*++at || (*at == 'u' && strspn(at + 1, "0123456789abcdefABCDEF") < 4))) return NULL;
        at++;
    }
    return at + 1;
}

/* Where the value at `at` ends; null where it is none. */
static const char *skip_value(const char *at, int depth) {
    at = skip_space(at);
    if (depth > 128) return NULL;
    if (*at == '"') return skip_string(at);
    if (*at == '{' || *at == '[') {
        char close = *at == '{' ? '}' : ']';
        at = skip_space(at + 1);
        if (*at == close) return at + 1;
        for (;;) {
            if (close == '}') {
                if (!(at = skip_string(skip_space(at)))) return NULL;
                at = skip_space(at);
                if (*at++ != ':') return NULL;
            }
            if (!(at = skip_value(at, depth + 1))) return NULL;
            at = skip_space(at);
            if (*at == close) return at + 1;
            if (*at++ != ',') return NULL;
        }
    }
    for (const char *const *word = (const char *const[]){"true", "false", "null", NULL}; *word; word++)
        if (strncmp(at, *word, strlen(*word)) == 0) return at + strlen(*word);
    size_t length = strspn(at, "+-.eE0123456789");
    return length ? at + length : NULL;
}

bool json_is_valid(const char *text) {
    const char *end = skip_value(text, 0);
    return end && !*skip_space(end);
}

static int hexadecimal(const char *at) {
    char digits[5] = "";
    strncpy(digits, at, 4);
    return (int)strtol(digits, NULL, 16);
}

static char *put_utf8(char *to, unsigned code) {
    if (code < 0x80) {
        *to++ = (char)code;
    } else if (code < 0x800) {
        *to++ = (char)(0xC0 | code >> 6);
        *to++ = (char)(0x80 | (code & 0x3F));
    } else if (code < 0x10000) {
        *to++ = (char)(0xE0 | code >> 12);
        *to++ = (char)(0x80 | (code >> 6 & 0x3F));
        *to++ = (char)(0x80 | (code & 0x3F));
    } else {
        *to++ = (char)(0xF0 | code >> 18);
        *to++ = (char)(0x80 | (code >> 12 & 0x3F));
        *to++ = (char)(0x80 | (code >> 6 & 0x3F));
        *to++ = (char)(0x80 | (code & 0x3F));
    }
    return to;
}

/* Resolves escapes in place; with `is_json` only those that leave a valid string. */
static void unescape(char *text, bool is_json) {
    char *to = text;
    for (const char *at = text; *at;) {
        if (*at != '\\') {
            *to++ = *at++;
        } else if (at[1] == 'u') {
            unsigned code = (unsigned)hexadecimal(at + 2);
            int length = 6;
            if (code >> 10 == 0x36 && at[6] == '\\' && at[7] == 'u') {
                code = 0x10000 + ((code & 0x3FF) << 10) + ((unsigned)hexadecimal(at + 8) & 0x3FF);
                length = 12;
            }
            if (is_json && (code < 0x20 || code == '"' || code == '\\')) {
                memmove(to, at, 6);
                to += 6;
                at += 6;
            } else {
                to = put_utf8(to, code);
                at += length;
            }
        } else if (is_json) {
            *to++ = *at++;
            *to++ = *at++;
        } else {
            const char *const names = "bfnrt";
            const char *name = strchr(names, at[1]);
            *to++ = name ? "\b\f\n\r\t"[name - names] : at[1];
            at += 2;
        }
    }
    *to = 0;
}

void json_normalise(char *string) { unescape(string, true); }

bool json_member(const char *object, const char *name, char *into, size_t size) {
    const char *at = skip_space(object);
    if (*at++ != '{') return false;
    for (at = skip_space(at); *at == '"'; at = skip_space(at + 1)) {
        const char *end = skip_string(at);
        if (!end) return false;
        bool is_meant = (size_t)(end - at - 2) == strlen(name) && strncmp(at + 1, name, strlen(name)) == 0;
        const char *value = skip_space(end);
        if (*value++ != ':') return false;
        value = skip_space(value);
        if (!(end = skip_value(value, 0))) return false;
        if (is_meant) {
            size_t length = (size_t)(end - value);
            if (length >= size || strncmp(value, "null", 4) == 0) return false;
            memcpy(into, value, length);
            into[length] = 0;
            return true;
        }
        at = skip_space(end);
        if (*at != ',') return false;
    }
    return false;
}

bool json_text(const char *object, const char *name, char *into, size_t size) {
    if (!json_member(object, name, into, size) || *into != '"') return false;
    memmove(into, into + 1, strlen(into));
    into[strlen(into) - 1] = 0;
    unescape(into, false);
    return true;
}

long json_integer(const char *object, const char *name) {
    char text[32];
    return json_member(object, name, text, sizeof text) ? atol(text) : 0;
}
