#!/usr/bin/env bash
# Runs a test command and ends with one line that counts the suites: passed, failed and skipped.
# With CI=true a skipped suite is a failure: there the fixtures and the tools must be.
set -uo pipefail
log="$(mktemp)"
trap 'rm -f "$log"' EXIT
"$@" 2>&1 | tee "$log"
status=${PIPESTATUS[0]}

count() { grep -cE "$1" "$log" || true; }
passed=$(count '^. Suite .* passed after')
failed=$(count '^. Suite .* failed after')
skipped=$(count '^. Suite .* skipped')
grep -hoE 'vectors: .*' "$log" | sort -u
if [ "$skipped" -gt 0 ]; then
  grep -E '^. Suite .* skipped' "$log" | sort -u
  [ "${CI:-}" = true ] && { echo "test: suites were skipped, and in CI none may be"; status=1; }
fi
if [ "$status" -ne 0 ] && [ "$failed" -eq 0 ]; then failed=1; fi
echo "suites: $passed passed, $failed failed, $skipped skipped"
exit "$status"
