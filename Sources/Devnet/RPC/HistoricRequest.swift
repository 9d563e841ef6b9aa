import EVM
import JSONFields
import Primitives
import StrictJSON

/// A request that may be about the past of the chain from which a devnet goes on. What lies before the fork is asked from
/// that chain's node, outside of the devnet's own work: others are served meanwhile.
struct HistoricRequest {
  let name: String
  let parameters: Parameters
  let origin: ForkSource

  /// The answer to what is about the chain from which this one goes on; nil for all that this chain answers itself.
  ///
  /// - Throws: `DevnetError`: what the node answered, or `originFailed`.
  func answer(
    about part: HistoricCall, _ devnet: isolated Devnet, _ ownAnswer: RPCMethod.Body
  ) async throws -> JSON? {
    switch part {
    case .block(let index), .state(let index):
      let withFork = if case .block = part { true } else { false }
      guard let reference = try? parameters.optional(index)?.block(),
        try await isHistoric(reference, withFork: withFork, devnet)
      else { return nil }
      return try await ask()
    case .transaction(let tellsBlock): return try await transaction(tellsBlock: tellsBlock, devnet)
    case .transactionOfSender: return try await transactionOfSender(devnet, ownAnswer)
    case .logs: return try await joinedLogs(devnet)
    case .fees: return try await joinedFees(devnet)
    }
  }

  private func ask() async throws -> JSON { try await origin.ask(name, parameters.values) }

  /// Whether a block is one before the fork, or, if that is asked for, the block forked from itself, whose transactions
  /// are not here.
  ///
  /// - Throws: `originFailed` if the other chain replaced that block.
  private func isHistoric(
    _ reference: BlockReference, withFork: Bool, _ devnet: isolated Devnet
  ) async throws -> Bool {
    let number: UInt64
    switch reference {
    case .latest, .pending: number = devnet.blockNumber
    case .earliest: number = 0
    case .number(let given): number = given
    case .hash(let hash):
      if let known = devnet.chain.block(hash: hash)?.number {
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

  private func transaction(tellsBlock: Bool, _ devnet: isolated Devnet) async throws -> JSON? {
    guard let hash = try? parameters(0).hash(), devnet.chain.place(ofTransaction: hash) == nil,
      devnet.pool[hash] == nil
    else { return nil }
    let found =
      tellsBlock
      ? try await ask() : try await origin.ask("eth_getTransactionByHash", [.hash(hash)])
    guard try isShared(found) else { return nil }
    return tellsBlock ? found : try await ask()
  }

  /// A transaction by its sender and nonce, if that nonce was spent before the fork.
  private func transactionOfSender(_ devnet: isolated Devnet, _ ownAnswer: RPCMethod.Body) async throws -> JSON? {
    guard let sender = try? parameters(0).address(), let nonce = try? parameters(1).uint64(),
      try await ownAnswer(devnet, parameters).isNull,
      nonce < (try devnet.chain.state.layered?.origin.account(sender)?.nonce ?? 0)
    else { return nil }
    let found = try await ask()
    return try isShared(found) ? found : nil
  }

  /// Whether a transaction that the node gave is part of this chain: one that waits there, or was mined there after the
  /// fork, is not.
  private func isShared(_ transaction: JSON) throws(DevnetError) -> Bool {
    guard let number = transaction["blockNumber"]?.quantity, number <= origin.header.number else { return false }
    guard number < origin.header.number || transaction["blockHash"]?.string?.lowercased() == origin.hash.hex else {
      throw origin.replaced
    }
    return true
  }

  /// The events of a range, of which a part lies before the fork.
  private func joinedLogs(_ devnet: isolated Devnet) async throws -> JSON? {
    guard let argument = parameters.optional(0), var filter = try? LogFilter(argument) else { return nil }
    if let hash = filter.blockHash {
      return try await isHistoric(.hash(hash), withFork: true, devnet) ? try await ask() : nil
    }
    guard let first = try? devnet.chain.number(of: filter.first), let last = try? devnet.chain.number(of: filter.last),
      first <= last,
      first <= origin.header.number, last <= devnet.blockNumber, var asked = argument.json.object
    else { return nil }
    asked["fromBlock"] = .quantity(first)
    asked["toBlock"] = .quantity(min(last, origin.header.number))
    guard let there = try await origin.ask(name, [.object(asked)]).array else {
      throw origin.senseless("eth_getLogs")
    }
    guard last > origin.header.number else { return .array(there) }
    filter.first = .number(origin.header.number + 1)
    filter.last = .number(last)
    let here = try filter.json(in: filter.blocks(of: devnet.chain)).array ?? []
    guard there.count + here.count <= LogFilter.mostLogs else {
      throw DevnetError(.limitExceeded, "query returned more than \(LogFilter.mostLogs) results")
    }
    return .array(there + here)
  }

  /// The fees of some blocks, of which a part lies before the fork.
  private func joinedFees(_ devnet: isolated Devnet) async throws -> JSON? {
    let fork = origin.header.number
    guard let percentiles = try? parameters.percentiles(), let newest = try? parameters.block(1),
      let wanted = try? parameters(0).looseUInt64(), wanted > 0
    else { return nil }
    let count = min(wanted, 1024)
    let last: UInt64
    if case .hash = newest { return nil } else { last = try devnet.chain.number(of: newest) }
    guard last <= devnet.blockNumber, count > last || last - count + 1 <= fork else { return nil }
    let first = last - min(last, count - 1)
    let end = min(last, fork)
    let rest = Array(parameters.values.dropFirst(2))
    let answer = try await origin.ask(name, [.quantity(end - first + 1), .quantity(end)] + rest)
    guard last > fork else { return answer }
    let here = FeeMethods.history(from: fork + 1, to: last, percentiles, devnet)
    // The first fee after the part there is the first one here.
    let length = Int(end - first + 1)
    var joined: JSONObject = ["oldestBlock": .quantity(first)]
    for (name, own) in here where name != "oldestBlock" {
      guard let there = answer[name]?.array else {
        // Nodes of chains without blobs don't tell of them.
        if name == "baseFeePerGas" || name == "gasUsedRatio" { throw origin.senseless(name) }
        continue
      }
      guard there.count >= length else { throw origin.senseless(name) }
      joined[name] = .array(Array(there.prefix(length)) + (own.array ?? []))
    }
    return .object(joined)
  }
}

extension ForkSource {
  fileprivate func ask(_ method: String, _ parameters: [JSON]) async throws -> JSON {
    guard let history else { return .null }
    return try await Self.reading { try await history(method, parameters) }
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
