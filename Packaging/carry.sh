#!/bin/sh
# carry.sh PROGRAM OUT: a copy of the program that carries the specs, the schemas and the documentation in itself.
#
# Behind the program's own bytes comes an archive of tar, and 32 bytes that say how long it is
# (Sources/Documents/Files/CarriedFiles.swift reads it). The same program and files give the same bytes.
set -eu
program=$1 out=$2
stage=$(mktemp -d)
trap 'rm -rf "$stage" "$stage.tar" "$out.partial"' EXIT

mkdir -p "$stage/Reports"
cp -R Specs Documentation README.md "$stage"
cp Reports/README.md "$stage/Reports"
find "$stage" -name '.*' -type f -delete
# What was packed; with a sign that files were changed since the commit.
commit=$(git rev-parse HEAD 2>/dev/null || echo unknown)
[ -z "$(git status --porcelain 2>/dev/null)" ] || commit="$commit, changed"
echo "${ASSAY_COMMIT:-$commit}" >"$stage/commit"

tar --format=ustar --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX \
    -C "$stage" -cf "$stage.tar" .  --transform='s,^\./,,'
strip --strip-unneeded -o "$out.partial" "$program"
cat "$stage.tar" >>"$out.partial"
printf 'assay-files-1 %017d\n' "$(wc -c <"$stage.tar")" >>"$out.partial"
chmod 755 "$out.partial"
mv "$out.partial" "$out"
