#pragma once
#include <curl/curl.h>

#pragma clang assume_nonnull begin

// curl_easy_setopt, curl_easy_getinfo and curl_multi_setopt are variadic: one function for each type of argument.

static inline CURLcode shim_set_long(CURL *easy, CURLoption option, long value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode shim_set_offset(CURL *easy, CURLoption option, curl_off_t value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode shim_set_string(CURL *easy, CURLoption option, const char *_Nullable value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode shim_set_pointer(CURL *easy, CURLoption option, void *_Nullable value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode shim_set_list(CURL *easy, CURLoption option, struct curl_slist *_Nullable value) {
    return curl_easy_setopt(easy, option, value);
}

/// CURLOPT_WRITEFUNCTION and CURLOPT_HEADERFUNCTION.
static inline CURLcode shim_set_receiver(CURL *easy, CURLoption option, curl_write_callback value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode shim_get_long(CURL *easy, CURLINFO info, long *value) {
    return curl_easy_getinfo(easy, info, value);
}

static inline CURLcode shim_get_pointer(CURL *easy, CURLINFO info, void *_Nullable *_Nonnull value) {
    return curl_easy_getinfo(easy, info, value);
}

static inline CURLMcode shim_multi_set_long(CURLM *multi, CURLMoption option, long value) {
    return curl_multi_setopt(multi, option, value);
}

static inline CURLMcode shim_multi_set_pointer(CURLM *multi, CURLMoption option, void *_Nullable value) {
    return curl_multi_setopt(multi, option, value);
}

static inline CURLMcode shim_multi_set_socket(CURLM *multi, curl_socket_callback value) {
    return curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, value);
}

static inline CURLMcode shim_multi_set_timer(CURLM *multi, curl_multi_timer_callback value) {
    return curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, value);
}

/// CURL_GLOBAL_ALL is a macro with a cast.
static inline CURLcode shim_global_init(void) { return curl_global_init(CURL_GLOBAL_ALL); }

/// The release of the library that is used; its argument is a macro.
static inline const char *shim_release(void) { return curl_version_info(CURLVERSION_NOW)->version; }

#pragma clang assume_nonnull end
