#!/bin/sh
# needs.sh PROGRAM: says in one line which packages of Debian a program lacks; exit code 3 where it lacks any.
set -eu
packages=
for library in $(ldd "$1" | sed -n 's/^[[:space:]]*\([^ ]*\) => not found$/\1/p'); do
    case $library in
    libcurl.so.4) package=libcurl4 ;;
    libxml2.so.2) package=libxml2 ;;
    libyaml-0.so.2) package=libyaml-0-2 ;;
    libssl.so.3 | libcrypto.so.3) package=libssl3 ;;
    libz.so.1) package=zlib1g ;;
    libstdc++.so.6) package=libstdc++6 ;;
    libgcc_s.so.1) package=libgcc-s1 ;;
    *) package=$library ;;
    esac
    case " $packages " in *" $package "*) ;; *) packages="$packages $package" ;; esac
done
[ -z "$packages" ] || {
    echo "assay needs more of Debian: apt-get install$packages" >&2
    exit 3
}
