#!/usr/bin/env bash
# Runs the official tests through the release program and ends with its count of them.
#   FIXTURES=DIR   a folder of ethereum/tests or of execution-spec-tests, whole or in part
#                  (default: ethereum-tests of LECTURES_FIXTURES, or of ../shared/fixtures)
set -euo pipefail
cd "$(dirname "$0")/.."
program=.build/release/lectures
if [ -n "${FIXTURES:-}" ]; then
  exec "$program" devnet state-test "$FIXTURES"
fi
fixtures="${LECTURES_FIXTURES:-../shared/fixtures}/ethereum-tests"
[ -d "$fixtures" ] || { echo "conformance: no tests at $fixtures; give a folder with FIXTURES=DIR" >&2; exit 2; }
exec "$program" devnet state-test "$fixtures"/{GeneralStateTests,TrieTests,RLPTests,TransactionTests}
