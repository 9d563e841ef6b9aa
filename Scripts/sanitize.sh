#!/usr/bin/env bash
# Runs the tests under the address sanitizer (decoders, key material, what is called in C) and under the thread
# sanitizer (what threads share). Each has a scratch folder of its own.
#   SAMPLE=1                 quick suites of each kind only, in a debug build, which is what CI runs at every change
#   SANITIZERS="address"     one of them only
set -euo pipefail
cd "$(dirname "$0")/.."
swift="${SWIFT:-swift}"

# All but the interop tests, whose other end is somebody else's program.
address=(--skip '^InteropTests\.')
thread=(--skip '^InteropTests\.')
build=(-c release -Xswiftc -enable-testing)
if [ -n "${SAMPLE:-}" ]; then
  # The tests of these targets alone are built, and what they stand on (Package.swift).
  build=(--skip-build)
  address_only="StrictJSON Primitives ContractABI Keys"
  address=(--filter '^(StrictJSONTests|PrimitivesTests\.(RLP|Hex)|ContractABITests\.Hostile|KeysTests\.(SecretBytes|HostileInput))')
  thread_only="Files Keys Keystores NodeRPC"
  thread=(--no-parallel --filter '^(FilesTests\.BlockingWork|KeysTests\.SecretBytes|KeystoresTests\.Concurrency|NodeRPCTests\.(Batch|Cancellation))')
fi

# Leaks are not looked for: what Swift keeps on purpose (metadata, once-only values) looks like one.
export ASAN_OPTIONS="detect_leaks=0:abort_on_error=1"
export TSAN_OPTIONS="exitcode=66:second_deadlock_stack=1:suppressions=$PWD/Scripts/thread-sanitizer.txt"
# The sanitizers name a frame with the compiler's own symbolizer.
symbolizer="$(dirname "$(readlink -f "$(command -v "$swift")")")/llvm-symbolizer"
if [ -x "$symbolizer" ]; then
  ASAN_OPTIONS+=":external_symbolizer_path=$symbolizer"
  TSAN_OPTIONS+=":external_symbolizer_path=$symbolizer"
fi

log="$(mktemp)"
trap 'rm -f "$log"' EXIT

run() {
  local sanitizer="$1"
  shift
  printf '\n== %s sanitizer\n' "$sanitizer"
  if [ -n "${SAMPLE:-}" ]; then
    "$swift" build --product lecturesPackageTests --sanitize "$sanitizer" --scratch-path ".build/sanitize-$sanitizer" || return
  fi
  Scripts/test.sh "$swift" test "${build[@]}" --sanitize "$sanitizer" \
    --scratch-path ".build/sanitize-$sanitizer" "$@" | tee "$log"
  local result=${PIPESTATUS[0]}
  # A report is told again at the end, where it is looked for; the frames are enough to find the place.
  [ "$result" -eq 0 ] || grep -aE 'WARNING: ThreadSanitizer|ERROR: AddressSanitizer|^ +(Write|Read|Previous|#)|^SUMMARY' "$log" \
    | cut -c 1-300 | tail -n 60
  return "$result"
}

status=0
for sanitizer in ${SANITIZERS:-address thread}; do
  case "$sanitizer" in
    address) ONLY_TESTS="${address_only-}" run address "${address[@]}" || status=1 ;;
    thread) ONLY_TESTS="${thread_only-}" run thread "${thread[@]}" || status=1 ;;
    *) echo "sanitize: there is no sanitizer $sanitizer; address and thread are used" >&2 && exit 2 ;;
  esac
done
exit "$status"
