#!/usr/bin/env bash
# Runs tests and ends with one line that counts the suites: passed, failed and skipped.
#   test.sh [FOLDER…] COMMAND…     the Python tests in these folders, and the command, a `swift test`, side by side
# A command that names no tests runs all: each target's in a process of its own, one for each processor at a time. In one
# process thousands of tests stand in one line, and a suite that goes step by step stands in it anew for each step: all
# took three times as long.
# With CI=true a skipped test is a failure: there the fixtures and the tools must be. So is a run in which no test begins or
# ends for STALL seconds (default 900 there; elsewhere nothing is ended): it is told what was going on, and ended.
set -uo pipefail
logs="$(mktemp -d)"
trap 'rm -rf "$logs"' EXIT
python=.venv/bin/python

# A folder's Python tests as one suite, told in the words of Swift Testing.
python_suite() {
  local name="\"Python: $1\"" output start=$SECONDS
  if [ ! -x "$python" ]; then
    echo "➜ Suite $name skipped: $python is not there; run Scripts/setup.sh tests"
    return
  fi
  # A node that never speaks would be waited for for ever. Older Pythons call no test at all a success.
  if output="$(timeout --kill-after=10 1200 "$python" -m unittest discover -s "$1" 2>&1)" && grep -q '^Ran [1-9]' <<<"$output"; then
    echo "✔ Suite $name passed after $((SECONDS - start)) seconds: $(grep '^Ran ' <<<"$output")"
    if grep -q '^OK (.*skipped=' <<<"$output"; then
      echo "➜ Suite $name skipped some of its tests: $(grep '^OK' <<<"$output")"
    fi
  else
    echo "$output"
    echo "✘ Suite $name failed after $((SECONDS - start)) seconds"
  fi
}

# They take one processor and no more, while the command builds.
folders=()
pythons=()
while [ -d "${1:-}" ]; do
  folders+=("$1")
  python_suite "$1" >"$logs/${#folders[@]}" &
  pythons+=($!)
  shift
done

# What the tests say is counted from the streams that they write to files themselves: lines of their output can get lost
# on the way through the package manager.
mkdir "$logs/events"
# All streams after one another.
events() { cat /dev/null "$logs"/events/* 2>/dev/null; }

# The tests that began and did not end, by the lines of the streams.
unfinished() {
  events | sed -nE 's/.*"kind":"(testStarted|testEnded)".*"testID":"([^"]*)".*/\1 \2/p' | sed 's/\\//g' \
    | awk '{ id = substr($0, index($0, " ") + 1) } $1 == "testEnded" { ended[id] = 1; next } { begun[id] = 1 }
        END { for (id in begun) if (!(id in ended)) print "unfinished: " id }' | sort
}
# The processes that a process started, and those that these started.
descendants() {
  local file pid
  for file in $(grep -ls "^PPid:[[:space:]]*$1\$" /proc/[0-9]*/status); do
    pid="${file//[^0-9]/}"
    echo "$pid"
    descendants "$pid"
  done
}
# The threads of a process: a line for each kind of place where they stand, and how many stand there.
threads() {
  gdb -p "$1" -batch -ex 'thread apply all bt 8' 2>/dev/null | awk '
    function told() { if (at != "") print substr(at, 1, 400) }
    /^Thread / { told(); at = "at" }
    /^#/ { sub(/^#[0-9]+ +(0x[0-9a-f]+ in )?/, ""); sub(/ \(.*/, ""); at = at " < " $0 }
    END { told() }' | sort | uniq -c | sort -rn | head -n 15
}
# Ends a run that hangs: else whoever waits for it learns nothing.
watch() {
  local size=0 now still=0 pid
  while sleep 5; do
    now="$(events | wc -c)"
    # Nothing is written before the first test: the build takes as long as it takes.
    if [ "$now" -eq "$size" ] && [ "$now" -gt 0 ]; then still=$((still + 5)); else still=0; fi
    size="$now"
    [ "$still" -ge "$stall" ] || continue
    echo "test: no test began or ended for $stall s; the run is ended"
    unfinished | head -n 40 >"$logs/stalled"
    # The last started first: the package manager ends by itself when the tests have, and this script with it.
    for pid in $(descendants $$ | tac); do
      [ "$pid" != "$BASHPID" ] || continue
      if command -v gdb >/dev/null && grep -q '\.xctest' "/proc/$pid/cmdline" 2>/dev/null; then threads "$pid"; fi
      kill -KILL "$pid" 2>/dev/null
    done
    return
  done
}
stall="${STALL:-}"
if [ -z "$stall" ] && [ "${CI:-}" = true ]; then stall=900; fi
[ -z "$stall" ] || { watch & watcher=$!; }

# What computes is optimized, the rest is not (Package.swift); QUICK_BUILD=0 tests all as it is shipped.
export QUICK_BUILD="${QUICK_BUILD:-1}"

# Runs the command as the run of this name, which has come to its end when its stream says so.
run() {
  local name="$1" command teller result
  shift
  # The package manager opens its database when it starts, and gives up where another one has it.
  exec 4>"$logs/lock"
  flock 4
  # It is there before anybody looks at it.
  : >"$logs/output-$name"
  "$@" --event-stream-version 0 --event-stream-output-path "$logs/events/$name" </dev/null >"$logs/output-$name" 2>&1 4>&- &
  command=$!
  tail -n +1 -f --pid="$command" "$logs/output-$name" 4>&- &
  teller=$!
  while kill -0 "$command" 2>/dev/null && [ ! -s "$logs/events/$name" ]; do sleep 0.2; done
  flock -u 4
  wait "$command"
  result=$?
  wait "$teller"
  if ! grep -qs '"kind":"runEnded"' "$logs/events/$name"; then
    echo "the tests did not run to their end (status $result)" >"$logs/broken-$name"
  elif [ "$result" -ne 0 ] && ! grep -qs '"kind":"issueRecorded"' "$logs/events/$name"; then
    { echo "the tests ran to their end, and their program ended with status $result:"; tail -n 5 "$logs/output-$name"; } \
      >"$logs/broken-$name"
  fi
  return "$result"
}

# A thousand tests that begin at once starve one another: what waits for seconds waits for minutes then.
width() {
  export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH="${SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH:-$1}"
}
processors="$(getconf _NPROCESSORS_ONLN)"

# The targets of tests, those of a line together: first the one that waits for browsers, then the largest, and all small
# ones in the last, since it takes the package manager seconds to start.
targets() {
  local folder
  echo IntegrationTests
  for folder in Tests/*Tests; do echo "$(find "$folder" -name '*.swift' -exec cat {} + | wc -l) ${folder#Tests/}"; done \
    | grep -v ' IntegrationTests$' | sort -rn \
    | awk '$1 >= 1500 { print $2; next } { small = small (small == "" ? "" : "|") $2 } END { if (small != "") print small }'
}
# Takes one line of targets after the other.
lane() {
  local line
  while read -r line; do
    run "${line%%|*}" "$@" --skip-build --ignore-lock --filter "^($line)\\." || touch "$logs/failed"
  done
}

status=0
if [[ " $* " == *" --filter "* ]]; then
  width $((4 * processors))
  run all "$@" || status=1
# The build, and no test.
elif run build "$@" --filter '^$'; then
  width 6
  exec 3< <(targets)
  lanes=()
  for _ in $(seq "$processors"); do
    lane "$@" <&3 &
    lanes+=($!)
  done
  wait "${lanes[@]}"
  [ ! -e "$logs/failed" ] || status=1
else
  status=1
fi
[ -z "$stall" ] || kill "$watcher" 2>/dev/null
[ ${#pythons[@]} -eq 0 ] || wait "${pythons[@]}"
for number in $(seq ${#folders[@]}); do cat "$logs/$number"; done | tee "$logs/python"

# The lines of Swift Testing, without the marks that stand before them: what ended, and what was skipped.
messages() {
  sed -nE "s/.*\"kind\":\"$1\".*\"text\":\"((Suite|Test) .*)\"\}\],\"testID\".*/\\1/p" <(events) | sed 's/\\\(["/]\)/\1/g'
}
{ sed -E 's/^[^ ]+ //' "$logs/python"; messages testEnded; } >"$logs/ended"
{ sed -nE 's/^[^ ]+ (Suite ".*" skipped.*)/\1/p' "$logs/python"; messages testSkipped; } | sort -u >"$logs/skipped"
count() { grep -cE "$1" "$2" || true; }
passed=$(count '^Suite .* passed after' "$logs/ended")
failed=$(count '^Suite .* failed after' "$logs/ended")
skipped=$(count '^Suite ' "$logs/skipped")
grep -hoE 'vectors: .*' "$logs"/output-* | sort -u
grep '^Suite ' "$logs/skipped"
# What failed is told again at the end, where it is looked for. An issue of a task that belongs to no test has no name.
events | grep '"kind":"issueRecorded"' \
  | sed -nE 's/.*"messages":\[(.*)\](,"testID":"([^"]*)")?.*/\3 \1/p' \
  | sed -E 's/\{"symbol":"[^"]*","text":"([^{]*)"\}/\1/g; s/\\(["\/])/\1/g' | cut -c 1-1000 | sed 's/^/failed: /'
sed -nE 's/^[^ ]+ (Suite ".*" failed.*)/failed: \1/p' "$logs/python"
for file in "$logs"/broken-*; do
  [ -e "$file" ] || continue
  echo "test: ${file##*/broken-}: $(cat "$file")"
  grep -E -A 20 'Fatal error|Program crashed|crashed:' "$logs/output-${file##*/broken-}" | cut -c 1-300 | head -n 40
  status=1
done
if [ -e "$logs/stalled" ]; then
  cat "$logs/stalled"
  status=1
elif compgen -G "$logs/broken-*" >/dev/null; then
  unfinished | head -n 40
fi
if [ "${CI:-}" = true ] && [ -s "$logs/skipped" ]; then
  grep '^Test ' "$logs/skipped"
  echo "test: tests were skipped, and in CI none may be"
  status=1
fi
if [ "$status" -ne 0 ] && [ "$failed" -eq 0 ]; then failed=1; fi
if [ "$failed" -gt 0 ] && [ "$status" -eq 0 ]; then status=1; fi
echo "suites: $passed passed, $failed failed, $skipped skipped"
exit "$status"
