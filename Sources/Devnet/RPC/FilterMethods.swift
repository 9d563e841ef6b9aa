import Primitives
import StrictJSON

/// The filters that clients installed, each with the last block, or the number of sent transactions, that its client
/// knows.
struct Filters: Sendable {
  enum Kind: Sendable {
    case blocks
    case logs(LogFilter)
    case transactions
  }

  /// How many there may be; the oldest go first.
  static let most = 1000
  /// How many transactions that were sent are remembered at least; who asks less often misses some.
  static let mostSent = TransactionPool.limit

  private(set) var kinds: [UInt64: (kind: Kind, known: UInt64)] = [:]
  private var last: UInt64 = 0
  /// The latest transactions that were sent, and how many came before them.
  private var sent: [Hash32] = []
  private var forgotten: UInt64 = 0

  /// How many transactions were sent so far.
  var sentCount: UInt64 { forgotten + UInt64(sent.count) }

  /// The transactions that were sent after so many.
  func sent(after count: UInt64) -> ArraySlice<Hash32> { sent.dropFirst(Int(clamping: count - min(count, forgotten))) }

  /// Remembers a transaction that was sent.
  mutating func noteSent(_ hash: Hash32) {
    sent.append(hash)
    guard sent.count >= 2 * Self.mostSent else { return }
    sent.removeFirst(Self.mostSent)
    forgotten += UInt64(Self.mostSent)
  }

  mutating func add(_ kind: Kind, known: UInt64) -> UInt64 {
    if kinds.count >= Self.most, let oldest = kinds.keys.min() { kinds[oldest] = nil }
    last += 1
    kinds[last] = (kind, known)
    return last
  }

  mutating func know(_ known: UInt64, _ id: UInt64) { kinds[id]?.known = known }

  /// Lets nobody know a block after this one: the chain went back to it.
  mutating func goBack(to block: UInt64) {
    for (id, filter) in kinds where filter.known > block {
      if case .transactions = filter.kind { continue }
      kinds[id]?.known = block
    }
  }

  /// Lets everybody know the blocks to this one: another chain begins with it.
  mutating func begin(at block: UInt64) {
    for (id, filter) in kinds {
      if case .transactions = filter.kind { continue }
      kinds[id]?.known = block
    }
  }

  mutating func remove(_ id: UInt64) -> Bool { kinds.removeValue(forKey: id) != nil }
}

extension Devnet {
  /// The methods for filters, which clients poll for new blocks, transactions and logs.
  static let filterMethods: [String: RPCMethod] = [
    "eth_newBlockFilter": RPCMethod(0) { devnet, _ in
      .quantity(devnet.filters.add(.blocks, known: devnet.blockNumber))
    },
    "eth_newFilter": RPCMethod(1) { devnet, parameters in
      .quantity(devnet.filters.add(.logs(try LogFilter(parameters(0))), known: devnet.blockNumber))
    },
    "eth_newPendingTransactionFilter": RPCMethod(1) { devnet, _ in
      .quantity(devnet.filters.add(.transactions, known: devnet.filters.sentCount))
    },
    "eth_getFilterChanges": RPCMethod(1) { devnet, parameters in
      let id = try parameters(0).uint64()
      let (kind, known) = try devnet.filter(id)
      if case .transactions = kind {
        let sent = devnet.filters.sent(after: known)
        devnet.filters.know(devnet.filters.sentCount, id)
        return .array(sent.map { .hash($0) })
      }
      let blocks = devnet.chain.blocks((known + 1)...UInt64.max)
      var answer = JSON.array(blocks.map { .hash($0.hash) })
      if case .logs(let filter) = kind { answer = try filter.logs(in: filter.part(of: blocks)) }
      devnet.filters.know(devnet.blockNumber, id)
      return answer
    },
    "eth_getFilterLogs": RPCMethod(1) { devnet, parameters in
      guard case .logs(let filter) = try devnet.filter(parameters(0).uint64()).kind else {
        throw DevnetError(.unknownFilter, "filter not found")
      }
      return try filter.logs(in: devnet.blocks(of: filter))
    },
    "eth_uninstallFilter": RPCMethod(1) { devnet, parameters in
      .bool(devnet.filters.remove(try parameters(0).uint64()))
    },
  ]

  private func filter(_ id: UInt64) throws(DevnetError) -> (kind: Filters.Kind, known: UInt64) {
    guard let filter = filters.kinds[id] else { throw DevnetError(.unknownFilter, "filter not found") }
    return filter
  }
}

extension LogFilter {
  /// The blocks among some that are in the range asked for.
  fileprivate func part(of blocks: ArraySlice<DevnetBlock>) -> ArraySlice<DevnetBlock> {
    if let blockHash { return blocks.first { $0.hash == blockHash }.map { [$0] } ?? [] }
    var (low, high) = (UInt64.min, UInt64.max)
    if case .number(let number) = first { low = number }
    if case .number(let number) = last { high = number }
    return ArraySlice(blocks.filter { low <= $0.number && $0.number <= high })
  }
}
