import Primitives
import StrictJSON

/// What clients asked to be told of, each with the last block that they know.
struct Filters: Sendable {
  enum Kind: Sendable {
    case blocks
    case logs(LogFilter)
    /// With the transactions that were told of.
    case transactions(told: Set<Hash32>)
  }

  /// How many there may be; the oldest go first.
  static let most = 1000

  private(set) var kinds: [UInt64: (kind: Kind, known: UInt64)] = [:]
  private var last: UInt64 = 0

  mutating func add(_ kind: Kind, known: UInt64) -> UInt64 {
    if kinds.count >= Self.most, let oldest = kinds.keys.min() { kinds[oldest] = nil }
    last += 1
    kinds[last] = (kind, known)
    return last
  }

  mutating func tell(_ transactions: Set<Hash32>, _ id: UInt64) { kinds[id]?.kind = .transactions(told: transactions) }

  mutating func know(_ block: UInt64, _ id: UInt64) { kinds[id]?.known = block }

  /// Lets nobody know a block after this one: the chain went back to it.
  mutating func goBack(to block: UInt64) {
    for (id, filter) in kinds where filter.known > block { kinds[id]?.known = block }
  }

  mutating func remove(_ id: UInt64) -> Bool { kinds.removeValue(forKey: id) != nil }
}

extension Devnet {
  /// What tells of new blocks and events when it is asked.
  static let filterMethods: [String: RPCMethod] = [
    "eth_newBlockFilter": RPCMethod(0) { devnet, _ in
      .quantity(devnet.filters.add(.blocks, known: devnet.blockNumber))
    },
    "eth_newFilter": RPCMethod(1) { devnet, parameters in
      .quantity(devnet.filters.add(.logs(try LogFilter(parameters(0))), known: devnet.blockNumber))
    },
    "eth_newPendingTransactionFilter": RPCMethod(1) { devnet, _ in
      let waiting = Set(devnet.waitingTransactions.map(\.hash))
      return .quantity(devnet.filters.add(.transactions(told: waiting), known: devnet.blockNumber))
    },
    "eth_getFilterChanges": RPCMethod(1) { devnet, parameters in
      let id = try parameters(0).uint64()
      let (kind, known) = try devnet.filter(id)
      let blocks = devnet.chain.blocks((known + 1)...UInt64.max)
      let answer: JSON =
        switch kind {
        case .blocks: .array(blocks.map { .hash($0.hash) })
        case .logs(let filter): try filter.logs(in: filter.part(of: blocks))
        case .transactions(let told): devnet.sentTransactions(since: blocks, told: told, id)
        }
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

  /// The transactions that were sent, whether they still wait or were mined at once.
  private func sentTransactions(since blocks: ArraySlice<Block>, told: Set<Hash32>, _ id: UInt64) -> JSON {
    let waiting = waitingTransactions.map(\.hash)
    let hashes = blocks.flatMap { $0.transactions.map(\.hash) } + waiting
    filters.tell(Set(waiting), id)
    return .array(hashes.filter { !told.contains($0) }.map { .hash($0) })
  }

  private func filter(_ id: UInt64) throws(DevnetError) -> (kind: Filters.Kind, known: UInt64) {
    guard let filter = filters.kinds[id] else { throw DevnetError(.unknownFilter, "filter not found") }
    return filter
  }
}

extension LogFilter {
  /// The blocks among some that are in the range asked for.
  fileprivate func part(of blocks: ArraySlice<Block>) -> ArraySlice<Block> {
    if let blockHash { return blocks.first { $0.hash == blockHash }.map { [$0] } ?? [] }
    var (low, high) = (UInt64.min, UInt64.max)
    if case .number(let number) = first { low = number }
    if case .number(let number) = last { high = number }
    return ArraySlice(blocks.filter { low <= $0.number && $0.number <= high })
  }
}
