import JSONFields
import StrictJSON

/// The methods that search logs, and those for filters, which clients poll for new blocks, transactions and logs.
enum FilterMethods {
  static let table: [String: RPCMethod] = [
    "eth_getLogs": RPCMethod(1) { devnet, parameters in
      let filter = try LogFilter(parameters(0))
      return try filter.json(in: filter.blocks(of: devnet.chain))
    },
    "eth_newBlockFilter": RPCMethod(0) { devnet, _ in
      .quantity(devnet.ledger.filters.add(.blocks, known: devnet.blockNumber))
    },
    "eth_newFilter": RPCMethod(1) { devnet, parameters in
      .quantity(devnet.ledger.filters.add(.logs(try LogFilter(parameters(0))), known: devnet.blockNumber))
    },
    "eth_newPendingTransactionFilter": RPCMethod(1) { devnet, _ in
      .quantity(devnet.ledger.filters.add(.transactions, known: devnet.ledger.filters.sentCount))
    },
    "eth_getFilterChanges": RPCMethod(1) { devnet, parameters in
      let id = try parameters(0).uint64()
      let (kind, known) = try devnet.ledger.filters.filter(id)
      if case .transactions = kind {
        let sent = devnet.ledger.filters.sent(after: known)
        devnet.ledger.filters.know(devnet.ledger.filters.sentCount, id)
        return .array(sent.map { .hash($0) })
      }
      let blocks = devnet.chain.blocks((known + 1)...UInt64.max)
      var answer = JSON.array(blocks.map { .hash($0.hash) })
      if case .logs(let filter) = kind { answer = try filter.json(in: filter.part(of: blocks)) }
      devnet.ledger.filters.know(devnet.blockNumber, id)
      return answer
    },
    "eth_getFilterLogs": RPCMethod(1) { devnet, parameters in
      guard case .logs(let filter) = try devnet.ledger.filters.filter(parameters(0).uint64()).kind else {
        throw DevnetError(.unknownFilter, "filter not found")
      }
      return try filter.json(in: filter.blocks(of: devnet.chain))
    },
    "eth_uninstallFilter": RPCMethod(1) { devnet, parameters in
      .bool(devnet.ledger.filters.remove(try parameters(0).uint64()))
    },
  ]
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
