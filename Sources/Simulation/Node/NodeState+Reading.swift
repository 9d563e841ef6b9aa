import EVM
import Keys
import NodeRPC
import Primitives

extension NodeState {
  /// The answer of a node about a place: a balance, nonce or word, code, or a key.
  private enum Answer: Sendable {
    case number(UInt256)
    case code(Bytes)
    case key(AccountKey)
  }

  /// Reads places by the block's hash, or by its number where the node wants that.
  func read(_ places: [Place]) async throws -> [StateFact] {
    try await byHashOrNumber { [self] tag in try await read(places, at: tag) }
  }

  /// Reads the code of an account of which the hash is known already.
  func readCode(of address: Address, hash: Hash32) async throws -> (Code, [StateFact]) {
    let bytes = try await byHashOrNumber { [client] tag in try await client.code(of: address, at: tag) }
    let code = Code(bytes)
    guard code.hash == hash else {
      throw SimulationError(
        .badAnswer, "The node gave other code for \(address) than before.",
        reason: "Its hash is \(code.hash) where \(hash) is due.", advice: "Try another endpoint.")
    }
    return (code, [.code(code)])
  }

  /// The hash of the block of a number.
  func readHash(_ number: UInt64) async throws -> Hash32? {
    let found: NodeRPC.Block?
    do {
      found = try await client.block(.number(number))
    } catch {
      throw SimulationError(error, reading: "of block \(number)")
    }
    guard let found, found.number != number else { return found?.hash }
    throw SimulationError(
      .badAnswer, "The node gave block \(found.number) where \(number) was asked for.",
      advice: "Try another endpoint.")
  }

  private func read(_ places: [Place], at tag: BlockTag) async throws -> [StateFact] {
    let answers = try await client.batch(places.flatMap { requests($0, at: tag) }).map { try $0.get() }
    var rest = answers[...]
    return try places.flatMap { place -> [StateFact] in
      switch place {
      case .slot(let address, let slot):
        guard case .number(let value)? = rest.popFirst() else { throw Self.mixedUp }
        return [.slot(address, slot, value)]
      case .account(let address):
        guard case .number(let balance)? = rest.popFirst(), case .number(let nonce)? = rest.popFirst(),
          case .code(let bytes)? = rest.popFirst()
        else { throw Self.mixedUp }
        let code = bytes.isEmpty ? Code.empty : Code(bytes)
        let account = Account(nonce: UInt64(clamping: nonce), balance: balance, codeHash: code.hash)
        var facts: [StateFact] = (bytes.isEmpty ? [] : [.code(code)]) + [.account(address, account)]
        if hasAccountKeys {
          guard case .key(let key)? = rest.popFirst() else { throw Self.mixedUp }
          // Nodes tell a fail key of contracts, which have none.
          facts.append(.key(address, code.count > 0 && code.delegate == nil ? .legacy : key))
        }
        return facts
      }
    }
  }

  private func requests(_ place: Place, at tag: BlockTag) -> [NodeRequest<Answer>] {
    let namespace = client.options.namespace
    switch place {
    case .slot(let address, let slot):
      return [
        NodeRequest<Hash32>.storage(of: address, slot: slot, at: tag, namespace: namespace).map { .number(UInt256($0)) }
      ]
    case .account(let address):
      let always: [NodeRequest<Answer>] = [
        NodeRequest<Amount>.balance(of: address, at: tag, namespace: namespace).map { .number($0.wei) },
        NodeRequest<UInt64>.transactionCount(of: address, at: tag, namespace: namespace).map { .number(UInt256($0)) },
        NodeRequest<Bytes>.code(of: address, at: tag, namespace: namespace).map { .code($0) },
      ]
      guard hasAccountKeys else { return always }
      // An account that is not there has the key that its address comes from.
      let key = NodeRequest<AccountKey?>.kaiaAccountKey(address, at: tag, namespace: namespace)
      return always + [key.map { .key($0 ?? .legacy) }]
    }
  }

  private static var mixedUp: SimulationError {
    SimulationError(.badAnswer, "The node's answers to a batch are mixed up.", advice: "Try another endpoint.")
  }

  // MARK: Which block

  /// Asks by the block's hash; if the node refuses the first such question, by its number, which it is believed only if
  /// the block of that number is the same afterwards.
  private func byHashOrNumber<Value: Sendable>(
    _ ask: @Sendable (BlockTag) async throws -> Value
  ) async throws -> Value {
    var refusal: NodeError?
    if readsByHash != false {
      do {
        let value = try await ask(.hash(block.hash))
        readsByHash = true
        return value
      } catch let error as NodeError {
        guard error.code == .rpc, readsByHash == nil else { throw failure(error) }
        refusal = error
      }
    }
    let value: Value
    do {
      value = try await ask(.number(block.number))
    } catch let error as NodeError {
      throw failure(refusal ?? error)
    }
    guard let hash = try await readHash(block.number), hash == block.hash else {
      throw SimulationError(
        .reorganised, "Block \(block.number) (\(block.hash)) is no longer part of the chain.",
        reason: "The node has another block of that number now.", advice: "Try again with the newest block.")
    }
    readsByHash = false
    return value
  }

  private func failure(_ error: NodeError) -> SimulationError {
    SimulationError(error, reading: "after block \(block.number)")
  }
}
