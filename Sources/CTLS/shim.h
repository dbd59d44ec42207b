#pragma once
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>

/// Ready for sockets that do not block: a write may end half way and go on from other memory; idle connections hold no
/// buffers. Macros in the library.
static inline void ctls_prepare(SSL_CTX *_Nonnull context) {
    SSL_CTX_set_mode(context, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER | SSL_MODE_RELEASE_BUFFERS);
    SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
    SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_IGNORE_UNEXPECTED_EOF);
}

/// Adds a certificate of the chain, which the context then owns; a macro in the library.
static inline long ctls_add_chain(SSL_CTX *_Nonnull context, X509 *_Nonnull certificate) {
    return SSL_CTX_add0_chain_cert(context, certificate);
}

/// Whether the latest error of this thread is that the peer speaks plain HTTP.
static inline int ctls_is_plain_http(void) {
    return ERR_GET_REASON(ERR_peek_last_error()) == SSL_R_HTTP_REQUEST;
}
