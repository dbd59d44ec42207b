#!/bin/sh
# install.sh [PREFIX]: copies the program, its manual page and completions below PREFIX (/usr/local), or DESTDIR/PREFIX,
# and says which packages of Debian it still needs.
# install.sh --uninstall [PREFIX]: takes away what was copied, and nothing else.
set -eu
cd "$(dirname "$0")"
uninstall=
if [ "${1-}" = --uninstall ]; then uninstall=yes; shift; fi
root="${DESTDIR-}${1:-/usr/local}"
files="bin/assay share/man/man1/assay.1 share/bash-completion/completions/assay
       share/zsh/site-functions/_assay share/fish/vendor_completions.d/assay.fish"

if [ "$uninstall" ]; then
    for file in $files; do rm -f "$root/$file"; done
    exit 0
fi
for file in $files; do
    case $file in bin/*) mode=755 ;; *) mode=644 ;; esac
    install -D -m "$mode" "$file" "$root/$file"
done
# Into a folder that becomes a package nothing is run.
[ -n "${DESTDIR-}" ] || ./needs.sh "$root/bin/assay"
