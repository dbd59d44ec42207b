#pragma once
#include "rounds.h"
#include <openssl/bio.h>
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/pem.h>
#include <openssl/pkcs12.h>
#include <openssl/rand.h>
#include <openssl/rsa.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

/// Makes an RSA key pair of so many bits; the function behind the macro is variadic.
static inline EVP_PKEY *_Nullable copenssl_rsa_generate(size_t bits) {
    return EVP_PKEY_Q_keygen(NULL, NULL, "RSA", bits);
}

/// The bytes a memory BIO holds; a macro in the library. The memory stays the BIO's.
static inline size_t copenssl_bio_bytes(BIO *_Nonnull bio, const unsigned char *_Nullable *_Nonnull bytes) {
    char *start = NULL;
    long count = BIO_get_mem_data(bio, &start);
    *bytes = (const unsigned char *)start;
    return count < 0 ? 0 : (size_t)count;
}

/// Whether the key is an RSA key; a macro in some versions of the library.
static inline int copenssl_is_rsa(const EVP_PKEY *_Nonnull key) { return EVP_PKEY_is_a(key, "RSA"); }

/// Whether the public exponent of an RSA key is one that RSA has: odd, more than 1, and below 2^256 (FIPS 186-5), because one of
/// the size of the modulus may be as good as 1.
static inline int copenssl_has_rsa_exponent(const EVP_PKEY *_Nonnull key) {
    BIGNUM *exponent = NULL;
    int is_sound = EVP_PKEY_get_bn_param(key, OSSL_PKEY_PARAM_RSA_E, &exponent) == 1 && BN_is_odd(exponent) &&
                   !BN_is_one(exponent) && !BN_is_negative(exponent) && BN_num_bits(exponent) <= 256;
    BN_free(exponent);
    return is_sound;
}

/// The first of a stack of certificates, still owned by the stack; stacks are macros in the library.
static inline X509 *_Nullable copenssl_first_certificate(STACK_OF(X509) *_Nullable stack) {
    return stack && sk_X509_num(stack) > 0 ? sk_X509_value(stack, 0) : NULL;
}

/// Frees a stack of certificates and what is in it.
static inline void copenssl_free_certificates(STACK_OF(X509) *_Nullable stack) {
    if (stack) sk_X509_pop_free(stack, X509_free);
}
