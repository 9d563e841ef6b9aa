import ContractABI
import NodeRPC
import Primitives

/// The tokens of a registry on the chain (the 0x protocol's `TokenRegistry`), whose owner says which they are.
public struct TokenRegistry: Sendable {
  /// The most tokens that are read of a registry.
  public static let mostTokens = 1_024
  /// The longest text that is taken over from it.
  private static let longestText = 100

  /// The registry's contract.
  public let address: Address

  /// A registry by its address.
  public init(address: Address) { self.address = address }

  /// The claims of a registry, as they are in one block.
  public struct Reading: Sendable, Hashable {
    /// The block, by number or hash.
    public let block: BlockTag
    /// The claims, in the registry's order; each has the source ``TokenSource/registry``.
    public let claims: [TokenClaim]
    /// The tokens of which it tells nothing that can be read.
    public let unreadable: [Address]
  }

  /// Reads the registry's tokens.
  ///
  /// - Throws: `TokenError` `notARegistry` where the contract does not list tokens, or lists more than 1,024; what
  ///   ``TokenReader`` throws; a `NodeError` when the node fails.
  /// - Complexity: Two requests for as many tokens as a batch takes, beside those for the block.
  public func read(over reader: TokenReader, at block: BlockTag = .latest) async throws -> Reading {
    let (found, place) = try await reader.reading(at: block) { (place) throws(NodeError) in
      let list = try await reader.ask([.init(contract: address, calldata: Self.list)], at: place)
      let tokens = list.first.flatMap(Self.addresses)
      let questions = (tokens ?? []).map { CallBatch.Question(contract: address, calldata: Self.token($0)) }
      return (list.first, tokens, try await reader.ask(questions, at: place))
    }
    let (list, tokens, answers) = found
    for case .unknown(let problem) in [list].compactMap(\.self) + answers { throw problem }
    guard let tokens else {
      throw TokenError(
        .notARegistry, "there is no registry of tokens at \(address)", about: address.checksummed,
        reason: "it does not list at most \(Self.mostTokens) addresses", facts: .token(address))
    }
    let claims = zip(tokens, answers).map { Self.claim($0, $1) }
    let unreadable = zip(tokens, claims).filter { $0.1 == nil }.map(\.0)
    return Reading(block: place, claims: claims.compactMap(\.self), unreadable: unreadable)
  }

  // MARK: Calls and answers

  private static let list = ABISelector(signature: "getTokenAddresses()").bytes

  private static func token(_ address: Address) -> Bytes {
    ABISelector(signature: "tokens(address)").bytes + Hash32(UInt256(address)).bytes
  }

  /// The addresses of a list, each once; nil for an answer that is no list of so many at most.
  private static func addresses(_ answer: TokenAnswer) -> [Address]? {
    guard let bytes = answer.bytes, bytes.count <= 32 * (mostTokens + 2),
      let items = try? ABICoder.decode(bytes, as: [.array(.address)]).first?.elements
    else { return nil }
    var seen: Set<Address> = [.zero]
    return items.compactMap(\.addressValue).filter { seen.insert($0).inserted }
  }

  private static let row: [ABIType] = [.address, .string, .string, .uint(8), .bytes, .bytes]

  /// The claim in an answer of address, name, symbol, decimals and two hashes; nil where it is none for this token.
  private static func claim(_ token: Address, _ answer: TokenAnswer) -> TokenClaim? {
    guard let bytes = answer.bytes, bytes.count <= 4_096, let values = try? ABICoder.decode(bytes, as: row),
      values[0].addressValue == token, let name = values[1].stringValue, let symbol = values[2].stringValue,
      let decimals = values[3].uintValue, name.unicodeScalars.count <= longestText,
      symbol.unicodeScalars.count <= longestText
    else { return nil }
    return TokenClaim(address: token, symbol: symbol, name: name, decimals: Int(decimals.low), source: .registry)
  }
}
