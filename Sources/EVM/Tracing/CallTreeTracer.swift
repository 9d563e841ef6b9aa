import Primitives

/// Notes which calls were made by which, with their results, logs and changes of storage.
public struct CallTreeTracer: Tracer, Sendable {
  /// A call and those that it made.
  public struct Node: Sendable, Hashable {
    /// The call.
    public var message: Message
    /// Its result; nil while it runs.
    public var result: CallResult?
    /// The calls that it made.
    public var calls: [Node] = []
    /// Its logs; those of a call that failed came to nothing.
    public var logs: [Log] = []
    /// The slots it changed, in the order of the changes.
    public var storage: [StorageChange] = []

    /// The gas that it used, with that of the calls it made.
    public var gasUsed: UInt64 { message.gas - min(message.gas, result?.gasLeft ?? 0) }
  }

  /// A change of a slot.
  public struct StorageChange: Sendable, Hashable {
    public var address: Address
    public var slot: UInt256
    public var old: UInt256
    public var new: UInt256
  }

  /// The calls that nobody here made: one for a transaction.
  public private(set) var roots: [Node] = []
  private var running: [Node] = []

  /// A tracer that has seen nothing.
  public init() {}

  public mutating func enter(_ message: Message, depth: Int, callerGas: UInt64) {
    running.append(Node(message: message))
  }

  public mutating func exit(_ result: CallResult, depth: Int) {
    guard var node = running.popLast() else { return }
    node.result = result
    if let last = running.indices.last { running[last].calls.append(node) } else { roots.append(node) }
  }

  public mutating func storage(_ address: Address, slot: UInt256, from old: UInt256, to new: UInt256) {
    guard let last = running.indices.last else { return }
    running[last].storage.append(StorageChange(address: address, slot: slot, old: old, new: new))
  }

  public mutating func log(_ log: Log) {
    guard let last = running.indices.last else { return }
    running[last].logs.append(log)
  }
}
