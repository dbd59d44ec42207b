#!/bin/sh
# Whether a correct port ever fails: gated sessions of the race, by the thousand, on a machine that is busy.
#
# usage: soak.sh [SESSIONS [BUSY]]     sessions of each port (20000), busy processes beside them (8)
#
# For the reference and the Python port no session may fail, and at most one in a hundred may stay inconclusive.
set -eu
cd "$(dirname "$0")/../.."

sessions=${1:-20000}
busy=${2:-8}
assay=${ASSAY:-.build/release/assay}
folder=$(mktemp -d)
idle=
finish() {
    for process in $idle; do kill "$process" 2>/dev/null || true; done
    rm -rf "$folder"
}
trap finish EXIT
trap 'exit 130' INT TERM

for _ in $(seq "$busy"); do
    sh -c 'while :; do :; done' &
    idle="$idle $!"
done

# How often an outcome came, of all the times that cases were run.
count() {
    sed -n '/"repeated"/,/}/s/.*"'"$1"'": \([0-9]*\).*/\1/p' "$folder/run/report.json"
}

status=0
printf '%-44s %9s %9s %9s %9s\n' port sessions pass fail inconcl.
for port in builtin "exec:python3 Examples/python/adapter.py"; do
    pass=0 fail=0 unknown=0
    while [ $((pass + fail + unknown)) -lt "$sessions" ]; do
        rm -rf "$folder/run"
        # 0 and 2 tell of no failure; what else there is to say is in the counts.
        "$assay" run --quiet --implementation "$port" --platform ios --filter 'race-two-providers' \
            --filter 'race-three-providers' --repeat 50 --deadline 60s --report-dir "$folder/run" \
            >"$folder/out" 2>&1 || [ $? -le 2 ] || {
            cat "$folder/out"
            exit 3
        }
        failed=$(($(count FAIL) + $(count CRASH)))
        if [ $(($(count PASS) + failed + $(count INCONCLUSIVE))) = 0 ]; then
            cat "$folder/out"
            exit 3
        fi
        if [ "$failed" -gt 0 ]; then
            cp -r "$folder/run/failures" "Reports/soak-$(date -u +%Y%m%d-%H%M%S)"
            cat "$folder/run/report.txt"
        fi
        pass=$((pass + $(count PASS)))
        fail=$((fail + failed))
        unknown=$((unknown + $(count INCONCLUSIVE)))
    done
    total=$((pass + fail + unknown))
    printf '%-44s %9d %9d %9d %9d\n' "$port" "$total" "$pass" "$fail" "$unknown"
    if [ "$fail" -gt 0 ] || [ $((unknown * 100)) -gt "$total" ]; then status=1; fi
done
exit $status
