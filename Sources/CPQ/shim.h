#ifndef CPQ_SHIM_H
#define CPQ_SHIM_H

#include <dlfcn.h>
#include <stddef.h>

/* A choice of a connection as PQconninfoParse gives it (PQconninfoOption, the same since PostgreSQL 9). */
struct cpq_option {
  char *keyword, *envvar, *compiled, *value, *label, *display;
  int display_size;
};

/* The functions of libpq (libpq-fe.h, the same since PostgreSQL 10) that are used, found when they are needed first: few
   commands use a server, and linked the library would be opened at every start, with those for Kerberos and LDAP. */
struct cpq {
  void *(*connect)(const char *const *keywords, const char *const *values, int expands_name);
  void (*finish)(void *connection);
  int (*status)(const void *connection);
  int (*transaction_status)(const void *connection);
  char *(*error)(const void *connection);
  int (*socket)(const void *connection);
  int (*server_version)(const void *connection);
  int (*set_nonblocking)(void *connection, int flag);
  int (*flush)(void *connection);
  int (*consume)(void *connection);
  int (*is_busy)(void *connection);
  int (*send_query)(void *connection, const char *sql);
  int (*send_prepare)(void *connection, const char *name, const char *sql, int count, const unsigned int *types);
  int (*send_params)(
    void *connection, const char *sql, int count, const unsigned int *types, const char *const *values,
    const int *lengths, const int *formats, int result_format);
  int (*send_prepared)(
    void *connection, const char *name, int count, const char *const *values, const int *lengths, const int *formats,
    int result_format);
  int (*put)(void *connection, const char *bytes, int count);
  int (*put_end)(void *connection, const char *error);
  void *(*result)(void *connection);
  int (*result_status)(const void *result);
  char *(*result_field)(const void *result, int code);
  char *(*command_status)(void *result);
  char *(*changed_rows)(void *result);
  int (*rows)(const void *result);
  int (*columns)(const void *result);
  char *(*column_name)(const void *result, int column);
  unsigned int (*column_type)(const void *result, int column);
  char *(*value)(const void *result, int row, int column);
  int (*length)(const void *result, int row, int column);
  int (*is_null)(const void *result, int row, int column);
  void (*clear)(void *result);
  struct cpq_option *(*parse)(const char *text, char **error);
  void (*free_options)(struct cpq_option *options);
  void (*free_memory)(void *memory);
  void *(*set_receiver)(void *connection, void (*receiver)(void *argument, const void *result), void *argument);
};

/* What is counted on of libpq's enumerations. */
enum {
  CPQ_CONNECTION_OK = 0,
  CPQ_COMMAND_OK = 1,
  CPQ_TUPLES_OK = 2,
  CPQ_COPY_IN = 4,
  CPQ_FATAL_ERROR = 7,
  CPQ_IDLE = 0,
  CPQ_FIELD_SQLSTATE = 'C',
  CPQ_FIELD_MESSAGE = 'M'
};

static inline void cpq_ignore(void *argument, const void *result) {
  (void)argument;
  (void)result;
}

/* Sees to it that notices, which libpq writes to standard error, are left out. */
static inline void cpq_silence(struct cpq pq, void *connection) {
  pq.set_receiver(connection, cpq_ignore, NULL);
}

/* Opens the library and finds all of its functions; 0 if it is not there or lacks one. */
static inline int cpq_open(struct cpq *pq) {
  void *library = dlopen("libpq.so.5", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) library = dlopen("libpq.5.dylib", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return 0;
#define CPQ_FIND(field, name)                              \
  pq->field = (__typeof__(pq->field))dlsym(library, name); \
  if (pq->field == NULL) return 0
  CPQ_FIND(connect, "PQconnectdbParams");
  CPQ_FIND(finish, "PQfinish");
  CPQ_FIND(status, "PQstatus");
  CPQ_FIND(transaction_status, "PQtransactionStatus");
  CPQ_FIND(error, "PQerrorMessage");
  CPQ_FIND(socket, "PQsocket");
  CPQ_FIND(server_version, "PQserverVersion");
  CPQ_FIND(set_nonblocking, "PQsetnonblocking");
  CPQ_FIND(flush, "PQflush");
  CPQ_FIND(consume, "PQconsumeInput");
  CPQ_FIND(is_busy, "PQisBusy");
  CPQ_FIND(send_query, "PQsendQuery");
  CPQ_FIND(send_prepare, "PQsendPrepare");
  CPQ_FIND(send_params, "PQsendQueryParams");
  CPQ_FIND(send_prepared, "PQsendQueryPrepared");
  CPQ_FIND(put, "PQputCopyData");
  CPQ_FIND(put_end, "PQputCopyEnd");
  CPQ_FIND(result, "PQgetResult");
  CPQ_FIND(result_status, "PQresultStatus");
  CPQ_FIND(result_field, "PQresultErrorField");
  CPQ_FIND(command_status, "PQcmdStatus");
  CPQ_FIND(changed_rows, "PQcmdTuples");
  CPQ_FIND(rows, "PQntuples");
  CPQ_FIND(columns, "PQnfields");
  CPQ_FIND(column_name, "PQfname");
  CPQ_FIND(column_type, "PQftype");
  CPQ_FIND(value, "PQgetvalue");
  CPQ_FIND(length, "PQgetlength");
  CPQ_FIND(is_null, "PQgetisnull");
  CPQ_FIND(clear, "PQclear");
  CPQ_FIND(parse, "PQconninfoParse");
  CPQ_FIND(free_options, "PQconninfoFree");
  CPQ_FIND(free_memory, "PQfreemem");
  CPQ_FIND(set_receiver, "PQsetNoticeReceiver");
#undef CPQ_FIND
  return 1;
}

#endif
