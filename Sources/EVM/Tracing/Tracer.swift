import Primitives

/// An observer of every step of an execution. Without one nothing of this is paid for.
public protocol Tracer {
  /// Before an instruction.
  mutating func step(_ step: TraceStep)
  /// A call or creation begins; it is one deeper than the one that makes it, which keeps so much gas meanwhile.
  mutating func enter(_ message: Message, depth: Int, callerGas: UInt64)
  /// The innermost call or creation ends.
  mutating func exit(_ result: CallResult, depth: Int)
  /// SSTORE is about to change a slot.
  mutating func storage(_ address: Address, slot: UInt256, from old: UInt256, to new: UInt256)
  /// A contract logs.
  mutating func log(_ log: Log)
  /// SELFDESTRUCT sends all that an account has to a beneficiary.
  mutating func selfDestruct(_ address: Address, beneficiary: Address, balance: UInt256)
}

extension Tracer {
  /// Passes over an instruction.
  public mutating func step(_ step: TraceStep) {}
  /// Passes over the beginning of a frame.
  public mutating func enter(_ message: Message, depth: Int, callerGas: UInt64) {}
  /// Passes over the end of a frame.
  public mutating func exit(_ result: CallResult, depth: Int) {}
  /// Passes over a slot that changes.
  public mutating func storage(_ address: Address, slot: UInt256, from old: UInt256, to new: UInt256) {}
  /// Passes over a log.
  public mutating func log(_ log: Log) {}
  /// Passes over a contract's end.
  public mutating func selfDestruct(_ address: Address, beneficiary: Address, balance: UInt256) {}
}

/// An instruction that is about to run.
public struct TraceStep {
  /// Its position in the code.
  public let position: Int
  /// The instruction.
  public let opcode: Opcode
  /// The gas before it.
  public let gas: UInt64
  /// The gas given back so far in the transaction, before any limit.
  public let refund: Int64
  /// 0 for the transaction's own call.
  public let depth: Int
  /// The contract whose storage is used.
  public let address: Address
  /// The stack, its top last; only valid until the tracer returns.
  public let stack: UnsafeBufferPointer<UInt256>
  /// The memory; only valid until the tracer returns.
  public let memory: UnsafeBufferPointer<UInt8>
  /// The data that the last call returned.
  public let returnData: [UInt8]
}
