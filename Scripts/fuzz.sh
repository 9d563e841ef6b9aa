#!/usr/bin/env bash
# Fuzzes the decoders of outside bytes (Fuzz/) and ends with a table; a crash is a failure and keeps its input.
#   RUNS=20000           inputs for each target (default 10000000)
#   SECONDS_EACH=60      or until so many seconds are over, if that is earlier (default: no such end)
#   TARGETS="rlp abi"    default: all
#   ADDRESS=1            under the address sanitizer too: about a third as fast
#   QUICK_BUILD=1        nothing is optimized: built in a fifth of the time, for a sample
#   JOBS=2               targets at the same time (default: as many as there are processors)
# What was found interesting is kept in .build/fuzz/corpus and used again; Fuzz/Corpus has the seeds only.
set -euo pipefail
cd "$(dirname "$0")/.."
swift="${SWIFT:-swift}"
work="$PWD/.build/fuzz"
runs="${RUNS:-10000000}"
# Bytes of the longest input.
most=4096
build="$work/build${ADDRESS:+-address}"
quick=()
if [ "${QUICK_BUILD:-}" = 1 ]; then
  build+="-quick"
  quick=(-Xswiftc -Onone -debug-info-format none)
fi
# The versions that the package itself was built with, where it was, are not looked for again.
[ ! -f Package.resolved ] || cp Package.resolved Fuzz/
program="$build/release/Fuzz"

# -sanitize=fuzzer counts the edges taken in all that is compiled, the libraries under test included; only lld leaves
# out libFuzzer's own main where the program has one. Some of the readers are no library's own face: they are reached as
# tests reach them.
[ "$(uname)" = Linux ] && linker=(-Xswiftc -use-ld=lld) || linker=()
"$swift" build -c release --package-path Fuzz --product Fuzz --scratch-path "$build" \
  -Xswiftc "-sanitize=fuzzer${ADDRESS:+,address}" -Xswiftc -enable-testing "${linker[@]}" "${quick[@]}" >&2

all="$("$program")"
targets="${TARGETS:-$all}"
for target in $targets; do
  grep -qxF "$target" <<<"$all" || { echo "fuzz: no target $target; there are" $all >&2; exit 2; }
done

# Hexadecimal as printf's escapes, which is how bash writes any byte.
bytes() { printf "$(tr -d '[:space:]' | sed 's/../\\x&/g')"; }

# The recorded answers that are seeds of a target.
recorded() {
  case "$1" in
    xml) ls Tests/RecordedSources/Answers/*.xml ;;
    rss) ls Tests/RecordedSources/Answers/news-* ;;
    rate-answers) ls Tests/RecordedSources/Answers/* | grep -v /news- ;;
  esac
}

# Seeds are kept as text: *.hex is hexadecimal, *.abi a type and hexadecimal on the lines after it, all else as it is.
seed() {
  local file out letter
  rm -rf "$work/seeds/$1"
  mkdir -p "$work/seeds/$1"
  # Answers that sources gave, as the tests read them; those that an input has room for.
  for file in $(recorded "$1"); do
    [ "$(wc -c <"$file")" -lt "$most" ] || continue
    out="$work/seeds/$1/$(basename "$file")"
    if [ "$1" = rate-answers ]; then
      # The first byte chooses who reads it: each answer is offered to all.
      for letter in {a..p}; do { printf %s "$letter" && cat "$file"; } >"$out.$letter"; done
    else
      cp "$file" "$out"
    fi
  done
  for file in Fuzz/Corpus/"$1"/*; do
    out="$work/seeds/$1/$(basename "$file")"
    case "$file" in
      *.hex) bytes <"$file" >"$out" ;;
      *.abi) { head -n 1 "$file"; tail -n +2 "$file" | bytes; } >"$out" ;;
      *) cp "$file" "$out" ;;
    esac
  done
}

fuzz() {
  local target="$1" limits=(-rss_limit_mb=1024 -malloc_limit_mb=512) runs="$runs"
  # An input of this one is a whole conversation with a chain of its own.
  [ "$target" = devnet ] && { runs=$((runs / 10)); limits+=(-timeout=60); } || limits+=(-timeout=10)
  # Of this one a picture to look for codes in.
  # A picture's few bytes may claim 64 million points, which are within its bounds.
  [ "$target" = picture ] && { runs=$((runs / 10)); limits+=(-rss_limit_mb=2048); }
  limits+=(-detect_leaks=0 -print_final_stats=1 -runs="$runs" -max_total_time="${SECONDS_EACH:-0}")
  # A number of 256 bits has 78 digits, a decimal number 200 characters: longer texts only cost time.
  case "$target" in
    number) limits+=(-max_len=200) ;;
    decimal) limits+=(-max_len=300) ;;
    html) limits+=(-max_len=1000) ;;
    *) limits+=(-max_len="$most") ;;
  esac
  # No reader of an answer may want more than a multiple of it.
  case "$target" in xml | rss | html | decimal | rate-answers) limits+=(-malloc_limit_mb=16) ;; esac
  [ -f "Fuzz/Corpus/$target.dict" ] && limits+=(-dict="Fuzz/Corpus/$target.dict")
  mkdir -p "$work/corpus/$target" "$work/crashes" "$work/logs"
  "$program" "$target" "${limits[@]}" -artifact_prefix="$work/crashes/$target-" \
    "$work/corpus/$target" "$work/seeds/$target" >"$work/logs/$target.log" 2>&1 && return
  touch "$work/logs/$target.failed"
}

# Leaks are not looked for, at the end neither: what Swift keeps on purpose (metadata, once-only values) looks like one.
export ASAN_OPTIONS="detect_leaks=0"

rm -f "$work"/logs/*.failed
# Swift's own report of a crash would take the signal from libFuzzer, which then could not keep the input.
export SWIFT_BACKTRACE=enable=no
jobs="${JOBS:-$(getconf _NPROCESSORS_ONLN)}"
for target in $targets; do
  seed "$target"
  while [ "$(jobs -rp | wc -l)" -ge "$jobs" ]; do wait -n || true; done
  fuzz "$target" &
done
wait || true

status=0
stat() { sed -n "s/^stat::$2: *//p" "$work/logs/$1.log"; }
printf '%-12s %12s %9s %7s %8s  %s\n' target runs runs/s edges 'MB' result
for target in $targets; do
  log="$work/logs/$target.log"
  edges="$(grep -oE 'cov: [0-9]+' "$log" | tail -n 1 | cut -d' ' -f2 || true)"
  result=passed
  if [ -e "$work/logs/$target.failed" ]; then
    result="FAILED, see $log"
    status=1
  fi
  printf '%-12s %12s %9s %7s %8s  %s\n' "$target" "$(stat "$target" number_of_executed_units)" \
    "$(stat "$target" average_exec_per_sec)" "${edges:-0}" "$(stat "$target" peak_rss_mb)" "$result"
done
if [ "$status" -ne 0 ]; then
  for target in $targets; do
    [ -e "$work/logs/$target.failed" ] || continue
    grep -aE 'invariant broken|Fatal error|ERROR: libFuzzer|Test unit written' "$work/logs/$target.log" | tail -n 5 || true
  done
  echo "fuzz: run one input again with ${program#"$PWD/"} TARGET FILE; add it to Fuzz/Corpus with the repair"
fi
exit "$status"
