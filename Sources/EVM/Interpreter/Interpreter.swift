import Primitives

/// The interpreter of one frame's code. It knows no other frame: for a call or a creation it stops, and goes on when the
/// result is there.
final class Interpreter {
  let rules: RuleSet
  let block: BlockEnvironment
  let state: Journal
  let accounts: AccountAccess
  let observer: ExecutionObserver
  let table: OperationTable
  let blobBaseFee: UInt256
  /// The fields of the running transaction that contracts can read.
  @exclusivity(unchecked) var transaction = TransactionEnvironment()

  init(rules: RuleSet, block: BlockEnvironment, accounts: AccountAccess, observer: ExecutionObserver) {
    self.rules = rules
    self.block = block
    state = accounts.state
    self.accounts = accounts
    self.observer = observer
    table = OperationTable(rules.operations)
    blobBaseFee = rules.blobBaseFee(of: block)
  }

  /// The end of a run.
  enum Exit {
    case finished, reverted, failed
    /// The frame wants a call or a creation; the operands are on its stack.
    case calls(Message.Kind)
  }

  /// Whether every step is looked at; the interpreter is compiled once for each.
  protocol Mode {
    static var isObserved: Bool { get }
  }

  enum Plain: Mode {
    @inline(__always) static var isObserved: Bool { false }
  }

  enum Observed: Mode {
    @inline(__always) static var isObserved: Bool { true }
  }

  /// Why the table of opcodes refuses an instruction.
  @inline(never)
  func refusal(_ opcode: UInt8, height: UInt, _ gas: Int64) -> ExecutionFailure {
    guard table.isDefined(opcode) else { return .invalidOpcode(opcode) }
    let entry = table.entries[Int(opcode)]
    if height < UInt(entry.required) { return .stackUnderflow }
    return height > UInt(entry.required) + UInt(entry.room) ? .stackOverflow : .outOfGas
  }

  /// CALLDATALOAD: 32 bytes, with zeros beyond the end.
  @inline(__always)
  func word(of input: UnsafeBufferPointer<UInt8>, at offset: UInt256) -> UInt256 {
    let offset = offset.clamped
    guard let base = input.baseAddress, offset < input.count else { return UInt256() }
    if offset &+ 32 <= input.count { return UInt256(bytes: base + offset) }
    let count = input.count - offset
    var word = UInt256()
    for index in 0..<count { word = word &<< UInt256(word: 8) | UInt256(word: UInt64(base[offset + index])) }
    return word &<< UInt256(word: UInt64(8 * (32 - count)))
  }

  /// BLOCKHASH: of the last 256 blocks.
  @inline(never)
  func blockHash(_ top: UnsafeMutablePointer<UInt256>) throws {
    let number = top[-1]
    guard number < UInt256(word: block.number), number &+ 256 >= UInt256(word: block.number) else {
      top[-1] = 0
      return
    }
    top[-1] = UInt256(try block.blockHash(number.low64) ?? .zero)
  }

  /// LOG0…LOG4.
  @inline(never)
  func log(_ topics: Int, _ frame: Frame, _ top: UnsafeMutablePointer<UInt256>, _ gas: Int64) -> Int64 {
    if frame.isStatic { return frame.fail(.writeProtection) }
    let count = top[-2].clamped
    var gas = frame.charge(gas, UInt64(count), rules.costs.logByte)
    if gas >= 0 { gas = frame.claim(top[-1], top[-2], gas) }
    if gas < 0 { return gas }
    let data = [UInt8](frame.bytes(count == 0 ? 0 : top[-1].clamped, count))
    let hashes = (0..<topics).map { Hash32(top[-3 - $0]) }
    let log = Log(address: frame.address, topics: hashes, data: data)
    state.logs.append(log)
    observer.tracer?.log(log)
    return gas
  }
}

extension Message.Kind {
  /// The kind that an instruction makes, which must be one that makes one.
  init(_ instruction: Opcode) {
    switch instruction {
    case .create: self = .create
    case .create2: self = .create2
    case .callcode: self = .callCode
    case .delegatecall: self = .delegateCall
    case .staticcall: self = .staticCall
    default: self = .call
    }
  }
}
