import Primitives

/// Several tracers that see the same execution.
public struct TracerGroup: Tracer {
  /// The tracers, with what they have seen.
  public private(set) var members: [any Tracer]

  /// Some tracers.
  public init(_ members: [any Tracer]) { self.members = members }

  /// Tells every member of an instruction, in their order.
  public mutating func step(_ step: TraceStep) { tell { $0.step(step) } }

  /// Tells every member of the beginning of a frame.
  public mutating func enter(_ message: Message, depth: Int, callerGas: UInt64) {
    tell { $0.enter(message, depth: depth, callerGas: callerGas) }
  }

  /// Tells every member of the end of a frame.
  public mutating func exit(_ result: CallResult, depth: Int) { tell { $0.exit(result, depth: depth) } }

  /// Tells every member of a slot that changes.
  public mutating func storage(_ address: Address, slot: UInt256, from old: UInt256, to new: UInt256) {
    tell { $0.storage(address, slot: slot, from: old, to: new) }
  }

  /// Tells every member of a log.
  public mutating func log(_ log: Log) { tell { $0.log(log) } }

  /// Tells every member of a contract's end.
  public mutating func selfDestruct(_ address: Address, beneficiary: Address, balance: UInt256) {
    tell { $0.selfDestruct(address, beneficiary: beneficiary, balance: balance) }
  }

  private mutating func tell(_ event: (inout any Tracer) -> Void) {
    for index in members.indices { event(&members[index]) }
  }
}
