#!/usr/bin/env bash
# Runs the official tests of Ethereum through the release program and ends with their counts.
#   FIXTURES=DIR   a folder of ethereum/tests or of execution-spec-tests, whole or in part, instead of those of
#                  LECTURES_FIXTURES (default ../shared/fixtures), with which the JSON-RPC suite runs too
set -euo pipefail
cd "$(dirname "$0")/.."
program=.build/release/lectures
if [ -n "${FIXTURES:-}" ]; then
  exec "$program" devnet state-test "$FIXTURES"
fi
fixtures="${LECTURES_FIXTURES:-../shared/fixtures}"
[ -d "$fixtures/ethereum-tests" ] || {
  echo "conformance: no tests at $fixtures/ethereum-tests; give a folder with FIXTURES=DIR" >&2
  exit 2
}
"$program" devnet api-test "$fixtures/execution-apis/tests"
"$program" devnet state-test "$fixtures"/ethereum-tests/{GeneralStateTests,TrieTests,RLPTests,TransactionTests}
