import EVM
import JSONFields
import Primitives
import StrictJSON

extension CallTreeTracer {
  /// The calls one after the other, each with its place in the tree, as geth's `flatCallTracer` and Parity's `trace_`
  /// methods answer them.
  func flatJSON(
    _ transaction: EVMTransaction, _ result: ExecutionResult, at place: TraceOptions.Place,
    precompiles: some Sequence<Address>, _ options: TraceOptions.FlatOptions
  ) -> JSON {
    guard var root = roots.first else { return [] }
    // The transaction's own call has all its gas.
    root.message.gas = transaction.gasLimit
    root.result?.gasLeft = transaction.gasLimit - min(transaction.gasLimit, result.gasUsed)
    let hidden = options.includesPrecompiles ? [] : Set(precompiles)
    var traces: [JSON] = []
    // The calls that are still to be written, the next one last.
    var waiting: [(node: Node, path: [Int])] = [(root, [])]
    while let (node, path) = waiting.popLast() {
      let calls = node.calls.filter {
        $0.isSelfDestruct || $0.message.kind.isCreation || !hidden.contains($0.message.target)
      }
      traces.append(.object(node.flat(path, calls.count, at: place, isParity: options.isParity)))
      waiting += calls.enumerated().reversed().map { ($1, path + [$0]) }
    }
    return .array(traces)
  }
}

extension CallTreeTracer.Node {
  fileprivate func flat(_ path: [Int], _ count: Int, at place: TraceOptions.Place, isParity: Bool) -> JSONObject {
    var object: JSONObject = [
      "action": .object(action), "blockHash": place.block.map { .hash($0) } ?? .null,
      "blockNumber": .number("\(place.number)"), "subtraces": .number("\(count)"),
      "traceAddress": .array(path.map { .number("\($0)") }),
      "transactionHash": place.transaction.map { .hash($0) } ?? .null,
      "transactionPosition": .number("\(place.index)"),
      "type": isSelfDestruct ? "suicide" : message.kind.isCreation ? "create" : "call",
    ]
    guard !isSelfDestruct, let result else { return object }
    switch result.outcome {
    case .success, .reverted:
      object["result"] = .object(outcome(result))
      if !result.isSuccess { object["error"] = isParity ? "Reverted" : "execution reverted" }
    case .failed(let failure): object["error"] = .string(isParity ? failure.parityText : failure.text)
    }
    return object
  }

  private var action: JSONObject {
    if isSelfDestruct {
      return [
        "address": .address(sender), "balance": .quantity(message.value), "refundAddress": .address(message.target),
      ]
    }
    var object: JSONObject = ["from": .address(sender), "gas": .quantity(message.gas)]
    if message.kind != .staticCall { object["value"] = .quantity(message.value) }
    if message.kind.isCreation {
      object["creationMethod"] = message.kind == .create ? "create" : "create2"
      object["init"] = .bytes(message.input)
    } else {
      object["to"] = .address(message.target)
      object["callType"] = .string("\(message.kind)".lowercased())
      object["input"] = .bytes(message.input)
    }
    return object
  }

  private func outcome(_ result: CallResult) -> JSONObject {
    let gasUsed = JSON.quantity(gasUsed)
    guard message.kind.isCreation else { return ["gasUsed": gasUsed, "output": .bytes(result.output)] }
    var object: JSONObject = ["gasUsed": gasUsed, "code": .bytes(result.output)]
    if result.isSuccess { object["address"] = .address(message.target) }
    return object
  }
}

extension ExecutionFailure {
  /// The failure as Parity words it.
  fileprivate var parityText: String {
    switch self {
    case .outOfGas, .codeSize: "Out of gas"
    case .invalidJump: "Bad jump destination"
    case .invalidOpcode: "Bad instruction"
    case .stackUnderflow: "Stack underflow"
    case .stackOverflow: "Out of stack"
    case .precompile: "Built-in failed"
    case .writeProtection: "Mutable Call In Static Context"
    default: text
    }
  }
}
