#pragma once
#if defined(__linux__)
#include <sys/epoll.h>
#include <sys/eventfd.h>
#endif
