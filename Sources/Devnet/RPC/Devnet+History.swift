import EVM
import Primitives
import StrictJSON

// What lies before the fork is asked from the node of the other chain, outside of the devnet's own work: others are
// served meanwhile.
extension Devnet {
  /// The answer to what is about the chain from which this one goes on; nil for all that this chain answers itself.
  ///
  /// - Throws: `DevnetError`: what the node answered, or `originFailed`.
  func historicResult(of call: Call) async throws -> JSON? {
    guard let origin, origin.history != nil, let kind = HistoricCall.methods[call.name] else {
      return nil
    }
    switch kind {
    case .block(let index):
      guard let reference = try? call.parameters.optional(index)?.block(),
        try await isHistoric(reference, origin, withFork: true)
      else { return nil }
      return try await origin.ask(call)
    case .state(let index):
      guard let reference = try? call.parameters.optional(index)?.block(),
        try await isHistoric(reference, origin, withFork: false)
      else { return nil }
      return try await origin.ask(call)
    case .transaction(let tellsBlock): return try await historicTransaction(call, tellsBlock, origin)
    case .transactionOfSender: return try await historicTransactionOfSender(call, origin)
    case .logs: return try await joinedLogs(call, origin)
    case .fees: return try await joinedFees(call, origin)
    }
  }

  /// Whether a block is one before the fork, or, if that is asked for, the block forked from itself, whose transactions
  /// are not here.
  ///
  /// - Throws: `originFailed` if the other chain replaced that block.
  private func isHistoric(
    _ reference: BlockReference, _ origin: ForkSource, withFork: Bool
  ) async throws -> Bool {
    let number: UInt64
    switch reference {
    case .latest, .pending: number = blockNumber
    case .earliest: number = 0
    case .number(let given): number = given
    case .hash(let hash):
      if let known = chain.block(hash: hash)?.number {
        number = known
      } else {
        // Blocks that the other chain made after the fork are none of this one.
        let block = try await origin.ask("eth_getBlockByHash", [.hash(hash), false])
        guard let found = block["number"]?.quantity, found < origin.header.number else { return false }
        return true
      }
    }
    guard number == origin.header.number, withFork else { return number < origin.header.number }
    let block = try await origin.ask("eth_getBlockByNumber", [.quantity(number), false])
    guard block["hash"]?.string?.lowercased() == origin.hash.hex else { throw origin.replaced }
    return true
  }

  private func historicTransaction(_ call: Call, _ tellsBlock: Bool, _ origin: ForkSource) async throws -> JSON? {
    guard let hash = try? call.parameters(0).hash(), chain.place(ofTransaction: hash) == nil, pool[hash] == nil else {
      return nil
    }
    let found =
      tellsBlock
      ? try await origin.ask(call) : try await origin.ask("eth_getTransactionByHash", [.hash(hash)])
    guard try isShared(found, origin) else { return nil }
    return tellsBlock ? found : try await origin.ask(call)
  }

  /// A transaction by its sender and nonce, if that nonce was spent before the fork.
  private func historicTransactionOfSender(_ call: Call, _ origin: ForkSource) async throws -> JSON? {
    guard let sender = try? call.parameters(0).address(), let nonce = try? call.parameters(1).uint64(),
      try result(of: call).isNull, nonce < (try chain.state.layered?.origin.account(sender)?.nonce ?? 0)
    else { return nil }
    let found = try await origin.ask(call)
    return try isShared(found, origin) ? found : nil
  }

  /// Whether a transaction that the node gave is part of this chain: one that waits there, or was mined there after the
  /// fork, is not.
  private func isShared(_ transaction: JSON, _ origin: ForkSource) throws(DevnetError) -> Bool {
    guard let number = transaction["blockNumber"]?.quantity, number <= origin.header.number else { return false }
    guard number < origin.header.number || transaction["blockHash"]?.string?.lowercased() == origin.hash.hex else {
      throw origin.replaced
    }
    return true
  }

  /// The events of a range, of which a part lies before the fork.
  private func joinedLogs(_ call: Call, _ origin: ForkSource) async throws -> JSON? {
    guard let argument = call.parameters.optional(0), var filter = try? LogFilter(argument) else { return nil }
    if let hash = filter.blockHash {
      return try await isHistoric(.hash(hash), origin, withFork: true) ? try await origin.ask(call) : nil
    }
    guard let first = try? number(filter.first), let last = try? number(filter.last), first <= last,
      first <= origin.header.number, last <= blockNumber, var asked = argument.json.object
    else { return nil }
    asked["fromBlock"] = .quantity(first)
    asked["toBlock"] = .quantity(min(last, origin.header.number))
    guard let there = try await origin.ask(call.name, [.object(asked)]).array else {
      throw origin.senseless("eth_getLogs")
    }
    guard last > origin.header.number else { return .array(there) }
    filter.first = .number(origin.header.number + 1)
    filter.last = .number(last)
    let here = try filter.logs(in: blocks(of: filter)).array ?? []
    guard there.count + here.count <= Self.mostLogs else {
      throw DevnetError(.limitExceeded, "query returned more than \(Self.mostLogs) results")
    }
    return .array(there + here)
  }

  /// The fees of some blocks, of which a part lies before the fork.
  private func joinedFees(_ call: Call, _ origin: ForkSource) async throws -> JSON? {
    let fork = origin.header.number
    guard let percentiles = try? call.parameters.percentiles(), let newest = try? call.parameters.block(1),
      let wanted = try? call.parameters(0).looseUInt64(), wanted > 0
    else { return nil }
    let count = min(wanted, 1024)
    let last: UInt64
    if case .hash = newest { return nil } else { last = try number(newest) }
    guard last <= blockNumber, count > last || last - count + 1 <= fork else { return nil }
    let first = last - min(last, count - 1)
    let end = min(last, fork)
    let rest = Array(call.parameters.values.dropFirst(2))
    let answer = try await origin.ask(call.name, [.quantity(end - first + 1), .quantity(end)] + rest)
    guard last > fork else { return answer }
    let here = feeHistory(from: fork + 1, to: last, percentiles)
    // The first fee after the part there is the first one here.
    let length = Int(end - first + 1)
    var joined: JSONObject = ["oldestBlock": .quantity(first)]
    for (name, own) in here where name != "oldestBlock" {
      guard let there = answer[name]?.array else {
        // Nodes of chains without blobs don't tell of them.
        if name == "baseFeePerGas" || name == "gasUsedRatio" { throw origin.senseless(call.name) }
        continue
      }
      guard there.count >= length else { throw origin.senseless(call.name) }
      joined[name] = .array(Array(there.prefix(length)) + (own.array ?? []))
    }
    return .object(joined)
  }
}

extension ForkSource {
  fileprivate func ask(_ call: Devnet.Call) async throws -> JSON { try await ask(call.name, call.parameters.values) }

  fileprivate func ask(_ method: String, _ parameters: [JSON]) async throws -> JSON {
    guard let history else { return .null }
    do {
      return try await history(method, parameters)
    } catch let error as DevnetError {
      throw error
    } catch {
      throw DevnetError(.originFailed, "\(error)")
    }
  }

  fileprivate var replaced: DevnetError {
    DevnetError(
      .originFailed,
      """
      block \(header.number) of the other chain is no longer the one from which this devnet goes on, \(hash)
      start the devnet again to go on from the chain as it is now
      """)
  }

  fileprivate func senseless(_ method: String) -> DevnetError {
    DevnetError(.originFailed, "the other chain's node answered \(method) with something that makes no sense")
  }
}

extension JSON {
  /// The number of a quantity; nil for anything else.
  fileprivate var quantity: UInt64? {
    string.flatMap { try? UInt256(quantity: $0) }.flatMap { UInt64(exactly: $0) }
  }
}
