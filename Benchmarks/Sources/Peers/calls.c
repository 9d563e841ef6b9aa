#include "peers.h"

#include <curl/curl.h>
#include <pthread.h>
#include <stdlib.h>

struct peer_caller {
  CURL *easy;
  struct curl_slist *headers;
};

static size_t discard(char *bytes, size_t size, size_t count, void *context) {
  (void)bytes;
  (void)context;
  return size * count;
}

peer_caller *peer_caller_new(const char *url, const char *body) {
  peer_caller *caller = calloc(1, sizeof *caller);
  if (caller == NULL) return NULL;
  caller->easy = curl_easy_init();
  caller->headers = curl_slist_append(NULL, "Content-Type: application/json");
  if (caller->easy == NULL || caller->headers == NULL) {
    peer_caller_free(caller);
    return NULL;
  }
  curl_easy_setopt(caller->easy, CURLOPT_URL, url);
  curl_easy_setopt(caller->easy, CURLOPT_HTTPHEADER, caller->headers);
  curl_easy_setopt(caller->easy, CURLOPT_COPYPOSTFIELDS, body);
  curl_easy_setopt(caller->easy, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(caller->easy, CURLOPT_WRITEFUNCTION, discard);
  return caller;
}

bool peer_caller_call(peer_caller *caller, long count) {
  for (long i = 0; i < count; i++) {
    if (curl_easy_perform(caller->easy) != CURLE_OK) return false;
  }
  return true;
}

void peer_caller_free(peer_caller *caller) {
  if (caller == NULL) return;
  if (caller->easy != NULL) curl_easy_cleanup(caller->easy);
  curl_slist_free_all(caller->headers);
  free(caller);
}

struct job {
  pthread_t thread;
  peer_caller *caller;
  long count;
  bool done;
};

static void *work(void *context) {
  struct job *job = context;
  job->done = peer_caller_call(job->caller, job->count);
  return NULL;
}

bool peer_call_at_once(peer_caller *const *callers, int width, long count) {
  struct job *jobs = calloc((size_t)width, sizeof *jobs);
  if (jobs == NULL) return false;
  int started = 0;
  while (started < width) {
    jobs[started].caller = callers[started];
    jobs[started].count = count;
    if (pthread_create(&jobs[started].thread, NULL, work, &jobs[started]) != 0) break;
    started++;
  }
  bool done = started == width;
  for (int i = 0; i < started; i++) {
    pthread_join(jobs[i].thread, NULL);
    done = done && jobs[i].done;
  }
  free(jobs);
  return done;
}
