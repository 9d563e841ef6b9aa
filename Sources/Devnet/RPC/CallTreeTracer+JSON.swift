import EVM
import JSONFields
import StrictJSON

extension CallTreeTracer {
  /// The calls as geth's `callTracer` answers them: the transaction's own with all the gas it has and uses.
  func json(_ transaction: EVMTransaction, _ result: ExecutionResult, onlyTop: Bool, withLogs: Bool) -> JSON {
    guard let root = roots.first else { return .null }
    var writer = CallTreeWriter(onlyTop: onlyTop, withLogs: withLogs)
    var object = writer.object(root)
    object["gas"] = .quantity(transaction.gasLimit)
    object["gasUsed"] = .quantity(result.gasUsed)
    return .object(object)
  }
}

/// Writes calls down, and numbers their logs.
private struct CallTreeWriter {
  let onlyTop: Bool
  let withLogs: Bool
  var logCount = 0

  /// A call that is being written: what is known before the calls that it made are.
  private struct Place {
    let node: CallTreeTracer.Node
    let hasFailed: Bool
    var object: JSONObject
    var calls: [JSON] = []
  }

  /// Not by recursion: calls lie within one another deeper than some threads' stacks are.
  mutating func object(_ root: CallTreeTracer.Node) -> JSONObject {
    var places = [place(of: root, isInFailure: false)]
    while true {
      let last = places.count - 1
      let place = places[last]
      if !onlyTop, place.calls.count < place.node.calls.count {
        places.append(self.place(of: place.node.calls[place.calls.count], isInFailure: place.hasFailed))
        continue
      }
      let object = finished(place)
      places.removeLast()
      guard last > 0 else { return object }
      places[last - 1].calls.append(.object(object))
    }
  }

  private func place(of node: CallTreeTracer.Node, isInFailure: Bool) -> Place {
    let message = node.message
    var object: JSONObject = [
      "from": .address(node.sender), "gas": .quantity(message.gas), "gasUsed": .quantity(node.gasUsed),
      "to": .address(message.target), "input": .bytes(message.input),
    ]
    let result = node.result ?? CallResult(outcome: .success)
    if result.isSuccess {
      if !result.output.isEmpty { object["output"] = .bytes(result.output) }
    } else {
      // There is no contract then.
      if message.kind.isCreation { object["to"] = nil }
      write(result, to: &object)
    }
    return Place(node: node, hasFailed: isInFailure || !result.isSuccess, object: object)
  }

  private mutating func finished(_ place: Place) -> JSONObject {
    let node = place.node
    var object = place.object
    if !place.calls.isEmpty { object["calls"] = .array(place.calls) }
    // A failed call has logged nothing.
    if withLogs, !place.hasFailed, !node.logs.isEmpty {
      object["logs"] = .array(zip(node.logs, node.logPositions).map { log($0, position: $1) })
    }
    if node.message.kind != .staticCall { object["value"] = .quantity(node.message.value) }
    object["type"] = .string(type(of: node))
    return object
  }

  private func write(_ result: CallResult, to object: inout JSONObject) {
    guard case .failed(let failure) = result.outcome else {
      object["error"] = "execution reverted"
      if !result.output.isEmpty { object["output"] = .bytes(result.output) }
      if let reason = RevertReason.text(result.output) { object["revertReason"] = .string(reason) }
      return
    }
    object["error"] = .string(failure.text)
  }

  private mutating func log(_ log: Log, position: Int) -> JSON {
    defer { logCount += 1 }
    return [
      "index": .quantity(logCount), "address": .address(log.address), "topics": .array(log.topics.map { .hash($0) }),
      "data": .bytes(log.data), "position": .quantity(position),
    ]
  }

  private func type(of node: CallTreeTracer.Node) -> String {
    if node.isSelfDestruct { return "SELFDESTRUCT" }
    return switch node.message.kind {
    case .call: "CALL"
    case .callCode: "CALLCODE"
    case .delegateCall: "DELEGATECALL"
    case .staticCall: "STATICCALL"
    case .create: "CREATE"
    case .create2: "CREATE2"
    }
  }
}
