import NodeRPC
import Primitives

/// Amounts of tokens by owner, in their smallest units, as they are in one block.
public struct TokenAmounts: Sendable {
  /// The block, by number or hash.
  public let block: BlockTag
  /// The reason why the node did not answer for the first of those that are not told; nil where it answered for all.
  public let problem: NodeError?
  private let amounts: [Key: UInt256]

  private struct Key: Sendable, Hashable {
    let owner: Address
    let token: Address
  }

  init(block: BlockTag, owners: [Address], tokens: [Address], _ answers: [TokenAnswer]) {
    self.block = block
    problem = answers.lazy.compactMap(\.problem).first
    var amounts: [Key: UInt256] = [:]
    amounts.reserveCapacity(answers.count)
    for (index, answer) in answers.enumerated() {
      guard let word = answer.word else { continue }
      amounts[Key(owner: owners[index / tokens.count], token: tokens[index % tokens.count])] = word
    }
    self.amounts = amounts
  }

  /// The amount that belongs to an owner and a token; nil where the token does not tell it in exactly 32 bytes, or nobody
  /// asked: nothing is known then, which is not zero.
  public subscript(owner: Address, token: Address) -> UInt256? { amounts[Key(owner: owner, token: token)] }

  /// The number of known amounts.
  public var count: Int { amounts.count }
}

/// The words of contracts about themselves, as they are in one block.
public struct TokenWords: Sendable {
  /// The block, by number or hash.
  public let block: BlockTag
  /// The words of the contracts that answered, by address.
  public private(set) var metadata: [Address: TokenMetadata] = [:]
  /// The addresses at which there is no code.
  public private(set) var empty: Set<Address> = []
  /// The reason why the node did not answer for the first of those that are in neither; nil where it answered for all.
  public private(set) var problem: NodeError?

  init(block: BlockTag) { self.block = block }

  /// The tokens whose answers leave open whether there is a contract at all.
  var doubtful: [Address] {
    metadata.values.filter { if case .known = $0.decimals { false } else { true } }.map(\.address).sorted()
  }

  /// Adds a token's answers to `symbol`, `name` and `decimals`, in this order.
  mutating func add(_ token: Address, _ answers: [TokenAnswer]) {
    if let failure = answers.lazy.compactMap(\.problem).first {
      problem = problem ?? failure
    } else if answers.count == 3 {
      metadata[token] = TokenMetadata(address: token, symbol: answers[0], name: answers[1], decimals: answers[2])
    }
  }

  /// Notes whether there is no code at a token's address.
  mutating func note(_ token: Address, isEmpty: Result<Bool, NodeError>) {
    switch isEmpty {
    case .success(false): break
    case .success(true):
      metadata[token] = nil
      empty.insert(token)
    case .failure(let error):
      metadata[token] = nil
      problem = problem ?? error
    }
  }

  /// The answer of one contract.
  ///
  /// - Throws: `notAToken` where there is no code; the node's failure where it did not answer.
  public func metadata(of token: Address) throws -> TokenMetadata {
    if let metadata = metadata[token] { return metadata }
    if !empty.contains(token), let problem { throw problem }
    throw TokenError(
      .notAToken, "there is no token at \(token)", about: token.checksummed,
      reason: "the address has no code on this chain", facts: .token(token))
  }
}
