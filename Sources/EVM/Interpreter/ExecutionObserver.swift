import Primitives

/// The observer of an execution: shows its steps to a tracer, and adds up their weights by the rules' second measure.
final class ExecutionObserver {
  var tracer: (any Tracer)?
  /// The work of the transaction so far by the weights of `ComputationRules`.
  @exclusivity(unchecked) private(set) var computation: UInt64 = 0
  private let rules: ComputationRules?
  private let state: Journal

  init(_ rules: ComputationRules?, state: Journal) { (self.rules, self.state) = (rules, state) }

  /// Whether every step has to be shown.
  var isNeeded: Bool { tracer != nil || rules != nil }

  /// Begins a transaction, of which nothing is weighed yet.
  func begin() { computation = 0 }

  /// Shows an instruction to the tracer and adds its weight; false if that is too much.
  @inline(never)
  func allows(_ frame: Frame, _ next: UnsafePointer<UInt8>, _ top: UnsafeMutablePointer<UInt256>, _ gas: Int64) -> Bool
  {
    let opcode = next.pointee
    tracer?.step(
      TraceStep(
        position: next - UnsafePointer(frame.code.start), opcode: Opcode(rawValue: opcode), gas: UInt64(gas),
        refund: state.refund,
        depth: frame.depth, address: frame.address,
        stack: UnsafeBufferPointer(start: frame.stack, count: top - frame.stack),
        memory: UnsafeBufferPointer(start: frame.memory, count: frame.memorySize), returnData: frame.returnData))
    guard let rules else { return true }
    add(rules.weights[Int(opcode)])
    return computation <= rules.limit
  }

  /// Adds the weight of a precompile's call, if there is a second measure.
  func add(_ precompile: Precompile, _ input: ArraySlice<UInt8>) {
    if rules != nil { add(precompile.computation(input)) }
  }

  private func add(_ weight: UInt64) {
    let (sum, overflow) = computation.addingReportingOverflow(weight)
    computation = overflow ? .max : sum
  }
}
