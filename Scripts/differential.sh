#!/usr/bin/env bash
# Runs random programs under random gas through our EVM, py-evm and the executable specification, spread evenly over all
# forks, and ends with a table and the count of differences; one is a failure.
#   PROGRAMS=100000   how many (default 1700: a minute)
#   SEED=1            other programs
#   FIRST=0           the number of the first
#   ONLY=123          one program by its number, told whole: the test, our outcome and theirs
#   FIXTURES=DIR      the official state tests of this folder instead, each at every fork, against the specification
#   DIFFERENTIAL=FILE our side, if it is built already, as it is with the tests
#   JUDGE=all         asks the specification about every program, not only about what py-evm doesn't settle
set -euo pipefail
cd "$(dirname "$0")/.."
swift="${SWIFT:-swift}"
work="$PWD/.build/differential"
program="${DIFFERENTIAL:-}"
if [ -z "$program" ]; then
  "$swift" build -c release --product Differential --scratch-path "$work/build" >&2
  program="$work/build/release/Differential"
fi
Scripts/venv.sh "$work/venv" 3.12 Tests/Differential/requirements.txt
exec env PYTHONDONTWRITEBYTECODE=1 "$work/venv/bin/python" Tests/Differential/differential.py \
  "$program" --seed "${SEED:-1}" --first "${FIRST:-0}" --programs "${PROGRAMS:-1700}" \
  ${FIXTURES:+--fixtures "$FIXTURES"} ${ONLY:+--only "$ONLY"} ${JUDGE:+--specification}
