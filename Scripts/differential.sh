#!/usr/bin/env bash
# Runs random programs under random gas through our EVM, py-evm and the executable specification, spread evenly over all
# forks, and ends with a table and the count of differences; one is a failure.
#   differential.sh COMMAND…   a `swift build` into .build/testing, as the tests are built
#   PROGRAMS=100000   how many (default 1700: a minute)
#   SEED=1            other programs
#   FIRST=0           the number of the first
#   ONLY=123          one program by its number, told whole: the test, our outcome and theirs
#   FIXTURES=DIR      the official state tests of this folder instead, each at every fork, against the specification
#   JUDGE=all         asks the specification about every program, not only about what py-evm doesn't settle
set -euo pipefail
cd "$(dirname "$0")/.."
export QUICK_BUILD="${QUICK_BUILD:-1}"
venv="$PWD/.build/differential"
"$@" --product Differential >&2
Scripts/venv.sh "$venv" 3.12 Tests/Differential/requirements.txt
exec env PYTHONDONTWRITEBYTECODE=1 "$venv/bin/python" Tests/Differential/differential.py \
  .build/testing/release/Differential --seed "${SEED:-1}" --first "${FIRST:-0}" --programs "${PROGRAMS:-1700}" \
  ${FIXTURES:+--fixtures "$FIXTURES"} ${ONLY:+--only "$ONLY"} ${JUDGE:+--specification}
