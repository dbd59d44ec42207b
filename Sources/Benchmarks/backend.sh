#!/bin/sh
# The backend beside nginx, in turns: a configuration of 20 KB on kept connections; and how exactly replies leave.
# Server and clients are processes of their own. Needs nginx and wrk (Debian: nginx-light, wrk).
# nginx serves the same bytes from a file that it keeps open, with sendfile, without an access log, on one worker; the
# backend finds out whose each request is and records it in a trace. A round asks both, one after the other.
# wrk connects within the time it measures: where it has the most connections, both sides get eight seconds more.
# usage: Sources/Benchmarks/backend.sh [ROUNDS] [SECONDS]
set -eu
cd "$(dirname "$0")/../.."
rounds=${1:-9} seconds=${2:-3}
for program in nginx wrk curl; do
    command -v $program >/dev/null || { echo "$program is not installed: the comparison is left out"; exit 0; }
done
swift build -c release --product assay >/dev/null
swift build -c release --product BackendBenchmark >/dev/null
bin=$(swift build -c release --show-bin-path)
work=$(mktemp -d)
# nginx's worker is somebody else where it is started by root.
chmod 755 "$work"
server= web=
trap '[ -z "$server" ] || kill $server 2>/dev/null; [ -z "$web" ] || kill $web 2>/dev/null; wait; rm -r "$work"' EXIT
ulimit -n "$(ulimit -Hn)"

# A world whose configuration has some 20,000 bytes.
{
    echo 'schema: assay/world/1'
    echo 'welcome: [requestors]'
    echo 'mvpds:'
    for number in $(seq 88); do
        echo "  - { id: Mvpd$number, displayName: Provider of television number $number," \
            "logoUrl: 'https://cdn.example.test/logos/provider-$number.png', authPerAggregator: false }"
    done
} >"$work/world.yaml"

port=18700
"$bin/assay" serve --endpoints 1 --port $port --world "$work/world.yaml" --record "$work/trace.ndjson" --no-state \
    --quiet --json >"$work/ready" &
server=$!
until [ -s "$work/ready" ]; do sleep 0.1; done
path=/adobe-services/config/REF30
mkdir -p "$work/www/adobe-services/config"
curl -s "http://127.0.0.1:$port$path" >"$work/www$path"
cat >"$work/nginx.conf" <<NGINX
daemon off; worker_processes 1; pid $work/nginx.pid; error_log $work/nginx.log;
worker_rlimit_nofile 30000;
events { worker_connections 15000; }
http { access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000000; open_file_cache max=10;
    server { listen 127.0.0.1:18799 backlog=4096; root $work/www; default_type application/xml; } }
NGINX
nginx -c "$work/nginx.conf" 2>/dev/null &
web=$!
sleep 1

for port_of_one in $port 18799; do
    curl -s "http://127.0.0.1:$port_of_one$path" | cmp - "$work/www$path" ||
        { echo "port $port_of_one does not serve the configuration: there is nothing to compare" >&2; exit 1; }
done

# What was recorded goes to the disk before the next turn, not during it.
rate() {
    sync "$work/trace.ndjson"
    wrk -t1 -c"$2" -d"$3s" --timeout 10s "http://127.0.0.1:$1$path" >"$work/wrk"
    if grep 'Non-2xx' "$work/wrk" >&2; then exit 1; fi
    awk '/Requests\/sec/ { print $2 }' "$work/wrk"
}

echo "a configuration of $(wc -c <"$work/www$path") bytes on kept connections, requests per second (medians of $rounds rounds)"
for connections in 1 64 1000 10000; do
    span=$seconds
    [ $connections -lt 10000 ] || span=$((seconds + 8))
    for round in $(seq "$rounds"); do
        ours=$(rate $port $connections $span)
        theirs=$(rate 18799 $connections $span)
        echo "$ours $theirs"
    done >"$work/rates"
    awk -v connections=$connections -v span="$span" '
        { ours[NR] = $1; theirs[NR] = $2; ratio[NR] = $1 / $2 }
        function median(v,   i, j, t) {
            for (i = 1; i <= NR; i++) for (j = i + 1; j <= NR; j++) if (v[j] < v[i]) { t = v[i]; v[i] = v[j]; v[j] = t }
            return v[int((NR + 1) / 2)]
        }
        END { printf "  %5d connections, %d s  backend %7d  nginx %7d  ratio %.2f (at least 1.0)\n",
              connections, span, median(ours), median(theirs), median(ratio) }' "$work/rates"
done
kill $server $web; wait $server $web 2>/dev/null || true
server= web=

together() { # a serving mode and its count, then an asking mode and its count
    rm -f "$work/$1"
    "$bin/BackendBenchmark" "$1" "$2" >"$work/$1" &
    server=$!
    until [ -s "$work/$1" ]; do sleep 0.05; done
    "$bin/BackendBenchmark" "$3" "$(sed -n 's/^port //p' "$work/$1")" "$4"
    wait $server
    server=
    grep -v '^port' "$work/$1"
}
# A time is missed wherever the processors are taken away for a hundredth of the second that a round takes.
for round in 1 2 3; do together held 10000 clients 10000; done
for round in 1 2 3; do together paced 5000 asking 5000; done
