import EVM
import JSONFields
import Primitives
import StrictJSON

extension StructLogTracer {
  /// The trace as geth's struct logger answers it.
  func json(_ result: ExecutionResult, _ rules: RuleSet) -> JSON {
    // After any other failure than a revert there is no output.
    [
      "gas": .number("\(result.gasUsed)"), "failed": .bool(!result.isSuccess), "returnValue": .bytes(result.output),
      "structLogs": .array(entries.map { $0.json(rules, hasStack: options.contains(.stack)) }),
    ]
  }
}

extension StructLogTracer.Entry {
  fileprivate func json(_ rules: RuleSet, hasStack: Bool) -> JSON {
    var object: JSONObject = [
      "pc": .number("\(position)"), "op": .string(name(rules)), "gas": .number("\(gas)"),
      "gasCost": .number("\(gasCost)"), "depth": .number("\(depth + 1)"),
    ]
    if let failure { object["error"] = .string(failure.text) }
    if hasStack { object["stack"] = .array(stack.map { .quantity($0) }) }
    if !returnData.isEmpty { object["returnData"] = .bytes(returnData) }
    if !memory.isEmpty {
      object["memory"] = .array(
        stride(from: 0, to: memory.count, by: 32).map { .bytes(Bytes(memory[$0..<min($0 + 32, memory.count)])) })
    }
    if !storage.isEmpty { object["storage"] = storage.json }
    if refund != 0 { object["refund"] = .number("\(refund)") }
    return .object(object)
  }

  private func name(_ rules: RuleSet) -> String {
    rules.operation(opcode)?.name
      ?? (opcode == .invalid ? "INVALID" : "opcode 0x\(String(opcode.rawValue, radix: 16)) not defined")
  }
}

extension [UInt256: UInt256] {
  /// Slots with their values, 32 bytes each, in order.
  var json: JSON {
    .object(JSONObject(sorted { $0.key < $1.key }.map { (Hash32($0.key).hex, .hash(Hash32($0.value))) }))
  }
}
