#pragma once
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
