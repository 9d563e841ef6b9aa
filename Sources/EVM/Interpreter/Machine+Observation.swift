import Primitives

extension Machine {
  /// Shows an instruction to the tracer and adds its weight; false if that is too much.
  @inline(never)
  func observe(
    _ frame: Frame, _ next: UnsafePointer<UInt8>, _ top: UnsafeMutablePointer<UInt256>, _ gas: Int64
  ) -> Bool {
    let opcode = next.pointee
    tracer?.step(
      TraceStep(
        position: next - UnsafePointer(frame.code.start), opcode: Opcode(rawValue: opcode), gas: UInt64(gas),
        refund: state.refund,
        depth: frame.depth, address: frame.address,
        stack: UnsafeBufferPointer(start: frame.stack, count: top - frame.stack),
        memory: UnsafeBufferPointer(start: frame.memory, count: frame.memorySize), returnData: frame.returnData))
    guard let rules = rules.computation else { return true }
    let (sum, overflow) = computation.addingReportingOverflow(rules.weights[Int(opcode)])
    computation = overflow ? .max : sum
    guard computation <= rules.limit else {
      failure = .computationLimit
      return false
    }
    return true
  }

  /// Why the table of opcodes refuses an instruction.
  @inline(never)
  func refusal(_ opcode: UInt8, height: UInt, _ gas: Int64) -> ExecutionFailure {
    guard table.isDefined(opcode) else { return .invalidOpcode(opcode) }
    let entry = table.entries[Int(opcode)]
    if height < UInt(entry.required) { return .stackUnderflow }
    return height > UInt(entry.required) + UInt(entry.room) ? .stackOverflow : .outOfGas
  }
}
