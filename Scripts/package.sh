#!/usr/bin/env bash
# Makes .build/package/lectures_VERSION_ARCHITECTURE.deb of what `make man` has made: program, manual and completions.
# The Swift runtime is in the program; the C libraries are the distribution's, found by dpkg-shlibdeps.
set -euo pipefail
umask 022
cd "$(dirname "$0")/.."

out=$PWD/.build/package
root=$out/root
rm -rf "$out"
mkdir -p "$root/DEBIAN" "$out/debian"

make --silent --no-print-directory install DESTDIR="$root" PREFIX=/usr
# Debian's zsh looks for the functions of packages there.
mv "$root/usr/share/zsh/site-functions" "$root/usr/share/zsh/vendor-completions"
gzip -9n "$root"/usr/share/man/man1/*.1
doc=$root/usr/share/doc/lectures
install -D -m 644 LICENSE "$doc/copyright"
gzip -9nc CHANGELOG.md >"$doc/changelog.gz"
# The libraries that are linked into the program, and Swift's own, ask that their licences and notices go with it.
toolchain=$(dirname "$(readlink -f "$(command -v swift)")")/..
for text in .build/checkouts/*/{LICENSE,NOTICE}* "$toolchain"/share/swift/LICENSE*; do
  [ -f "$text" ] || continue
  install -D -m 644 "$text" "$doc/licenses/$(basename "$(dirname "$text")")/$(basename "$text")"
done

version=$("$root/usr/bin/lectures" --version)
architecture=$(dpkg --print-architecture)
# dpkg-shlibdeps wants a source package around it, of which it reads nothing.
printf 'Source: lectures\n\nPackage: lectures\nArchitecture: any\n' >"$out/debian/control"
depends=$(cd "$out" && dpkg-shlibdeps -O -e"$root/usr/bin/lectures")

# libcurl is opened when it is needed, so the program does not name it; nearly every command needs it.
depends+=", $(dpkg-query --search '*/libcurl.so.4' | cut -d : -f 1 | head -n 1)"

# What an https endpoint, a QR code in a picture and a notice on the desktop need is opened when it is used.
cat >"$root/DEBIAN/control" <<CONTROL
Package: lectures
Version: $version
Architecture: $architecture
Maintainer: the lectures authors <lectures@localhost>
Installed-Size: $(du -sk --exclude=DEBIAN "$root" | cut -f1)
Depends: ${depends#shlibs:Depends=}
Recommends: ca-certificates, libzxing2, libzbar0, libturbojpeg0, libwebp7, libxml2, libpq5
Suggests: libnotify-bin
Section: utils
Priority: optional
Description: buy, rate and settle lectures on Kaia and other EVM chains
 A smart-contract toolkit for an education platform: lectures are bought,
 rated and settled by a contract. With it come a wallet, a gas monitor, fee
 delegation and an EVM chain in process to try all of it on.
CONTROL

# The same commit makes the same package.
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct 2>/dev/null || stat -c %Y CHANGELOG.md)
export SOURCE_DATE_EPOCH
package=$out/lectures_${version}_$architecture.deb
dpkg-deb --root-owner-group --build "$root" "$package" >/dev/null
rm -r "$root" "$out/debian"
du -h "$package"
