import Primitives

/// Notes every instruction with the stack before it, as `debug_traceTransaction` answers.
public struct StructLogTracer: Tracer, Sendable {
  /// The parts that are noted beside opcode and gas.
  public struct Options: OptionSet, Sendable {
    /// A bit for each option.
    public let rawValue: Int

    /// Options by their bits; unknown ones change nothing.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The stack before each instruction.
    public static let stack = Options(rawValue: 1)
    /// The memory before each instruction, all of it.
    public static let memory = Options(rawValue: 2)
    /// The data that the last call returned, before each instruction.
    public static let returnData = Options(rawValue: 4)
    /// The slots of the contract that were read or written so far, at every SLOAD and SSTORE.
    public static let storage = Options(rawValue: 8)
  }

  /// An instruction.
  public struct Entry: Sendable, Hashable {
    /// The position of the instruction in the code, from 0.
    public var position: Int
    /// The byte of the instruction.
    public var opcode: Opcode
    /// The gas that was left before the instruction, in units.
    public var gas: UInt64
    /// The gas that it cost; for a call with the gas that the callee got, for the last of a failed frame 0.
    public var gasCost: UInt64
    /// 0 for the transaction's own call.
    public var depth: Int
    /// The gas given back so far, before any limit.
    public var refund: Int64
    /// The stack before it, the top last.
    public var stack: [UInt256]
    /// The memory before the instruction, whole.
    public var memory: [UInt8]
    /// The data that the last call returned.
    public var returnData: [UInt8]
    /// The contract's slots that are known with it, with their values after it.
    public var storage: [UInt256: UInt256]
    /// Why the frame failed with it; nil if it didn't.
    public var failure: ExecutionFailure?
  }

  /// The instructions in their order.
  public private(set) var entries: [Entry] = []
  /// The number left out because there were too many.
  public private(set) var omitted = 0
  /// Whether some were left out because they would take too many bytes.
  public private(set) var isTooLarge = false

  /// The parts that are noted.
  public let options: Options
  private let limit: Int
  private var bytesLeft: Int
  /// The last instruction of each frame that runs, if its cost is still to be found.
  private var open: [Int?] = []
  private var storage: [Address: [UInt256: UInt256]] = [:]
  /// The SLOAD whose value is on top of the stack when its frame goes on.
  private var loading: (entry: Int, contract: Address, slot: UInt256, depth: Int)?

  /// A tracer that keeps so many instructions at most, of about so many bytes.
  public init(_ options: Options = [.stack, .storage], limit: Int = 1_000_000, byteLimit: Int = 64 << 20) {
    self.options = options
    self.limit = limit
    bytesLeft = byteLimit
  }

  /// Writes down the instruction with its stack, memory and storage, as far as wanted.
  public mutating func step(_ step: TraceStep) {
    close(step.depth, gasLeft: step.gas)
    if let loading, loading.depth == step.depth {
      if let value = step.stack.last { note(loading.contract, loading.slot, value, at: loading.entry) }
      self.loading = nil
    }
    guard entries.count < limit, !isTooLarge else {
      omitted += 1
      return
    }
    while open.count <= step.depth { open.append(nil) }
    open[step.depth] = entries.count
    let entry = Entry(
      position: step.position, opcode: step.opcode, gas: step.gas, gasCost: 0, depth: step.depth, refund: step.refund,
      stack: options.contains(.stack) ? Array(step.stack) : [],
      memory: options.contains(.memory) ? Array(step.memory) : [],
      returnData: options.contains(.returnData) ? step.returnData : [], storage: [:])
    entries.append(entry)
    // About what the entry takes as text.
    spend(100 + 24 * entry.stack.count + 2 * entry.memory.count + 2 * entry.returnData.count)
    guard options.contains(.storage), let slot = step.stack.last else { return }
    if step.opcode == .sload {
      loading = (entries.count - 1, step.address, slot, step.depth)
    } else if step.opcode == .sstore, step.stack.count >= 2 {
      note(step.address, slot, step.stack[step.stack.count - 2], at: entries.count - 1)
    }
  }

  /// Opens a frame, whose gas is counted apart.
  public mutating func enter(_ message: Message, depth: Int, callerGas: UInt64) {
    // The gas that a creation passes on is not part of the instruction's cost; that of a call is.
    if depth > 0 { close(depth - 1, gasLeft: callerGas + (message.kind.isCreation ? message.gas : 0)) }
  }

  /// Closes a frame, and gives the last instruction its cost.
  public mutating func exit(_ result: CallResult, depth: Int) {
    if case .failed(let failure) = result.outcome, depth < open.count, let last = open[depth] {
      entries[last].failure = failure
      open[depth] = nil
    }
    if loading?.depth == depth { loading = nil }
    close(depth, gasLeft: result.gasLeft)
  }

  private mutating func note(_ contract: Address, _ slot: UInt256, _ value: UInt256, at entry: Int) {
    storage[contract, default: [:]][slot] = value
    let slots = storage[contract] ?? [:]
    spend(140 * slots.count)
    if !isTooLarge { entries[entry].storage = slots }
  }

  private mutating func spend(_ bytes: Int) {
    bytesLeft -= bytes
    if bytesLeft < 0 { isTooLarge = true }
  }

  private mutating func close(_ depth: Int, gasLeft: UInt64) {
    guard depth < open.count, let last = open[depth] else { return }
    open[depth] = nil
    entries[last].gasCost = entries[last].gas - min(entries[last].gas, gasLeft)
  }
}
