#!/bin/sh
# Lets libFuzzer, with AddressSanitizer, look for texts that tokens, configurations, pages or keys are wrong about, and what else comes in:
# HTTP heads, lines of adapters and traces, files in YAML, requests to the control API and to the service providers.
# usage: Tests/TokenFuzzer/fuzz.sh [SECONDS [PROPERTY...]]        so many seconds in all, six properties at a time; 60 when none are given
#        Tests/TokenFuzzer/fuzz.sh build                         only builds what the other needs
# What it finds stays in .build/fuzz/finds; what it learns is kept for the next time in .build/fuzz/corpus.
set -eu
cd "$(dirname "$0")/../.."
seconds=${1:-60}
[ $# -gt 0 ] && shift
[ $# -gt 0 ] || set -- token signature configuration page key date head line trace yaml control service

library=$(find "$(dirname "$(readlink -f "$(command -v swiftc)")")/../lib/clang" \
    -name 'libclang_rt.fuzzer_no_main-*.a' -path "*linux*" 2>/dev/null | grep "$(uname -m)" | head -n 1)
if [ -z "$library" ]; then
    [ "$seconds" != build ] || exit 0
    echo "this toolchain has no libFuzzer: tests damage texts at random instead"
    ASSAY_FUZZ_SECONDS=$seconds exec swift test ${WHOLE-} --filter FuzzTests
fi

build="--scratch-path .build/fuzz -c release --product TokenFuzzer --sanitize=address
    -Xswiftc -sanitize-coverage=edge,inline-8bit-counters,pc-table,trace-cmp"
mkdir -p .build
ASSAY_LIBFUZZER=1 swift build $build -Xlinker "$library" -Xlinker -lstdc++ >.build/fuzz.log 2>&1 || {
    cat .build/fuzz.log
    exit 1
}
[ "$seconds" != build ] || exit 0
program=$(ASSAY_LIBFUZZER=1 swift build $build --show-bin-path)/TokenFuzzer

at_once=6
each=$((seconds * (at_once < $# ? at_once : $#) / $#))

# No text may take a minute, however busy the machine, nor 50 MB at once.
fuzz() {
    mkdir -p ".build/fuzz/corpus/$1" .build/fuzz/finds
    if SWIFT_BACKTRACE=enable=no ASAN_OPTIONS=detect_leaks=0:malloc_context_size=2:quarantine_size_mb=32 "$program" "$1" \
        -max_total_time="$each" -timeout=60 -malloc_limit_mb=50 -rss_limit_mb=1024 -max_len=4096 \
        -detect_leaks=0 -print_final_stats=1 -dict=Tests/TokenFuzzer/words.txt \
        -artifact_prefix=".build/fuzz/finds/$1-" ".build/fuzz/corpus/$1" \
        "Tests/TokenFuzzer/Seeds/$1" >".build/fuzz/$1.log" 2>&1 </dev/null
    then
        rounds=$(sed -n 's/^stat::number_of_executed_units: *//p' ".build/fuzz/$1.log")
        echo "$1: $rounds texts in $each s, nothing found"
    else
        touch .build/fuzz/failed
        tail -n 40 ".build/fuzz/$1.log"
        echo "$1: found something, see .build/fuzz/finds; once more: $program $1 FILE"
    fi
}

rm -f .build/fuzz/failed
while [ $# -gt 0 ]; do
    for _ in $(seq $at_once); do
        [ $# -gt 0 ] || break
        fuzz "$1" &
        shift
    done
    wait
done
[ ! -e .build/fuzz/failed ]
