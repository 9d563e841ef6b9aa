import Primitives

/// Several tracers that see the same execution.
public struct TracerGroup: Tracer {
  /// The tracers, with what they have seen.
  public private(set) var members: [any Tracer]

  /// Some tracers.
  public init(_ members: [any Tracer]) { self.members = members }

  public mutating func step(_ step: TraceStep) {
    for index in members.indices { members[index].step(step) }
  }

  public mutating func enter(_ message: Message, depth: Int, callerGas: UInt64) {
    for index in members.indices { members[index].enter(message, depth: depth, callerGas: callerGas) }
  }

  public mutating func exit(_ result: CallResult, depth: Int) {
    for index in members.indices { members[index].exit(result, depth: depth) }
  }

  public mutating func storage(_ address: Address, slot: UInt256, from old: UInt256, to new: UInt256) {
    for index in members.indices { members[index].storage(address, slot: slot, from: old, to: new) }
  }

  public mutating func log(_ log: Log) {
    for index in members.indices { members[index].log(log) }
  }

  public mutating func selfDestruct(_ address: Address, beneficiary: Address, balance: UInt256) {
    for index in members.indices { members[index].selfDestruct(address, beneficiary: beneficiary, balance: balance) }
  }
}
