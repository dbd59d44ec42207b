#!/bin/sh
# Tokens and configurations against plain C with libxml2, in turns, medians of the rounds; then what hostile
# documents cost, and whether memory grows with the number of tokens.
# usage: Sources/Benchmarks/tokens.sh [ROUNDS] [SECONDS]
set -eu
cd "$(dirname "$0")/../.."
rounds=${1:-5} seconds=${2:-2}
swift build -c release --product TokenBenchmark >/dev/null
swift build -c release --product assay >/dev/null
folder=$(swift build -c release --show-bin-path)
bench=$folder/TokenBenchmark
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
${CC:-cc} -O2 Sources/Benchmarks/TokenBaseline/baseline.c -o "$work/baseline" $(pkg-config --cflags --libs libxml-2.0)
"$bench" write "$work"

for round in $(seq "$rounds"); do
    c=$("$work/baseline" tokens "$work/tokens.txt" Specs/tokens "$seconds" | cut -d' ' -f1)
    one=$("$bench" tokens "$work/tokens.txt" "$seconds" 1)
    two=$("$bench" tokens "$work/tokens.txt" "$seconds" 2 | cut -d' ' -f3)
    # What two processes of plain C reach at once is all that the machine gives two threads.
    "$work/baseline" tokens "$work/tokens.txt" Specs/tokens "$seconds" >"$work/other" &
    both=$("$work/baseline" tokens "$work/tokens.txt" Specs/tokens "$seconds" | cut -d' ' -f1)
    wait $!
    both=$(awk -v one="$both" '{ printf "%.0f", one + $1 }' "$work/other")
    conf_c=$("$work/baseline" configuration "$work/configuration.xml" "$seconds" | cut -d' ' -f1)
    conf=$("$bench" configuration "$work/configuration.xml" "$seconds")
    echo "$c $one $two $conf_c $conf $both"
done >"$work/rounds"

sed -n 's/.*signatureInfo>//;1p' "$work/tokens.txt" >"$work/one.xml"
process=0
if command -v xmllint >/dev/null; then
    start=$(date +%s%N)
    for run in $(seq 50); do xmllint --noout --schema Specs/tokens/authentication.xsd "$work/one.xml" 2>/dev/null; done
    process=$(awk "BEGIN { print 50e9 / ($(date +%s%N) - $start) }")
fi

awk -v process="$process" '
    function median(column,   i, j, t, v, n) {
        n = NR
        for (i = 1; i <= n; i++) v[i] = value[i, column]
        for (i = 1; i <= n; i++) for (j = i + 1; j <= n; j++) if (v[j] < v[i]) { t = v[i]; v[i] = v[j]; v[j] = t }
        return v[int((n + 1) / 2)]
    }
    { for (i = 1; i <= 7; i++) value[NR, i] = $i
      value[NR, 8] = $2 / $1; value[NR, 9] = $5 / $4; value[NR, 10] = $6 / $7; value[NR, 11] = $8 / $1 }
    END {
        printf "tokens per second, plain C           %d\n", median(1)
        printf "tokens per second, one thread        %d\n", median(2)
        printf "  of plain C (at least 0.8)          %.2f\n", median(8)
        if (process) printf "  of an xmllint process (at least 200)  %d\n", median(2) / process
        printf "tokens per second, two threads       %d\n", median(5)
        printf "  of one thread (at least 1.8)       %.2f\n", median(9)
        printf "  two processes of plain C of one    %.2f\n", median(11)
        printf "peak memory of one thread, KB        %d\n", median(3)
        printf "configurations per second, plain C   %.0f\n", median(6)
        printf "configurations per second            %.0f\n", median(7)
        printf "  time over plain C (at most 1.3)    %.2f\n", median(10)
    }' "$work/rounds"

set -- $("$bench" many "$work/tokens.txt" 1000000)
echo "memory after 100,000 tokens, KB      $1"
echo "memory after 1,000,000 tokens, KB    $2"
echo "bad tokens, time over good ones (at most 1.3)"
"$bench" bad "$seconds"
echo
"$bench" hostile "$work/baseline" "$folder/assay" "$work"
