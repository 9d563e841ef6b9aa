#!/usr/bin/env bash
# Builds everything for release, runs the benchmarks with their peers and prints one table.
#   bench.sh [--json] [--only NAME]…
set -euo pipefail
cd "$(dirname "$0")/.."
swift="${SWIFT:-swift}"
work=.build/bench
mkdir -p "$work"

# Standard output is the table's alone.
{
  make --silent --no-print-directory build SWIFT="$swift"
  "$swift" build -c release --package-path Benchmarks
  # The peer of `lectures --version`: the same C libraries, kept even though nothing of them is used.
  "${CC:-cc}" -O2 Benchmarks/bare.c -o "$work/bare" -Wl,--no-as-needed -lcrypto -lsecp256k1 \
    -lsqlite3 -lqrencode -lpng16
} >&2

Benchmarks/.build/release/Benchmarks \
  --lectures .build/release/lectures --bare "$work/bare" \
  --python .venv/bin/python --scripts Benchmarks/Python "$@"
