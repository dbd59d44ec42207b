// The baseline of a fan-out: so many requests at once over libcurl and epoll, and nothing done with the answers.
//   fanout ROUNDS [-H LINE]... URL...     prints the median time of a whole fan-out, in microseconds
// LINE is a header line that every request carries.
#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <time.h>

static int epoll;
static long timeout = -1;

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1e6 + time.tv_nsec / 1e3;
}

static int watch(CURL *easy, curl_socket_t socket, int what, void *multi, void *known) {
    (void)easy;
    struct epoll_event event = {.data.fd = socket};
    if (what == CURL_POLL_REMOVE) {
        epoll_ctl(epoll, EPOLL_CTL_DEL, socket, 0);
        curl_multi_assign(multi, socket, 0);
        return 0;
    }
    event.events = (what & CURL_POLL_IN ? EPOLLIN : 0) | (what & CURL_POLL_OUT ? EPOLLOUT : 0);
    if (epoll_ctl(epoll, known ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, socket, &event))
        epoll_ctl(epoll, EPOLL_CTL_MOD, socket, &event);
    curl_multi_assign(multi, socket, (void *)1);
    return 0;
}

static int remind(CURLM *multi, long milliseconds, void *context) {
    (void)multi, (void)context;
    timeout = milliseconds;
    return 0;
}

static size_t drop(char *bytes, size_t size, size_t count, void *context) {
    (void)bytes, (void)context;
    return size * count;
}

static int compare(const void *left, const void *right) {
    double difference = *(const double *)left - *(const double *)right;
    return difference < 0 ? -1 : difference > 0;
}

int main(int count, char **arguments) {
    int rounds = atoi(arguments[1]), first = 2, running;
    struct curl_slist *lines = NULL;
    for (; first + 1 < count && !strcmp(arguments[first], "-H"); first += 2)
        lines = curl_slist_append(lines, arguments[first + 1]);
    int branches = count - first;
    double *times = calloc(rounds, sizeof *times);
    CURL **handles = calloc(branches, sizeof *handles);
    curl_global_init(CURL_GLOBAL_ALL);
    epoll = epoll_create1(0);
    CURLM *multi = curl_multi_init();
    curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, watch);
    curl_multi_setopt(multi, CURLMOPT_SOCKETDATA, multi);
    curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, remind);
    curl_multi_setopt(multi, CURLMOPT_MAXCONNECTS, 256L);
    for (int index = 0; index < branches; index++) {
        handles[index] = curl_easy_init();
        curl_easy_setopt(handles[index], CURLOPT_URL, arguments[index + first]);
        curl_easy_setopt(handles[index], CURLOPT_HTTPHEADER, lines);
        curl_easy_setopt(handles[index], CURLOPT_WRITEFUNCTION, drop);
        curl_easy_setopt(handles[index], CURLOPT_NOSIGNAL, 1L);
        curl_easy_setopt(handles[index], CURLOPT_FAILONERROR, 1L);
    }
    // The first twenty open the connections.
    for (int round = -20; round < rounds; round++) {
        double start = now();
        int left = branches;
        for (int index = 0; index < branches; index++) curl_multi_add_handle(multi, handles[index]);
        timeout = 0;
        while (left > 0) {
            struct epoll_event events[256];
            int ready = timeout == 0 ? 0 : epoll_wait(epoll, events, 256, timeout < 0 ? 1000 : (int)timeout);
            if (ready == 0) {
                timeout = -1;
                curl_multi_socket_action(multi, CURL_SOCKET_TIMEOUT, 0, &running);
            }
            for (int index = 0; index < ready; index++) {
                int mask = (events[index].events & EPOLLIN ? CURL_CSELECT_IN : 0)
                    | (events[index].events & EPOLLOUT ? CURL_CSELECT_OUT : 0);
                curl_multi_socket_action(multi, events[index].data.fd, mask, &running);
            }
            CURLMsg *message;
            int more;
            while ((message = curl_multi_info_read(multi, &more))) {
                if (message->data.result != CURLE_OK) {
                    fprintf(stderr, "%s\n", curl_easy_strerror(message->data.result));
                    return 1;
                }
                curl_multi_remove_handle(multi, message->easy_handle);
                left--;
            }
        }
        if (round >= 0) times[round] = now() - start;
    }
    qsort(times, rounds, sizeof *times, compare);
    printf("%.0f\n", times[rounds / 2]);
    return 0;
}
