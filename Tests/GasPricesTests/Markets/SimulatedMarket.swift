import Devnet
import Primitives
import StrictJSON

/// A market on a devnet: blocks with room for 30 transfers, people who bid for it, and probes among them.
///
/// All of it is decided by numbers that are the same in each run.
actor SimulatedMarket {
  /// How many bids come, as a share of what a block has room for.
  typealias Demand = @Sendable (_ block: Int) -> Double

  static let room = 30

  private let devnet: Devnet
  private let demand: Demand
  private var random: UInt64 = 0x9e37_79b9_7f4a_7c15
  /// Accounts without a transaction that waits.
  private var free: [Address]
  private var waiting: [(hash: Hash32, account: Address)] = []
  private(set) var height = 0

  init(_ demand: @escaping Demand) async throws {
    var options = Devnet.Options()
    options.mining = .manual
    options.accountCount = 700
    options.blockGasLimit = UInt64(Self.room) * 21_000
    options.baseFee = 20_000_000_000
    options.timestamp = 1_700_000_000
    options.clock = { 1_700_000_000 }
    devnet = try await Devnet.start(options)
    free = devnet.accounts.map(\.address)
    self.demand = demand
  }

  /// Sends a transfer with these fees from an account of its own; nil where none is free.
  func probe(tip: UInt256, maximum: UInt256) async throws -> Hash32? {
    guard let account = free.popLast() else { return nil }
    var request = DevnetCall(from: account, to: .zero, value: 1, gas: 21_000)
    request.maxPriorityFeePerGas = min(tip, maximum)
    request.maxFeePerGas = maximum
    let hash = try await devnet.send(request)
    waiting.append((hash, account))
    return hash
  }

  /// Lets the others bid, and makes a block.
  func step() async throws {
    let base = try await nextBaseFee()
    let bids = Int((demand(height) * Double(Self.room) * (0.8 + 0.4 * uniform())).rounded())
    for _ in 0..<bids {
      // Most tips are low, a few are high.
      let share = uniform()
      let tip = UInt256(100_000_000 + UInt64(share * share * share * 4_000_000_000))
      _ = try await probe(tip: tip, maximum: base * UInt256(11 + UInt64(uniform() * 10)) / 10 + tip)
    }
    try await devnet.mine()
    height += 1
    var left: [(hash: Hash32, account: Address)] = []
    for entry in waiting {
      if await devnet.receipt(entry.hash) == nil { left.append(entry) } else { free.insert(entry.account, at: 0) }
    }
    waiting = left
  }

  /// The answer to `eth_feeHistory`.
  func feeHistory(blocks: Int, percentiles: [Double]) async throws -> JSON {
    let answer = await devnet.answer([
      "jsonrpc": "2.0", "id": 1, "method": "eth_feeHistory",
      "params": [
        .string(UInt256(blocks).quantity), "latest", .array(percentiles.map { .number("\($0)") }),
      ],
    ])
    return answer?["result"] ?? .null
  }

  /// The base fee of the newest block, and what each transaction of the last blocks paid beyond it, the newest first.
  func paidTips(blocks: Int) async -> (base: UInt256, tips: [[UInt256]]) {
    var tips: [[UInt256]] = []
    let head = await devnet.blockNumber
    for number in (head - min(head, UInt64(blocks) - 1)...head).reversed() {
      guard let block = await devnet.block(.number(number)) else { continue }
      let base = block.header.baseFee ?? 0
      tips.append(block.receipts.map { $0.effectiveGasPrice - min(base, $0.effectiveGasPrice) })
    }
    return (await devnet.block()?.header.baseFee ?? 0, tips)
  }

  /// In which block a probe is, and what it paid for a unit of gas.
  func inclusion(of hash: Hash32) async -> (block: UInt64, price: UInt256)? {
    await devnet.receipt(hash).map { ($0.blockNumber, $0.effectiveGasPrice) }
  }

  private func nextBaseFee() async throws -> UInt256 {
    let text = try await feeHistory(blocks: 1, percentiles: [])["baseFeePerGas"]?.array?.last?.string ?? "0x0"
    return try UInt256(quantity: text)
  }

  /// From 0 to 1 (xorshift64*).
  private func uniform() -> Double {
    random ^= random >> 12
    random ^= random << 25
    random ^= random >> 27
    return Double((random &* 0x2545_f491_4f6c_dd1d) >> 11) / Double(1 << 53 as UInt64)
  }
}
