#ifndef CCURL_SHIM_H
#define CCURL_SHIM_H

#include <sys/select.h>

#include <curl/curl.h>

/* libcurl's setters and getters take a variable argument, which Swift cannot call: one wrapper for each kind of argument. */

static inline CURLcode ccurl_set_long(CURL *handle, CURLoption option, long value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode ccurl_set_offset(CURL *handle, CURLoption option, curl_off_t value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode ccurl_set_string(CURL *handle, CURLoption option, const char *value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode ccurl_set_pointer(CURL *handle, CURLoption option, const void *value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode ccurl_set_list(CURL *handle, CURLoption option, struct curl_slist *value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode ccurl_set_write(CURL *handle, curl_write_callback callback, void *context) {
  CURLcode code = curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, callback);
  return code != CURLE_OK ? code : curl_easy_setopt(handle, CURLOPT_WRITEDATA, context);
}

static inline CURLcode ccurl_set_header(CURL *handle, curl_write_callback callback, void *context) {
  CURLcode code = curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, callback);
  return code != CURLE_OK ? code : curl_easy_setopt(handle, CURLOPT_HEADERDATA, context);
}

static inline CURLcode ccurl_set_socket_lifetime(
    CURL *handle, curl_sockopt_callback opened, curl_closesocket_callback closing, void *context) {
  CURLcode code = curl_easy_setopt(handle, CURLOPT_SOCKOPTFUNCTION, opened);
  if (code == CURLE_OK) code = curl_easy_setopt(handle, CURLOPT_SOCKOPTDATA, context);
  if (code == CURLE_OK) code = curl_easy_setopt(handle, CURLOPT_CLOSESOCKETFUNCTION, closing);
  if (code == CURLE_OK) code = curl_easy_setopt(handle, CURLOPT_CLOSESOCKETDATA, context);
  return code;
}

/* HTTP and HTTPS and nothing else, also if a server or a proxy asks for it. */
static inline CURLcode ccurl_allow_only_http(CURL *handle) {
#if LIBCURL_VERSION_NUM >= 0x075500
  return curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https");
#else
  return curl_easy_setopt(handle, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
}

/* Do not wait for a name lookup that hangs when its transfer is given up. */
static inline void ccurl_leave_lookups_behind(CURL *handle) {
#if LIBCURL_VERSION_NUM >= 0x075700
  curl_easy_setopt(handle, CURLOPT_QUICK_EXIT, 1L);
#else
  (void)handle;
#endif
}

static inline long ccurl_get_long(CURL *handle, CURLINFO info) {
  long value = 0;
  return curl_easy_getinfo(handle, info, &value) == CURLE_OK ? value : 0;
}

static inline curl_off_t ccurl_get_offset(CURL *handle, CURLINFO info) {
  curl_off_t value = 0;
  return curl_easy_getinfo(handle, info, &value) == CURLE_OK ? value : 0;
}

/* What was set as CURLOPT_PRIVATE. */
static inline void *ccurl_get_private(CURL *handle) {
  char *value = NULL;
  return curl_easy_getinfo(handle, CURLINFO_PRIVATE, &value) == CURLE_OK ? value : NULL;
}

/* Owned by the handle; NULL when there is none. */
static inline const char *ccurl_get_string(CURL *handle, CURLINFO info) {
  char *value = NULL;
  return curl_easy_getinfo(handle, info, &value) == CURLE_OK ? value : NULL;
}

static inline CURLMcode ccurl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
  return curl_multi_setopt(multi, option, value);
}

static inline CURLMcode ccurl_multi_set_callbacks(
    CURLM *multi, curl_socket_callback socket, curl_multi_timer_callback timer, void *context) {
  CURLMcode code = curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, socket);
  if (code == CURLM_OK) code = curl_multi_setopt(multi, CURLMOPT_SOCKETDATA, context);
  if (code == CURLM_OK) code = curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, timer);
  if (code == CURLM_OK) code = curl_multi_setopt(multi, CURLMOPT_TIMERDATA, context);
  return code;
}

/* Runs what is due by time; the macro for it does not reach Swift. */
static inline CURLMcode ccurl_multi_run_timers(CURLM *multi, int *running) {
  return curl_multi_socket_action(multi, CURL_SOCKET_TIMEOUT, 0, running);
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
static inline CURL *ccurl_multi_next_finished(CURLM *multi, CURLcode *result) {
  int left = 0;
  CURLMsg *message;
  while ((message = curl_multi_info_read(multi, &left)) != NULL) {
    if (message->msg == CURLMSG_DONE) {
      *result = message->data.result;
      return message->easy_handle;
    }
  }
  return NULL;
}

#endif
