#pragma once
#include <stddef.h>
#include <stdint.h>

/// libFuzzer's own driver, as https://llvm.org/docs/LibFuzzer.html has it.
int LLVMFuzzerRunDriver(int *_Nonnull argc, char *_Nullable *_Nonnull *_Nonnull argv,
                        int (*_Nonnull one)(const uint8_t *_Nullable bytes, size_t count));
