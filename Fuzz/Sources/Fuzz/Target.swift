#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What is fuzzed: a decoder of outside bytes, and what must be true of all that it accepts.
struct Target: Sendable {
  /// The name at the command line, and of its folder in `Corpus`.
  let name: String
  /// libFuzzer's callback; a C function, so that it can take no context with it.
  let run: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32

  /// All targets, in the order they are run.
  static let all = [
    Target(name: "rlp") { Target.feed($0, $1, fuzzRLP) },
    Target(name: "abi") { Target.feed($0, $1, fuzzABI) },
    Target(name: "contract") { Target.feed($0, $1, fuzzContract) },
    Target(name: "transaction") { Target.feed($0, $1, fuzzTransaction) },
    Target(name: "keystore") { Target.feed($0, $1, fuzzKeystore) },
    Target(name: "number") { Target.feed($0, $1, fuzzNumber) },
    Target(name: "json") { Target.feed($0, $1, fuzzJSON) },
    Target(name: "reply") { Target.feed($0, $1, fuzzReply) },
    Target(name: "payment") { Target.feed($0, $1, fuzzPayment) },
    Target(name: "orders") { Target.feed($0, $1, fuzzOrders) },
    Target(name: "token-list") { Target.feed($0, $1, fuzzTokenList) },
    Target(name: "picture") { Target.feed($0, $1, fuzzPicture) },
    Target(name: "oracle") { Target.feed($0, $1, fuzzOracle) },
    Target(name: "evidence") { Target.feed($0, $1, fuzzEvidence) },
    Target(name: "xml") { Target.feed($0, $1, fuzzXML) },
    Target(name: "rss") { Target.feed($0, $1, fuzzNews) },
    Target(name: "html") { Target.feed($0, $1, fuzzHTML) },
    Target(name: "decimal") { Target.feed($0, $1, fuzzDecimal) },
    Target(name: "rate-answers") { Target.feed($0, $1, fuzzRateAnswers) },
    Target(name: "form") { Target.feed($0, $1, fuzzForm) },
    Target(name: "request") { Target.feed($0, $1, fuzzRequest) },
    Target(name: "multipart") { Target.feed($0, $1, fuzzMultipart) },
    Target(name: "devnet") { Target.feed($0, $1, fuzzDevnet) },
  ]

  private static func feed(_ start: UnsafePointer<UInt8>?, _ count: Int, _ body: ([UInt8]) -> Void) -> Int32 {
    body(Array(UnsafeBufferPointer(start: start, count: count)))
    return 0
  }
}

/// libFuzzer's loop, from the library that `-sanitize=fuzzer` links; it ends the process itself.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<Int32>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32

extension Target {
  /// Runs libFuzzer over this target with its own options and corpus folders.
  func fuzz(options: [String]) -> Int32 {
    let words = [CommandLine.arguments[0]] + options
    var count = Int32(words.count)
    // libFuzzer keeps the pointers for as long as the process runs: they are never freed.
    var arguments = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: words.count + 1)
    for (index, word) in words.enumerated() { arguments[index] = strdup(word) }
    arguments[words.count] = nil
    return runDriver(&count, &arguments, run)
  }
}
