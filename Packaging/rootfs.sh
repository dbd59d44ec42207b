#!/bin/sh
# rootfs.sh [DEB]: the steps of the Dockerfile, one by one, in clean root file systems; for a machine without a container
# tool. Where no package is named, the first stage makes it, with the Swift of this machine. Needs root and mmdebstrap; ROOT
# names the archive of a system that is there already.
set -eu
[ $# = 0 ] || set -- "$(readlink -f "$1")"
cd "$(dirname "$0")/.."
roots=$(mktemp -d)
trap 'rm -rf "$roots"' EXIT

# The commands of a stage, each in a line.
steps() {
    sed -e ':more' -e '/\\$/{N;s/\\\n *//;b more' -e '}' Dockerfile |
        awk -v stage="$1" '/^FROM/ { number++ } number == stage && sub(/^RUN /, "")'
}

# Makes a system of its own, with more packages of Debian.
system() {
    root=$roots/$1
    if [ -n "${ROOT-}" ]; then
        mkdir -p "$root" && tar -xf "$ROOT" -C "$root"
    else
        mmdebstrap --quiet --variant=minbase bookworm "$root"
    fi
    cp /etc/resolv.conf "$root/etc/resolv.conf"
    [ -c "$root/dev/null" ] || mknod -m 666 "$root/dev/null" c 1 3
    [ -c "$root/dev/urandom" ] || mknod -m 666 "$root/dev/urandom" c 1 9
}

# Nothing is mounted for longer than a command takes.
inside() {
    unshare --mount --pid --fork --mount-proc="$root/proc" sh -c '
        [ ! -d "$0/opt/swift" ] || mount --bind "$1" "$0/opt/swift"
        root=$0; shift
        exec chroot "$root" env -i HOME=/root DEBIAN_FRONTEND=noninteractive \
            PATH=/opt/swift/usr/bin:/usr/sbin:/usr/bin:/sbin:/bin "$@"' "$root" "${swift-}" "$@"
}

# What the image of Swift is built on has these besides.
image="binutils gcc git libcurl4-openssl-dev libedit-dev libicu-dev libncurses-dev libpython3-dev libsqlite3-dev"
image="$image libstdc++-12-dev libxml2-dev pkg-config tzdata uuid-dev"

if [ $# = 0 ]; then
    echo "the first stage:"
    swift=$(readlink -f "$(command -v swift)")
    swift=${swift%/usr/bin/*}
    system build
    mkdir -p "$root/opt/swift" "$root/src"
    inside sh -c "apt-get update -q && apt-get install -q -y $image"
    tar --exclude=./.build --exclude='./Reports/*-*' -cf - . | tar --no-same-owner -xf - -C "$root/src"
    steps 1 >"$roots/steps"
    while read -r step; do inside sh -c "cd /src && $step" </dev/null; done <"$roots/steps"
    mv "$root"/src/.build/package/*.deb "$roots"
    set -- "$roots"/*.deb
    rm -rf "$root"
fi

deb=$1
system run
cp "$deb" "$root/tmp/assay.deb"

echo "without its libraries:"
if inside dpkg -i /tmp/assay.deb; then echo "dpkg -i: nothing was missing"; else inside dpkg -r assay; fi
echo "the second stage:"
steps 2 >"$roots/steps"
while read -r step; do inside sh -c "$step" </dev/null; done <"$roots/steps"
cp "$deb" "$root/tmp/assay.deb"
as_nobody() { inside setpriv --reuid=nobody --regid=nogroup --clear-groups sh -c "cd /work && $1"; }
as_nobody 'assay version --json'
as_nobody 'assay spec verify'
as_nobody 'assay run --filter sign-in --platform ios --report-dir /work/run --quiet'
as_nobody 'assay check /work/run --quiet'
as_nobody 'assay files Documentation/install.md | head -n 1'
echo "and removed:"
rm -rf "$root/work/run"
inside dpkg -i /tmp/assay.deb
inside dpkg -P assay
left=$(cd "$root" && find . -xdev -path ./proc -prune -o -name '*assay*' ! -name assay.deb ! -path './var/log/*' -print)
[ -z "$left" ] || { echo "left behind: $left"; exit 1; }
echo "nothing is left"
