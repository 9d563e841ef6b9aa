import Locking
import NodeRPC
import Primitives

/// Asks a node what tokens are and who holds how much of them, in few requests and all at one block.
///
/// An answer that is not exactly 32 bytes tells nothing: it is nil, and never zero. Names of blocks such as `latest` are
/// turned into a number first, and what was read is read again if another block takes that number meanwhile.
public final class TokenReader: Sendable {
  /// The node that is asked.
  public let node: NodeClient
  /// Whether the chain has Multicall3; nil as long as nobody asked.
  private let hasMulticall: Guarded<Bool?>

  /// A reader of one chain; nothing is asked yet.
  ///
  /// - Parameter usesMulticall: Whether Multicall3 is used where the chain has it.
  public init(node: NodeClient, usesMulticall: Bool = true) {
    self.node = node
    hasMulticall = Guarded(usesMulticall ? nil : false)
  }

  /// Reads what contracts tell of themselves.
  ///
  /// - Returns: The words of those that answered, also with nothing; the addresses without code; and why the node did not
  ///   answer for the first of the others.
  /// - Throws: `TokenError` `unknownBlock` or `chainMoved`; a `NodeError` when the node fails as a whole.
  /// - Complexity: As ``balances(of:tokens:at:)`` for three questions a token, and a fourth for those without decimals.
  public func metadata(of tokens: some Collection<Address>, at block: BlockTag = .latest) async throws -> TokenWords {
    let tokens = Set(tokens).sorted()
    return try await reading(at: block) { (place) throws(NodeError) in
      let questions = tokens.flatMap { token in
        [TokenCalls.symbol, TokenCalls.name, TokenCalls.decimals].map {
          CallBatch.Question(contract: token, calldata: $0)
        }
      }
      let answers = try await self.ask(questions, at: place)
      var words = TokenWords(block: place)
      for (index, token) in tokens.enumerated() { words.add(token, Array(answers[(3 * index)..<(3 * index + 3)])) }
      // Codes are long: only where the answers leave open whether there is any.
      let doubtful = words.doubtful
      let codes = try await self.node.batch(
        doubtful.map {
          NodeRequest<Bytes>.code(of: $0, at: place, namespace: self.node.options.namespace).map(\.isEmpty)
        })
      for (token, isEmpty) in zip(doubtful, codes) { words.note(token, isEmpty: isEmpty) }
      return words
    }.found
  }

  /// Reads what each of the owners holds of each of the tokens.
  ///
  /// - Throws: `TokenError` `unknownBlock` or `chainMoved`; a `NodeError` when the node fails as a whole.
  /// - Complexity: One request for all questions, be Multicall3 there or not, and one or two for those of contracts that
  ///   fail without a word; where a node runs no creation code in calls, one for as many questions as a batch takes. Whether
  ///   Multicall3 is there is asked once, and the number of a block that is given by name twice each time.
  public func balances(
    of owners: some Collection<Address>, tokens: some Collection<Address>, at block: BlockTag = .latest
  ) async throws -> TokenAmounts {
    try await amounts(of: owners, tokens: tokens, at: block) { TokenCalls.balance(of: $0) }
  }

  /// Reads how much of each of the tokens a spender may move for each of the owners.
  ///
  /// - Throws: as ``balances(of:tokens:at:)``.
  /// - Complexity: as ``balances(of:tokens:at:)``.
  public func allowances(
    of owners: some Collection<Address>, for spender: Address, tokens: some Collection<Address>,
    at block: BlockTag = .latest
  ) async throws -> TokenAmounts {
    try await amounts(of: owners, tokens: tokens, at: block) { TokenCalls.allowance(of: $0, for: spender) }
  }

  /// Asks a token whether it takes permits (EIP-2612), and for what an owner has to sign.
  ///
  /// - Throws: `TokenError` `unknownBlock` or `chainMoved`; a `NodeError` when the node fails, for this token too.
  public func permitSupport(
    of token: Address, owner: Address, chainID: UInt256, at block: BlockTag = .latest
  ) async throws -> PermitSupport {
    let questions = PermitAnswers.questions(owner: owner).map { CallBatch.Question(contract: token, calldata: $0) }
    let (answers, _) = try await reading(at: block) { (place) throws(NodeError) in
      try await self.ask(questions, at: place)
    }
    if let problem = answers.lazy.compactMap(\.problem).first { throw problem }
    return PermitAnswers(answers).support(token: token, chainID: chainID)
  }

  private func amounts(
    of owners: some Collection<Address>, tokens: some Collection<Address>, at block: BlockTag,
    _ calldata: (Address) -> Bytes
  ) async throws -> TokenAmounts {
    let (owners, tokens) = (Set(owners).sorted(), Set(tokens).sorted())
    let questions = owners.flatMap { owner in
      let data = calldata(owner)
      return tokens.map { CallBatch.Question(contract: $0, calldata: data) }
    }
    let (answers, place) = try await reading(at: block) { (place) throws(NodeError) in
      try await self.ask(questions, at: place)
    }
    return TokenAmounts(block: place, owners: owners, tokens: tokens, answers)
  }

  // MARK: Blocks and batches

  /// The most times that a reading is begun anew because its block was replaced.
  private static let attempts = 3

  /// Reads at a block by number or hash; one that is given by name is looked up first, and looked at again afterwards.
  func reading<Found>(
    at block: BlockTag, _ body: (BlockTag) async throws(NodeError) -> Found
  ) async throws -> (found: Found, at: BlockTag) {
    let name: BlockTag
    switch block {
    case .number, .hash: return (try await body(block), block)
    // No number stands for the pending block.
    case .pending: name = .latest
    default: name = block
    }
    for _ in 0..<Self.attempts {
      guard let before = try await node.block(name) else { throw Self.unknown(name) }
      let place = BlockTag.number(before.number)
      let found = try await body(place)
      if try await node.block(place)?.hash == before.hash { return (found, place) }
    }
    throw TokenError(
      .chainMoved, "the tokens cannot be read", reason: "the chain replaced the block that was read, time after time")
  }

  /// Asks questions at a block, in as few requests as the chain and the node allow.
  func ask(_ questions: [CallBatch.Question], at block: BlockTag) async throws(NodeError) -> [TokenAnswer] {
    guard !questions.isEmpty else { return [] }
    let isThere = questions.count > 1 ? try await isMulticallThere() : false
    return try await CallBatch(node: node).answers(to: questions, at: block, hasMulticall: isThere)
  }

  /// Asked of the newest block: in an older one without it the calls are asked alone after all.
  private func isMulticallThere() async throws(NodeError) -> Bool {
    if let known = hasMulticall.withLock({ $0 }) { return known }
    let found = try await !node.code(of: Multicall3.address).isEmpty
    hasMulticall.withLock { $0 = found }
    return found
  }

  private static func unknown(_ block: BlockTag) -> TokenError {
    TokenError(.unknownBlock, "the tokens cannot be read", reason: "the node has no block \(block)")
  }
}
