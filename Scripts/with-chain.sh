#!/usr/bin/env bash
# Runs a command against a fresh py-evm chain on a free loopback port: with-chain.sh COMMAND [ARGUMENT…]
# The command finds the chain in LECTURES_ENDPOINT; the chain ends with it.
set -euo pipefail
here="$(cd "$(dirname "$0")/.." && pwd)"
ready="$(mktemp)"
trap 'kill "$node" 2>/dev/null || true; rm -f "$ready"' EXIT
# The chain ends when its standard input closes, so even a killed script leaves none behind.
exec {hold}<> <(:)
"$here/.venv/bin/python" "$here/Tests/Chain/node.py" --port 0 <&"$hold" >"$ready" &
node=$!
for _ in $(seq 100); do
  [ -s "$ready" ] && break
  kill -0 "$node" 2>/dev/null || { echo "with-chain: the chain did not start" >&2; exit 1; }
  sleep 0.1
done
endpoint="$(sed -n 's/.*"url": *"\([^"]*\)".*/\1/p' "$ready" | head -n 1)"
[ -n "$endpoint" ] || { echo "with-chain: the chain did not say where it listens" >&2; exit 1; }
LECTURES_ENDPOINT="$endpoint" "$@"
