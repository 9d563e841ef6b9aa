import Primitives

/// Notes which calls were made by which, with their results, logs and changes of storage.
public struct CallTreeTracer: Tracer, Sendable {
  /// A call and those that it made, or a SELFDESTRUCT with its transfer.
  public struct Node: Sendable, Hashable {
    /// The call with its target, value and calldata.
    public var message: Message
    /// The account that makes it. For DELEGATECALL that is the contract whose code does, while `message.caller` is its
    /// caller.
    public var sender: Address
    /// Its result; nil while it runs.
    public var result: CallResult?
    /// The calls that it made.
    public var calls: [Node] = []
    /// Its logs; those of a call that failed came to nothing.
    public var logs: [Log] = []
    /// The number of calls that it had made before each of its logs.
    public var logPositions: [Int] = []
    /// The slots it changed, in the order of the changes.
    public var storage: [StorageChange] = []
    /// Whether this is no call, but the transfer of a SELFDESTRUCT.
    public var isSelfDestruct = false

    /// The gas that it used, with that of the calls it made.
    public var gasUsed: UInt64 { message.gas - min(message.gas, result?.gasLeft ?? 0) }
  }

  /// A change of a slot.
  public struct StorageChange: Sendable, Hashable {
    /// The contract whose storage it is; in a DELEGATECALL the caller's.
    public var address: Address
    /// The slot's number, as SSTORE takes it.
    public var slot: UInt256
    /// The value of the slot before the instruction.
    public var old: UInt256
    /// The value after it, unless the call fails.
    public var new: UInt256
  }

  /// The calls that nobody here made: one for a transaction.
  public private(set) var roots: [Node] = []
  /// Whether calls, logs or changes were left out because they would take too many bytes.
  public private(set) var isTooLarge = false

  private var bytesLeft: Int
  private var running: [Node] = []
  /// The accounts that the running calls work on.
  private var contexts: [Address] = []

  /// A tracer that keeps what takes about so many bytes.
  public init(byteLimit: Int = 64 << 20) { bytesLeft = byteLimit }

  /// Begins a node of the tree below the call that is open.
  public mutating func enter(_ message: Message, depth: Int, callerGas: UInt64) {
    let here = contexts.last ?? message.caller
    let isHere = message.kind == .delegateCall || message.kind == .callCode
    contexts.append(isHere ? here : message.target)
    var node = Node(message: message, sender: here)
    if !spend(400 + 2 * message.input.count) { node.message.input = [] }
    running.append(node)
  }

  /// Ends the open node with its result; output is left out once the memory for it is spent.
  public mutating func exit(_ result: CallResult, depth: Int) {
    guard var node = running.popLast() else { return }
    contexts.removeLast()
    let isKept = spend(2 * result.output.count)
    node.result = isKept ? result : CallResult(outcome: result.outcome, gasLeft: result.gasLeft)
    add(node)
  }

  /// Adds a change of a slot to the open call.
  public mutating func storage(_ address: Address, slot: UInt256, from old: UInt256, to new: UInt256) {
    guard let last = running.indices.last, spend(140) else { return }
    running[last].storage.append(StorageChange(address: address, slot: slot, old: old, new: new))
  }

  /// Adds a log to the open call, with its place among the calls.
  public mutating func log(_ log: Log) {
    guard let last = running.indices.last, spend(400 + 2 * log.data.count) else { return }
    running[last].logs.append(log)
    running[last].logPositions.append(running[last].calls.count)
  }

  /// Adds a node for the transfer of what the contract held.
  public mutating func selfDestruct(_ address: Address, beneficiary: Address, balance: UInt256) {
    guard spend(400) else { return }
    var node = Node(
      message: Message(caller: address, target: beneficiary, value: balance, gas: 0), sender: address,
      result: CallResult(outcome: .success))
    node.isSelfDestruct = true
    add(node)
  }

  private mutating func add(_ node: Node) {
    guard let last = running.indices.last else {
      roots.append(node)
      return
    }
    if !isTooLarge { running[last].calls.append(node) }
  }

  private mutating func spend(_ bytes: Int) -> Bool {
    bytesLeft -= bytes
    if bytesLeft < 0 { isTooLarge = true }
    return !isTooLarge
  }
}
