import Primitives

/// Notes the logs of transactions with a number each, and, if they are wanted, transfers of ether as if they were logs: of
/// ERC-20's `Transfer`, by the address that ERC-7528 gives ether.
///
/// Logs of a call that fails are left out, but have had their numbers, as in `eth_simulateV1`.
public struct LogTracer: Tracer, Sendable {
  /// A log and its number.
  public struct Entry: Sendable, Hashable {
    /// A contract's own, or a transfer in the form of one.
    public var log: Log
    /// Counts on from that of the entry before; there are gaps where calls failed.
    public var number: Int
  }

  /// 0xEeee…EEeE
  public static let ether = Address(truncating: UInt256.max / 15 * 14)
  /// `Transfer(address,address,uint256)`
  public static let transfer = Keccak256.hash(Array("Transfer(address,address,uint256)".utf8))

  /// The logs and transfers in their order.
  public private(set) var entries: [Entry] = []
  /// The number of the next one.
  public private(set) var count: Int
  private let tracesTransfers: Bool
  /// The number of entries that were there when each running call began.
  private var beginnings: [Int] = []

  /// A tracer whose first log has the number `count`.
  public init(count: Int = 0, tracesTransfers: Bool = false) {
    self.count = count
    self.tracesTransfers = tracesTransfers
  }

  /// Adds a log for the coins that a call carries.
  public mutating func enter(_ message: Message, depth: Int, callerGas: UInt64) {
    beginnings.append(entries.count)
    if message.kind == .call || message.kind.isCreation {
      noteTransfer(of: message.value, from: message.caller, to: message.target)
    }
  }

  /// Drops the logs of a frame that failed.
  public mutating func exit(_ result: CallResult, depth: Int) {
    guard let beginning = beginnings.popLast(), !result.isSuccess else { return }
    entries.removeSubrange(beginning...)
  }

  /// Keeps a log until its frame ends.
  public mutating func log(_ log: Log) {
    entries.append(Entry(log: log, number: count))
    count += 1
  }

  /// Adds a log for the coins that the contract held.
  public mutating func selfDestruct(_ address: Address, beneficiary: Address, balance: UInt256) {
    noteTransfer(of: balance, from: address, to: beneficiary)
  }

  private mutating func noteTransfer(of value: UInt256, from sender: Address, to recipient: Address) {
    guard tracesTransfers, value > 0 else { return }
    let topics = [Self.transfer, Hash32(UInt256(sender)), Hash32(UInt256(recipient))]
    log(Log(address: Self.ether, topics: topics, data: value.bigEndianBytes))
  }
}
