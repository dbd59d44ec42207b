#!/bin/sh
# deb.sh STAGE OUT: a Debian package of what `make install DESTDIR=STAGE PREFIX=/usr` has copied.
set -eu
stage=$1 out=$2
version=$(sed -n 's/^let assayVersion = "\(.*\)"$/\1/p' Sources/assay/Version.swift)

# The packages of the libraries that the program names itself.
needs=
for library in $(objdump -p "$stage/usr/bin/assay" | sed -n 's/^ *NEEDED *//p'); do
    path=$(ldd "$stage/usr/bin/assay" | awk -v library="$library" '$1 == library { print $3 }')
    [ -n "$path" ] || case $library in ld-linux*) continue ;; *) echo "deb.sh: no $library here" >&2; exit 1 ;; esac
    package=$(dpkg -S "$path" "$(readlink -f "$path")" "/usr$(readlink -f "$path")" 2>/dev/null | head -n 1 | cut -d: -f1)
    # Symbols of the C library have the release that they came with; the others have been the same for long.
    [ "$package" != libc6 ] || package="libc6 (>= $(dpkg-query -W -f '${Version}' libc6 | cut -d- -f1))"
    case ", $needs," in *", $package,"*) ;; *) needs="${needs:+$needs, }$package" ;; esac
done

gzip -n9 "$stage"/usr/share/man/man1/assay.1
mkdir -p "$stage/usr/share/zsh/vendor-completions" "$stage/usr/share/doc/assay" "$stage/DEBIAN"
mv "$stage/usr/share/zsh/site-functions/_assay" "$stage/usr/share/zsh/vendor-completions/_assay"
rmdir "$stage/usr/share/zsh/site-functions"
cp README.md "$stage/usr/share/doc/assay"
gzip -n9 <Documentation/changelog.md >"$stage/usr/share/doc/assay/changelog.gz"
cat >"$stage/DEBIAN/control" <<END
Package: assay
Version: $version
Architecture: $(dpkg --print-architecture)
Maintainer: The Assay developers <assay@localhost>
Installed-Size: $(du -sk --apparent-size "$stage/usr" | cut -f1)
Depends: $needs
Section: devel
Priority: optional
Description: certifies implementations of AccessEnabler
 Assay runs the documented contracts of the entitlement SDK of Adobe Pass
 against an implementation of it, over real HTTP, and says which it keeps and
 which it breaks. It also puts implementations under load.
END
(cd "$stage" && find usr -type f -print0 | sort -z | xargs -0 md5sum) >"$stage/DEBIAN/md5sums"
find "$stage" -type d -exec chmod 755 {} +
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-0} dpkg-deb --root-owner-group --build "$stage" "$out"
