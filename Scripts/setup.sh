#!/usr/bin/env bash
# Installs what a build or a test run needs and is not there yet: Debian packages with apt, Python packages into .venv.
#   setup.sh build     the C libraries that `lectures` stands on
#   setup.sh tests     these, the Python chain and witnesses that the tests speak to, browsers for the pages, a database server, a proxy
#   setup.sh package   the C libraries, and what makes a Debian package
#   setup.sh bench     the packages of the tests, and what the benchmarks race against: an EVM, feedparser, sqlite3, nginx, Flask, a database server
set -euo pipefail
cd "$(dirname "$0")/.."

packages=(libsecp256k1-dev libssl-dev libcurl4-openssl-dev libsqlite3-dev libqrencode-dev libpng-dev zlib1g-dev libturbojpeg0-dev
  libwebp-dev libzbar-dev libzxing-dev libxml2)
case "${1:-tests}" in
  build) ;;
  package) packages+=(dpkg-dev) ;;
  bench) packages+=(python3 python3-venv curl openssl sqlite3 nginx-light postgresql libpq5) ;;
  *) packages+=(python3 python3-venv curl openssl chromium firefox-esr fonts-noto-core fonts-noto-cjk postgresql libpq5
    eatmydata nginx-light) ;;
esac

if ! command -v swift >/dev/null; then
  echo "setup: Swift 6.2 or later is needed (https://swift.org/install); it was not found." >&2
  exit 1
fi

if ! command -v dpkg-query >/dev/null; then
  echo "setup: this is no Debian or Ubuntu: install the equivalents of ${packages[*]} yourself." >&2
else
  missing=()
  for package in "${packages[@]}"; do
    case "$package" in
      # Any that can make a virtual environment will do; venv.sh looks at its version.
      python3) command -v python3 >/dev/null && continue ;;
      python3-venv) python3 -c 'import ensurepip, venv' 2>/dev/null && continue ;;
    esac
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' || missing+=("$package")
  done
  if [ ${#missing[@]} -gt 0 ]; then
    if [ "$(id -u)" = 0 ]; then sudo=(); elif sudo -n true 2>/dev/null || [ -t 0 ] && command -v sudo >/dev/null; then sudo=(sudo)
    else
      echo "setup: some packages are missing. Run this line and try again:" >&2
      echo "  sudo apt-get update && sudo apt-get install -y ${missing[*]}" >&2
      exit 1
    fi
    echo "setup: installing ${missing[*]}" >&2
    # Another apt may be at work, and a mirror may fail once.
    apt=("${sudo[@]}" apt-get -qq -o DPkg::Lock::Timeout=300 -o Acquire::Retries=3)
    "${apt[@]}" update
    DEBIAN_FRONTEND=noninteractive "${apt[@]}" install -y --no-install-recommends "${missing[@]}" >/dev/null
  fi
fi

case "${1:-tests}" in
  tests) Scripts/venv.sh .venv 3.13 Tests/Chain/requirements.txt ;;
  bench) Scripts/venv.sh .venv 3.12 Tests/Chain/requirements.txt Benchmarks/Python/requirements.txt ;;
esac
