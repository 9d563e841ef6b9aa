import Devnet
import Dispatch
import Primitives
import StrictJSON

/// A conversation with one devnet: every line of the input is a message of JSON-RPC, or, if it is no JSON, the choices from
/// which one is made. Each gets an answer of the right shape, no error is the devnet's own fault, and none ends it.
func fuzzDevnet(_ bytes: Bytes) {
  let lines = bytes.split(separator: 0x0a).prefix(24).map(Bytes.init)
  guard !lines.isEmpty else { return }
  let done = DispatchSemaphore(value: 0)
  Task {
    await converse(lines)
    done.signal()
  }
  done.wait()
}

private func converse(_ lines: [Bytes]) async {
  var options = Devnet.Options()
  options.accountCount = 1
  options.blockGasLimit = 2_000_000
  options.callGasLimit = 300_000
  options.memoryLimit = 2 << 20
  options.longestWait = .milliseconds(1)
  options.openOrigin = nil
  options.timestamp = 1_000_000
  options.clock = { 1_000_000 }
  guard let devnet = try? await Devnet.start(options) else { return require(false, "a devnet doesn't start") }
  // The choices of a line may name what was answered before.
  var answers: [JSON] = []
  for line in lines {
    var choices = Choices(line, answers)
    let message = (try? JSON(parsing: line))?.resolved(answers) ?? choices.request()
    let answer = await devnet.answer(message)
    check(answer, to: message)
    if let result = answer?["result"] { answers.append(result) }
  }
  let alive = await devnet.answer(["jsonrpc": "2.0", "id": 1, "method": "eth_blockNumber"])
  require(alive?["result"]?.string != nil, "the devnet no longer answers: \(alive ?? .null)")
}

private func check(_ answer: JSON?, to message: JSON) {
  guard let answer else {
    return require(message["id"] == nil, "no answer to \(message)")
  }
  if let items = answer.array {
    for item in items { checkOne(item, to: message) }
  } else {
    checkOne(answer, to: message)
  }
  do throws(JSONError) {
    let read = try JSON(parsing: answer.serializedBytes(), limits: JSON.Limits(depth: 512))
    require(read == answer, "an answer that is not what its text says")
  } catch {
    // The calls of a trace may lie as deep within one another as the machine lets them.
    require(error.code == .tooDeep, "an answer that is no JSON: \(error)")
  }
}

private func checkOne(_ answer: JSON, to message: JSON) {
  guard let error = answer["error"] else {
    return require(answer["result"] != nil, "an answer without result or error: \(answer)")
  }
  require(error["code"]?.int.map { $0 != -32603 } ?? false, "the devnet's own error \(error) to \(message)")
  let text = error["message"]?.string ?? ""
  require(!text.isEmpty && text.utf8.count(where: { $0 == 0x0a }) < 4, "the text of \(error)")
}

extension JSON {
  /// The same with `"$0"`, `"$1"`… replaced by the last answer, the one before…
  fileprivate func resolved(_ answers: [JSON]) -> JSON {
    switch self {
    case .string(let text):
      guard text.first == "$", let index = Int(text.dropFirst()), index >= 0, index < answers.count else { return self }
      return answers[answers.count - 1 - index]
    case .array(let items): return .array(items.map { $0.resolved(answers) })
    case .object(let object): return .object(JSONObject(object.map { ($0.key, $0.value.resolved(answers)) }))
    default: return self
    }
  }
}

/// Bytes, each of which chooses something: so that most of what libFuzzer makes is a request that goes somewhere.
private struct Choices {
  private var bytes: ArraySlice<UInt8>
  private let answers: [JSON]

  init(_ bytes: Bytes, _ answers: [JSON]) {
    self.bytes = bytes[...]
    self.answers = answers
  }

  private mutating func next(_ count: Int) -> Int { Int(bytes.popFirst() ?? 0) % max(count, 1) }

  mutating func request() -> JSON {
    let method = Devnet.methodNames[(next(256) << 8 | next(256)) % Devnet.methodNames.count]
    let parameters = (0..<next(5)).map { _ in value(depth: 0) }
    return ["jsonrpc": "2.0", "id": 1, "method": .string(method), "params": .array(parameters)]
  }

  private mutating func value(depth: Int) -> JSON {
    switch next(depth < 4 ? 14 : 10) {
    case 0: .null
    case 1: .bool(next(2) == 0)
    case 2: .number(String(next(256)))
    case 3: .string(UInt256(UInt64(next(256))).quantity)
    case 4: .string((UInt256.max >> next(256)).quantity)
    case 5: .string(Self.words[next(Self.words.count)])
    case 6: .string(Hash32(UInt256(UInt64(next(4)))).hex)
    case 7, 8: answers.isEmpty ? .null : answers[answers.count - 1 - next(answers.count)]
    case 9:
      .string(bytes(next(64)).hex)
    case 10: .array((0..<next(5)).map { _ in value(depth: depth + 1) })
    default:
      .object(
        JSONObject(
          (0..<next(6)).map { _ in (Self.names[next(Self.names.count)], value(depth: depth + 1)) }))
    }
  }

  private mutating func bytes(_ count: Int) -> Bytes { (0..<count).map { _ in UInt8(next(256)) } }

  private static let words = [
    "latest", "pending", "earliest", "safe", "0x", "0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266",
    "0x00000000000000000000000000000000000000aa", "0x0000000000000000000000000000000000000001",
    "0x00000000219ab540356cbb839cbbde5303d7705fa", "0x5b5f56", "0x5f5f5f5f5f305af1", "0x60016001555f5fa05f5ff3",
    "callTracer", "prestateTracer", "4byteTracer", "flatCallTracer", "muxTracer", "newHeads", "logs",
  ]

  private static let names = [
    "from", "to", "data", "input", "gas", "gasPrice", "value", "nonce", "maxFeePerGas", "maxPriorityFeePerGas",
    "accessList", "address", "storageKeys", "authorizationList", "chainId", "type", "fromBlock", "toBlock", "blockHash",
    "blockNumber", "topics", "tracer", "tracerConfig", "diffMode", "onlyTopCall", "withLog", "enableMemory", "limit",
    "stateOverrides", "blockOverrides", "balance", "code", "state", "stateDiff", "movePrecompileToAddress", "number",
    "time", "gasLimit", "baseFeePerGas", "blockStateCalls", "calls", "validation", "traceTransfers", "accounts",
    "timestamp", "blocks", "forking", "withdrawals", "0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266",
    "0x00000000000000000000000000000000000000aa", "callTracer", "prestateTracer",
  ]
}
