import Primitives

/// Notes every instruction with the stack before it, as `debug_traceTransaction` answers.
public struct StructLogTracer: Tracer, Sendable {
  /// What is noted beside opcode and gas.
  public struct Options: OptionSet, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    public static let stack = Options(rawValue: 1)
    public static let memory = Options(rawValue: 2)
    public static let returnData = Options(rawValue: 4)
  }

  /// An instruction.
  public struct Entry: Sendable, Hashable {
    /// Its position in the code.
    public var position: Int
    /// The opcode.
    public var opcode: UInt8
    /// The gas before it.
    public var gas: UInt64
    /// What it cost; for a call with the gas that the callee got, for the last of a failed frame 0.
    public var gasCost: UInt64
    /// 0 for the transaction's own call.
    public var depth: Int
    /// The gas given back so far, before any limit.
    public var refund: Int64
    /// The stack before it, the top last.
    public var stack: [UInt256]
    /// The memory before it.
    public var memory: [UInt8]
    /// What the last call gave back.
    public var returnData: [UInt8]
    /// The slot that it is about to change, and the value.
    public var storage: [UInt256: UInt256]
  }

  /// The instructions in their order.
  public private(set) var entries: [Entry] = []
  /// How many were left out because there were too many.
  public private(set) var omitted = 0

  private let options: Options
  private let limit: Int
  /// The last instruction of each frame that runs, and whether its cost is still to be found.
  private var open: [Int?] = []

  /// A tracer that keeps so many instructions at most.
  public init(_ options: Options = [.stack], limit: Int = 1_000_000) {
    self.options = options
    self.limit = limit
  }

  public mutating func step(_ step: TraceStep) {
    close(step.depth, gasLeft: step.gas)
    guard entries.count < limit else {
      omitted += 1
      return
    }
    while open.count <= step.depth { open.append(nil) }
    open[step.depth] = entries.count
    entries.append(
      Entry(
        position: step.position, opcode: step.opcode, gas: step.gas, gasCost: 0, depth: step.depth, refund: step.refund,
        stack: options.contains(.stack) ? Array(step.stack) : [],
        memory: options.contains(.memory) ? Array(step.memory) : [],
        returnData: options.contains(.returnData) ? step.returnData : [], storage: [:]))
  }

  public mutating func enter(_ message: Message, depth: Int, callerGas: UInt64) {
    if depth > 0 { close(depth - 1, gasLeft: callerGas) }
  }

  public mutating func exit(_ result: CallResult, depth: Int) {
    if case .failed = result.outcome, depth < open.count { open[depth] = nil }
    close(depth, gasLeft: result.gasLeft)
  }

  public mutating func storage(_ address: Address, slot: UInt256, from old: UInt256, to new: UInt256) {
    guard let last = entries.indices.last, omitted == 0 else { return }
    entries[last].storage[slot] = new
  }

  private mutating func close(_ depth: Int, gasLeft: UInt64) {
    guard depth < open.count, let last = open[depth] else { return }
    open[depth] = nil
    entries[last].gasCost = entries[last].gas - min(entries[last].gas, gasLeft)
  }
}
