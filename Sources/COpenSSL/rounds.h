#pragma once
#include <limits.h>
#include <openssl/pkcs12.h>
#include <openssl/x509.h>
#include <stdint.h>
#include <string.h>

/// Adds up to 2^62 and no further; neither may be more than that.
static inline int64_t copenssl_sum(int64_t sum, int64_t count) {
    return sum > INT64_MAX / 2 - count ? INT64_MAX / 2 : sum + count;
}

/// The rounds of a derivation, at most 2^61.
static inline int64_t copenssl_count(const ASN1_INTEGER *_Nullable rounds) {
    int64_t count = 0;
    if (!rounds) return 0;
    return ASN1_INTEGER_get_int64(&count, rounds) && count >= 0 && count < INT64_MAX / 4 ? count : INT64_MAX / 4;
}

/// What scrypt does, as rounds: the library limits its memory, and not its time.
static inline int64_t copenssl_scrypt_rounds(int64_t sum, const X509_ALGOR *_Nonnull algorithm) {
    SCRYPT_PARAMS *scrypt = (SCRYPT_PARAMS *)ASN1_TYPE_unpack_sequence(ASN1_ITEM_rptr(SCRYPT_PARAMS), algorithm->parameter);
    if (!scrypt) return sum;
    const ASN1_INTEGER *factors[] = {scrypt->costParameter, scrypt->blockSize, scrypt->parallelizationParameter};
    int64_t rounds = 1;
    for (int index = 0; index < 3; index++) {
        int64_t factor = copenssl_count(factors[index]);
        rounds = factor > 0 && rounds > INT64_MAX / 4 / factor ? INT64_MAX / 4 : rounds * factor;
    }
    SCRYPT_PARAMS_free(scrypt);
    return copenssl_sum(sum, rounds);
}

/// Adds what an algorithm of encryption or of a checksum asks for: PKCS#5's first way has the rounds in its parameter, the
/// second, and PBMAC1, which is written alike, in that of their derivation.
static inline int64_t copenssl_algorithm_rounds(int64_t sum, const X509_ALGOR *_Nonnull algorithm) {
    int kind = OBJ_obj2nid(algorithm->algorithm);
    if (kind != NID_pbes2 && kind != NID_pbmac1) {
        PBEPARAM *first = (PBEPARAM *)ASN1_TYPE_unpack_sequence(ASN1_ITEM_rptr(PBEPARAM), algorithm->parameter);
        if (first) sum = copenssl_sum(sum, copenssl_count(first->iter));
        PBEPARAM_free(first);
        return sum;
    }
    PBE2PARAM *second = (PBE2PARAM *)ASN1_TYPE_unpack_sequence(ASN1_ITEM_rptr(PBE2PARAM), algorithm->parameter);
    if (second && OBJ_obj2nid(second->keyfunc->algorithm) == NID_id_pbkdf2) {
        PBKDF2PARAM *derivation =
            (PBKDF2PARAM *)ASN1_TYPE_unpack_sequence(ASN1_ITEM_rptr(PBKDF2PARAM), second->keyfunc->parameter);
        if (derivation) sum = copenssl_sum(sum, copenssl_count(derivation->iter));
        PBKDF2PARAM_free(derivation);
    } else if (second && OBJ_obj2nid(second->keyfunc->algorithm) == NID_id_scrypt) {
        sum = copenssl_scrypt_rounds(sum, second->keyfunc);
    }
    PBE2PARAM_free(second);
    return sum;
}

/// Adds those of the encrypted keys among bags, which may hold bags; the library reads no more than 30 levels.
static inline int64_t copenssl_bag_rounds(int64_t sum, const STACK_OF(PKCS12_SAFEBAG) * _Nullable bags) {
    for (int index = 0; bags && index < sk_PKCS12_SAFEBAG_num(bags); index++) {
        const PKCS12_SAFEBAG *bag = sk_PKCS12_SAFEBAG_value(bags, index);
        int kind = PKCS12_SAFEBAG_get_nid(bag);
        if (kind == NID_safeContentsBag) sum = copenssl_bag_rounds(sum, PKCS12_SAFEBAG_get0_safes(bag));
        const X509_ALGOR *algorithm = NULL;
        const X509_SIG *key = kind == NID_pkcs8ShroudedKeyBag ? PKCS12_SAFEBAG_get0_pkcs8(bag) : NULL;
        if (key) X509_SIG_get0(key, &algorithm, NULL);
        if (algorithm) sum = copenssl_algorithm_rounds(sum, algorithm);
    }
    return sum;
}

/// How many rounds of derivations it takes to read a PKCS#12 store with a password, its checksum among them; more than
/// `limit` where it is not worth to look further. What is encrypted is decrypted to look into it, once for each way to
/// have no password.
static inline int64_t copenssl_store_rounds(PKCS12 *_Nonnull store, const char *_Nonnull password, int64_t limit) {
    const ASN1_INTEGER *rounds = NULL;
    const X509_ALGOR *checksum = NULL;
    PKCS12_get0_mac(NULL, &checksum, NULL, &rounds, store);
    int64_t sum = copenssl_count(rounds);
    if (checksum) sum = copenssl_algorithm_rounds(sum, checksum);
    STACK_OF(PKCS7) *parts = PKCS12_unpack_authsafes(store);
    for (int index = 0; parts && sum <= limit && index < sk_PKCS7_num(parts); index++) {
        PKCS7 *part = sk_PKCS7_value(parts, index);
        STACK_OF(PKCS12_SAFEBAG) *bags = NULL;
        if (PKCS7_type_is_data(part)) {
            bags = PKCS12_unpack_p7data(part);
        } else if (PKCS7_type_is_encrypted(part) && part->d.encrypted && part->d.encrypted->enc_data->enc_data) {
            sum = copenssl_algorithm_rounds(sum, part->d.encrypted->enc_data->algorithm);
            if (sum > limit) break;
            bags = PKCS12_unpack_p7encdata(part, password, (int)strlen(password));
            if (!bags && !*password) bags = PKCS12_unpack_p7encdata(part, NULL, 0);
        }
        sum = copenssl_bag_rounds(sum, bags);
        sk_PKCS12_SAFEBAG_pop_free(bags, PKCS12_SAFEBAG_free);
    }
    sk_PKCS7_pop_free(parts, PKCS7_free);
    return sum;
}
