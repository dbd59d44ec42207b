#pragma once
// Debian's library is built with ICU and its headers include ICU's, which clash with the copy inside Foundation.
// All that depends on it here are two pointers at the end of a struct that only the library makes.
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED
#include <libxml/HTMLparser.h>
#include <libxml/SAX2.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/tree.h>
#include <libxml/xmlerror.h>
#include <libxml/xmlmemory.h>
#include <libxml/xmlschemas.h>

/// Frees what the library gave to the caller; the library's own name is a variable that holds a function.
static inline void cxml_free(void *_Nullable memory) { xmlFree(memory); }

/// The release of the library that is used; a variable of the library.
static inline const char *_Nonnull cxml_release(void) { return xmlParserVersion; }
