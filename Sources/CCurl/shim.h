#ifndef CCURL_SHIM_H
#define CCURL_SHIM_H

#include <dlfcn.h>
#include <stddef.h>
#include <sys/select.h>

#include <curl/curl.h>

/* The functions of libcurl that are used, found when they are needed first: linked, the library would bring thirty others
   (TLS, HTTP/2, LDAP, Kerberos …) into every start of the program, 4 ms of it. They never change once they are found. */
struct __attribute__((swift_attr("@Sendable"))) ccurl {
  __typeof__(&curl_global_init) global_init;
  __typeof__(&curl_getdate) getdate;
  __typeof__(&curl_slist_append) slist_append;
  __typeof__(&curl_slist_free_all) slist_free_all;
  __typeof__(&curl_easy_init) easy_init;
  __typeof__(&curl_easy_cleanup) easy_cleanup;
  __typeof__(&curl_easy_setopt) easy_setopt;
  __typeof__(&curl_easy_getinfo) easy_getinfo;
  __typeof__(&curl_easy_strerror) easy_strerror;
  __typeof__(&curl_multi_init) multi_init;
  __typeof__(&curl_multi_setopt) multi_setopt;
  __typeof__(&curl_multi_add_handle) multi_add_handle;
  __typeof__(&curl_multi_remove_handle) multi_remove_handle;
  __typeof__(&curl_multi_socket_action) multi_socket_action;
  __typeof__(&curl_multi_info_read) multi_info_read;
};

/* Opens the library and finds all of its functions; NULL, or the reason why not, until the next call of the loader. */
static inline const char *ccurl_open(struct ccurl *curl) {
#ifdef __APPLE__
  void *library = dlopen("libcurl.4.dylib", RTLD_LAZY | RTLD_LOCAL);
#else
  void *library = dlopen("libcurl.so.4", RTLD_LAZY | RTLD_LOCAL);
#endif
  if (library == NULL) return dlerror();
#define CCURL_FIND(field)                                                \
  curl->field = (__typeof__(curl->field))dlsym(library, "curl_" #field); \
  if (curl->field == NULL) return dlerror()
  CCURL_FIND(global_init);
  CCURL_FIND(getdate);
  CCURL_FIND(slist_append);
  CCURL_FIND(slist_free_all);
  CCURL_FIND(easy_init);
  CCURL_FIND(easy_cleanup);
  CCURL_FIND(easy_setopt);
  CCURL_FIND(easy_getinfo);
  CCURL_FIND(easy_strerror);
  CCURL_FIND(multi_init);
  CCURL_FIND(multi_setopt);
  CCURL_FIND(multi_add_handle);
  CCURL_FIND(multi_remove_handle);
  CCURL_FIND(multi_socket_action);
  CCURL_FIND(multi_info_read);
#undef CCURL_FIND
  return NULL;
}

/* Functions of one's own, methods of `ccurl` in Swift. libcurl's setters and getters take a variable argument, which Swift
   cannot call: there is one for each kind of argument. */
#define CCURL_METHOD(name) __attribute__((swift_name("ccurl." name)))

CCURL_METHOD("set_long(self:_:_:_:)")
static inline CURLcode ccurl_set_long(const struct ccurl *curl, CURL *handle, CURLoption option, long value) {
  return curl->easy_setopt(handle, option, value);
}

CCURL_METHOD("set_offset(self:_:_:_:)")
static inline CURLcode ccurl_set_offset(const struct ccurl *curl, CURL *handle, CURLoption option, curl_off_t value) {
  return curl->easy_setopt(handle, option, value);
}

CCURL_METHOD("set_string(self:_:_:_:)")
static inline CURLcode ccurl_set_string(const struct ccurl *curl, CURL *handle, CURLoption option, const char *value) {
  return curl->easy_setopt(handle, option, value);
}

CCURL_METHOD("set_pointer(self:_:_:_:)")
static inline CURLcode ccurl_set_pointer(const struct ccurl *curl, CURL *handle, CURLoption option, const void *value) {
  return curl->easy_setopt(handle, option, value);
}

CCURL_METHOD("set_list(self:_:_:_:)")
static inline CURLcode ccurl_set_list(
    const struct ccurl *curl, CURL *handle, CURLoption option, struct curl_slist *value) {
  return curl->easy_setopt(handle, option, value);
}

CCURL_METHOD("set_write(self:_:_:_:)")
static inline CURLcode ccurl_set_write(
    const struct ccurl *curl, CURL *handle, curl_write_callback callback, void *context) {
  CURLcode code = curl->easy_setopt(handle, CURLOPT_WRITEFUNCTION, callback);
  return code != CURLE_OK ? code : curl->easy_setopt(handle, CURLOPT_WRITEDATA, context);
}

CCURL_METHOD("set_header(self:_:_:_:)")
static inline CURLcode ccurl_set_header(
    const struct ccurl *curl, CURL *handle, curl_write_callback callback, void *context) {
  CURLcode code = curl->easy_setopt(handle, CURLOPT_HEADERFUNCTION, callback);
  return code != CURLE_OK ? code : curl->easy_setopt(handle, CURLOPT_HEADERDATA, context);
}

CCURL_METHOD("set_socket_lifetime(self:_:_:_:_:)")
static inline CURLcode ccurl_set_socket_lifetime(
    const struct ccurl *curl, CURL *handle, curl_sockopt_callback opened, curl_closesocket_callback closing,
    void *context) {
  CURLcode code = curl->easy_setopt(handle, CURLOPT_SOCKOPTFUNCTION, opened);
  if (code == CURLE_OK) code = curl->easy_setopt(handle, CURLOPT_SOCKOPTDATA, context);
  if (code == CURLE_OK) code = curl->easy_setopt(handle, CURLOPT_CLOSESOCKETFUNCTION, closing);
  if (code == CURLE_OK) code = curl->easy_setopt(handle, CURLOPT_CLOSESOCKETDATA, context);
  return code;
}

/* HTTP and HTTPS and nothing else, also if a server or a proxy asks for it. */
CCURL_METHOD("allow_only_http(self:_:)")
static inline CURLcode ccurl_allow_only_http(const struct ccurl *curl, CURL *handle) {
#if LIBCURL_VERSION_NUM >= 0x075500
  return curl->easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https");
#else
  return curl->easy_setopt(handle, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
}

/* Do not wait for a name lookup that hangs when its transfer is given up. */
CCURL_METHOD("leave_lookups_behind(self:_:)")
static inline void ccurl_leave_lookups_behind(const struct ccurl *curl, CURL *handle) {
#if LIBCURL_VERSION_NUM >= 0x075700
  curl->easy_setopt(handle, CURLOPT_QUICK_EXIT, 1L);
#else
  (void)curl;
  (void)handle;
#endif
}

CCURL_METHOD("get_long(self:_:_:)")
static inline long ccurl_get_long(const struct ccurl *curl, CURL *handle, CURLINFO info) {
  long value = 0;
  return curl->easy_getinfo(handle, info, &value) == CURLE_OK ? value : 0;
}

CCURL_METHOD("get_offset(self:_:_:)")
static inline curl_off_t ccurl_get_offset(const struct ccurl *curl, CURL *handle, CURLINFO info) {
  curl_off_t value = 0;
  return curl->easy_getinfo(handle, info, &value) == CURLE_OK ? value : 0;
}

/* What was set as CURLOPT_PRIVATE. */
CCURL_METHOD("get_private(self:_:)")
static inline void *ccurl_get_private(const struct ccurl *curl, CURL *handle) {
  char *value = NULL;
  return curl->easy_getinfo(handle, CURLINFO_PRIVATE, &value) == CURLE_OK ? value : NULL;
}

/* Owned by the handle; NULL when there is none. */
CCURL_METHOD("get_string(self:_:_:)")
static inline const char *ccurl_get_string(const struct ccurl *curl, CURL *handle, CURLINFO info) {
  char *value = NULL;
  return curl->easy_getinfo(handle, info, &value) == CURLE_OK ? value : NULL;
}

CCURL_METHOD("multi_set_long(self:_:_:_:)")
static inline CURLMcode ccurl_multi_set_long(const struct ccurl *curl, CURLM *multi, CURLMoption option, long value) {
  return curl->multi_setopt(multi, option, value);
}

CCURL_METHOD("multi_set_callbacks(self:_:_:_:_:)")
static inline CURLMcode ccurl_multi_set_callbacks(
    const struct ccurl *curl, CURLM *multi, curl_socket_callback socket, curl_multi_timer_callback timer,
    void *context) {
  CURLMcode code = curl->multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, socket);
  if (code == CURLM_OK) code = curl->multi_setopt(multi, CURLMOPT_SOCKETDATA, context);
  if (code == CURLM_OK) code = curl->multi_setopt(multi, CURLMOPT_TIMERFUNCTION, timer);
  if (code == CURLM_OK) code = curl->multi_setopt(multi, CURLMOPT_TIMERDATA, context);
  return code;
}

/* Runs what is due by time; the macro for it does not reach Swift. */
CCURL_METHOD("multi_run_timers(self:_:_:)")
static inline CURLMcode ccurl_multi_run_timers(const struct ccurl *curl, CURLM *multi, int *running) {
  return curl->multi_socket_action(multi, CURL_SOCKET_TIMEOUT, 0, running);
}

/* A macro with a cast, which does not reach Swift. */
static inline long ccurl_basic_authentication(void) { return (long)CURLAUTH_BASIC; }

/* Waits until a socket can be read; 1 if it can, 0 if the time is over or the number too high for select. */
static inline int ccurl_wait_readable(int number, long microseconds) {
  if (number < 0 || number >= FD_SETSIZE) return 0;
  fd_set set;
  FD_ZERO(&set);
  FD_SET(number, &set);
  struct timeval time;
  time.tv_sec = 0;
  time.tv_usec = (int)microseconds;
  return select(number + 1, &set, NULL, NULL, &time) > 0;
}

/* The next finished transfer, or NULL. */
CCURL_METHOD("multi_next_finished(self:_:_:)")
static inline CURL *ccurl_multi_next_finished(const struct ccurl *curl, CURLM *multi, CURLcode *result) {
  int left = 0;
  CURLMsg *message;
  while ((message = curl->multi_info_read(multi, &left)) != NULL) {
    if (message->msg == CURLMSG_DONE) {
      *result = message->data.result;
      return message->easy_handle;
    }
  }
  return NULL;
}

#endif
