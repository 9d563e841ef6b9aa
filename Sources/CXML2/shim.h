#ifndef CXML2_SHIM_H
#define CXML2_SHIM_H

#include <dlfcn.h>
#include <stddef.h>

/* The functions of libxml2's reader (libxml/xmlreader.h, the same since 2.6) that are used, found when they are needed
   first: few commands read XML, and linked the library would be opened at every start, ICU's data with it. */
struct cxml2 {
  void (*init_parser)(void);
  void *(*reader_for_memory)(const char *bytes, int count, const char *url, const char *encoding, int options);
  int (*read)(void *reader);
  int (*node_type)(void *reader);
  const unsigned char *(*name)(void *reader);
  const unsigned char *(*value)(void *reader);
  int (*is_empty)(void *reader);
  int (*next_attribute)(void *reader);
  int (*move_to_element)(void *reader);
  void (*free_reader)(void *reader);
  void (*set_generic_error)(void *context, void (*handler)(void *context, const char *format, ...));
};

/* Options of the reader: no network, no word on standard error, CDATA as text. */
enum { CXML2_OPTIONS = 1 << 5 | 1 << 6 | 1 << 11 | 1 << 14 };

/* Says nothing of an error. */
static inline void cxml2_say_nothing(void *context, const char *format, ...) {
  (void)context;
  (void)format;
}

/* Keeps the library from writing to standard error on this thread: of some errors of encodings it would whatever the options
   say, with bytes of the document. */
static inline void cxml2_be_quiet(const struct cxml2 *xml) { xml->set_generic_error(NULL, cxml2_say_nothing); }

/* Opens the library, finds all of its functions and makes it ready for any thread; 0 if it is not there or lacks one. */
static inline int cxml2_open(struct cxml2 *xml) {
  void *library = dlopen("libxml2.so.2", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) library = dlopen("libxml2.so.16", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) library = dlopen("libxml2.2.dylib", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return 0;
#define CXML2_FIND(field, name)                              \
  xml->field = (__typeof__(xml->field))dlsym(library, name); \
  if (xml->field == NULL) return 0
  CXML2_FIND(init_parser, "xmlInitParser");
  CXML2_FIND(reader_for_memory, "xmlReaderForMemory");
  CXML2_FIND(read, "xmlTextReaderRead");
  CXML2_FIND(node_type, "xmlTextReaderNodeType");
  CXML2_FIND(name, "xmlTextReaderConstName");
  CXML2_FIND(value, "xmlTextReaderConstValue");
  CXML2_FIND(is_empty, "xmlTextReaderIsEmptyElement");
  CXML2_FIND(next_attribute, "xmlTextReaderMoveToNextAttribute");
  CXML2_FIND(move_to_element, "xmlTextReaderMoveToElement");
  CXML2_FIND(free_reader, "xmlFreeTextReader");
  CXML2_FIND(set_generic_error, "xmlSetGenericErrorFunc");
#undef CXML2_FIND
  xml->init_parser();
  return 1;
}

#endif
