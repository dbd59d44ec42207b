#!/bin/sh
# rootfs.sh DEB: the second stage of the Dockerfile, step by step, in a clean root file system; for a machine without a
# container tool. Needs root and mmdebstrap; ROOT names the archive of a system that is there already.
set -eu
deb=$(readlink -f "$1")
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
inside() { unshare --mount --pid --fork --mount-proc="$root/proc" chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin "$@"; }

if [ -n "${ROOT-}" ]; then tar -xf "$ROOT" -C "$root"; else mmdebstrap --quiet --variant=minbase bookworm "$root"; fi
cp "$deb" "$root/tmp/assay.deb"
cp /etc/resolv.conf "$root/etc/resolv.conf"
[ -c "$root/dev/null" ] || mknod -m 666 "$root/dev/null" c 1 3
[ -c "$root/dev/urandom" ] || mknod -m 666 "$root/dev/urandom" c 1 9

echo "without its libraries:"
if inside dpkg -i /tmp/assay.deb; then echo "dpkg -i: nothing was missing"; else inside dpkg -r assay; fi
echo "as the Dockerfile has it:"
inside sh -c 'apt-get update -q && apt-get install -q -y --no-install-recommends /tmp/assay.deb && rm -rf /var/lib/apt/lists/*'
inside install -d -o nobody -g nogroup /work
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
