import Primitives

/// The tokens of one chain, by what several sources say: which address a symbol stands for, and with which decimals.
///
/// A symbol stands for one address: that of the most trusted source. A second one with the same symbol, or with one that
/// could be taken for it, goes by its symbol and the last digits of its address, as in `USDT#4432`; where both are equally
/// trusted the symbol stands for none of them. Decimals are the contract's: a source that says otherwise is not believed
/// for that token, and a contract that tells more than an amount can have is no token here.
public struct TokenDirectory: Sendable {
  /// The number of the chain (EIP-155).
  public let chainID: UInt256
  /// The symbols of the chain's own coin, which no token has to itself.
  public let coins: [String]
  /// The tokens, the most trusted first.
  public let tokens: [DirectoryToken]
  /// The claims that are not believed, as the contract tells other decimals, or there is none.
  public let refused: [RefusedClaim]
  private let index: TokenIndex
  private let places: [Address: Int]
  /// The addresses whose contracts tell decimals that no amount can have.
  private let impossible: Set<Address>

  /// Brings claims together.
  ///
  /// - Parameters:
  ///   - claims: The words of the sources, in any order; of two claims of one source for an address the first counts.
  ///   - metadata: The words of the contracts, as far as they were asked; they count where nobody else's do.
  ///   - empty: The addresses at which there is no contract: no claim makes a token of one.
  ///   - known: The decimals with which money was already counted, by address; nil for a token that had none.
  ///   - coins: The symbols of the chain's own coin.
  /// - Throws: `decimalsChanged` where a contract tells others than are known, or than a person added it with.
  public init(
    chainID: UInt256, claims: [TokenClaim], metadata: [Address: TokenMetadata] = [:], empty: Set<Address> = [],
    known: [Address: Int?] = [:], coins: [String] = ["KAIA", "KLAY", "ETH"]
  ) throws(TokenError) {
    (self.chainID, self.coins) = (chainID, coins)
    for (address, decimals) in known.sorted(by: { $0.key < $1.key }) {
      if let told = metadata[address] { try Self.compare(told, with: decimals) }
    }
    var best: [Address: TokenClaim] = [:]
    var refused: [RefusedClaim] = []
    for claim in claims + metadata.values.map(TokenClaim.init) {
      guard !empty.contains(claim.address) else {
        refused.append(RefusedClaim(claim, .noCode))
        continue
      }
      let told = metadata[claim.address]
      let agrees: Bool
      if let told {
        agrees = !told.isImpossible && told.knownDecimals == claim.decimals
      } else if case .some(let before) = known[claim.address] {
        agrees = before == claim.decimals
      } else {
        agrees = true
      }
      guard agrees else {
        if let told, claim.source == .hand { try Self.compare(told, with: claim.decimals) }
        if claim.source < .contract {
          let counting = told.map(\.knownDecimals) ?? known[claim.address] ?? nil
          refused.append(RefusedClaim(claim, .decimals(told: counting)))
        }
        continue
      }
      if let present = best[claim.address], present.source <= claim.source { continue }
      best[claim.address] = claim
    }
    let chosen = best.values.sorted { ($0.source, $0.address) < ($1.source, $1.address) }
    let index = TokenIndex(chosen, coins: coins)
    tokens = zip(chosen, index.labels).map { claim, label in
      let isConfirmed = metadata[claim.address] != nil || known[claim.address] != nil
      return DirectoryToken(
        address: claim.address, symbol: claim.symbol, name: claim.name, label: label,
        decimals: claim.decimals.flatMap { (0...77).contains($0) ? $0 : nil }, source: claim.source,
        isConfirmed: isConfirmed)
    }
    places = Dictionary(uniqueKeysWithValues: chosen.enumerated().map { ($1.address, $0) })
    (self.refused, self.index) = (refused, index)
    impossible = Set(metadata.lazy.filter(\.value.isImpossible).map(\.key))
  }

  /// The token at an address; nil where the directory has none.
  public subscript(address: Address) -> DirectoryToken? { places[address].map { tokens[$0] } }

  /// The token that a text stands for: an address, a label such as `USDT#4432`, a symbol or a name, in letters of any case.
  ///
  /// A `?` at the end says that the contract's own word is all there is, as ``DirectoryToken/shown`` has it.
  ///
  /// - Throws: `unknownToken`, with the labels of those that look alike; `ambiguousToken` with the addresses of those that
  ///   it may be.
  public func token(_ text: String) throws(TokenError) -> DirectoryToken {
    if text.utf8.count == 42, text.hasPrefix("0x") { return try token(at: text) }
    let shown = TerminalSafe.quote(text, limit: 60)
    if text.hasSuffix("?") {
      let token = try token(String(text.dropLast()))
      guard !token.isVouchedFor else {
        throw TokenError(
          .unknownToken, "no token is known as \(shown)", about: shown, reason: "\(token.shown) is another",
          facts: .names([token.label]))
      }
      return token
    }
    switch index.find(text) {
    case .one(let place): return tokens[place]
    case .several(let places):
      throw TokenError(
        .ambiguousToken, "\(shown) may be one of several tokens", about: shown,
        reason: places.prefix(4).map { "\(tokens[$0].shown) at \(tokens[$0].address)" }.joined(separator: ", "),
        facts: .addresses(places.map { tokens[$0].address }))
    case .none(let alike):
      let denied = refused.first { $0.claim.symbol.lowercased() == text.lowercased() }
      if alike.isEmpty, let denied {
        throw TokenError(
          .unknownToken, "no token is known as \(shown)", about: shown, reason: denied.words, facts: denied.facts)
      }
      throw TokenError(
        .unknownToken, "no token is known as \(shown)", about: shown,
        reason: alike.isEmpty
          ? nil : "it looks like \(alike.prefix(4).map { tokens[$0].shown }.joined(separator: ", "))",
        facts: .names(alike.prefix(4).map { tokens[$0].label }))
    }
  }

  private func token(at text: String) throws(TokenError) -> DirectoryToken {
    let address: Address
    do throws(PrimitivesError) {
      address = try Address(text)
    } catch {
      throw TokenError(
        .unknownToken, "no token is known as \(TerminalSafe.quote(text, limit: 60))",
        about: TerminalSafe.quote(text, limit: 60), reason: error.inOneLine, cause: error)
    }
    guard let token = self[address] else {
      throw TokenError(
        .unknownToken, "no token is known at \(address)", about: address.checksummed,
        reason: refused.first { $0.claim.address == address }?.words
          ?? (impossible.contains(address) ? "its contract tells more decimals than an amount can have" : nil),
        facts: .token(address))
    }
    return token
  }

  /// Looks whether a contract still has the decimals that the directory has.
  ///
  /// - Throws: `decimalsChanged` where it tells others: then no amount of it means what it meant.
  public func check(_ metadata: TokenMetadata) throws(TokenError) {
    guard let token = self[metadata.address] else { return }
    try Self.compare(metadata, with: token.decimals)
  }

  private static func compare(_ metadata: TokenMetadata, with known: Int?) throws(TokenError) {
    let told = metadata.knownDecimals
    guard told != known || metadata.isImpossible else { return }
    func count(_ decimals: Int?) -> String { decimals.map { "\($0) decimals" } ?? "no decimals" }
    throw TokenError(
      .decimalsChanged, "the decimals of the token at \(metadata.address) are others than they were",
      about: metadata.address.checksummed,
      reason:
        "it had \(count(known)) and now has \(metadata.isImpossible ? "more than an amount can have" : count(told))",
      facts: .decimals(metadata.address, known: known, told: told))
  }
}

extension TokenMetadata {
  /// The decimals, if they can be any.
  fileprivate var knownDecimals: Int? {
    guard case .known(let decimals) = decimals else { return nil }
    return decimals
  }

  fileprivate var isImpossible: Bool {
    guard case .impossible = decimals else { return false }
    return true
  }
}
