#!/usr/bin/env bash
# Runs the unit tests under the address sanitizer (decoders, key material, what is called in C) and under the thread
# sanitizer (what threads share). Each has a scratch folder of its own.
#   SAMPLE=1                 a few fast suites only, which is what CI runs at every change
#   SANITIZERS="address"     one of them only
set -euo pipefail
cd "$(dirname "$0")/.."
swift="${SWIFT:-swift}"
suppressions="$PWD/Scripts/thread-sanitizer.txt"

# The suites, as regular expressions over Module.Suite. Those that time things or start programs that were not built
# with the same sanitizer say nothing here and are left out.
if [ -n "${SAMPLE:-}" ]; then
  address='^(StrictJSONTests|PrimitivesTests\.(RLP|Hex)|ContractABITests\.Hostile|KeysTests\.(SecretBytes|HostileInput))'
  thread='^(KeysTests\.(BlockingWork|SecretBytes)|SendingTests\.NonceBook)'
else
  address='^(StrictJSON|Primitives|ContractABI|Keys|Keystores|Transactions|NodeRPC|Sending)Tests\.'
  thread='^(KeysTests\.(BlockingWork|SecretBytes|Signature|PrivateKey)|KeystoresTests\.(Concurrency|Manager)|NodeRPCTests\.(Batch|Cancellation|Retry|Fault|TypedMethod)|SendingTests\.|LecturesCommandTests\.(Console|Progress)|LectureKitTests\.Session)'
fi

# Leaks are not looked for: what Swift keeps on purpose (metadata, once-only values) looks like one.
export ASAN_OPTIONS="detect_leaks=0:abort_on_error=1"
export TSAN_OPTIONS="suppressions=$suppressions:halt_on_error=0:exitcode=66:second_deadlock_stack=1"
# The sanitizers name a frame with the compiler's own symbolizer; the suppressions go by those names.
symbolizer="$(dirname "$(readlink -f "$(command -v "$swift")")")/llvm-symbolizer"
if [ -x "$symbolizer" ]; then
  ASAN_OPTIONS+=":external_symbolizer_path=$symbolizer"
  TSAN_OPTIONS+=":external_symbolizer_path=$symbolizer"
fi

run() {
  local sanitizer="$1" filter="$2"
  printf '\n== %s sanitizer\n' "$sanitizer"
  Scripts/test.sh "$swift" test -c release -Xswiftc -enable-testing --sanitize "$sanitizer" \
    --scratch-path ".build/sanitize-$sanitizer" --filter "$filter"
}

status=0
for sanitizer in ${SANITIZERS:-address thread}; do
  case "$sanitizer" in
    address) run address "$address" || status=1 ;;
    thread) run thread "$thread" || status=1 ;;
    *) echo "sanitize: there is no sanitizer $sanitizer; address and thread are used" >&2 && exit 2 ;;
  esac
done
exit "$status"
