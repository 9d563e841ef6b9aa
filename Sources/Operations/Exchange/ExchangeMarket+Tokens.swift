import ContractClient
import Exchange
import Keys
import NodeRPC
import Orders
import Primitives
import Tokens

/// A token that a market knows, with what an account holds of it and lets the exchanges move.
public struct MarketToken: Sendable {
  /// The token.
  public let token: DirectoryToken
  /// The other tokens whose symbols are this one's or look like it.
  public let conflicts: [DirectoryToken]
  /// The account's balance; nil where nobody asked, and where the contract does not tell it.
  public let balance: TokenAmount?
  /// The amounts that the account lets the exchanges move, by their versions; none where nobody asked.
  public let allowances: [OrderVersion: TokenAmount]
}

extension ExchangeMarket {
  /// The tokens that are known, the most trusted first.
  ///
  /// - Parameters:
  ///   - search: A part of the symbol, the name or the address, in letters of any case; nil is all.
  ///   - owner: The account whose balances are read; nil reads none.
  ///   - withAllowances: Whether the account's allowances are read, too.
  /// - Throws: `TokenError`; a `NodeError`.
  public func tokens(
    like search: String? = nil, of owner: Address? = nil, withAllowances: Bool = false
  ) async throws -> [MarketToken] {
    let needle = search?.lowercased()
    let found = tokens.tokens.filter { token in
      needle.map { needle in
        [token.label, token.name, token.address.lowercaseHex].contains { $0.lowercased().contains(needle) }
      } ?? true
    }
    var groups: [String: [DirectoryToken]] = [:]
    for token in tokens.tokens {
      for key in Lookalike.skeletons(token.symbol) { groups[key, default: []].append(token) }
    }
    let reader = TokenReader(node: connection.node)
    let addresses = found.map(\.address)
    var balances: TokenAmounts?
    var allowances: [OrderVersion: TokenAmounts] = [:]
    if let owner, !addresses.isEmpty {
      balances = try await reader.balances(of: [owner], tokens: addresses)
      for version in withAllowances ? OrderVersion.allCases : [] {
        guard let spender = contracts.spender(of: version) else { continue }
        allowances[version] = try await reader.allowances(of: [owner], for: spender, tokens: addresses)
      }
    }
    return found.map { token in
      func amount(_ amounts: TokenAmounts?) -> TokenAmount? {
        owner.flatMap { amounts?[$0, token.address] }.map { TokenAmount($0, of: token) }
      }
      let alike = Set(Lookalike.skeletons(token.symbol).flatMap { groups[$0] ?? [] }).subtracting([token])
      return MarketToken(
        token: token, conflicts: alike.sorted { $0.address < $1.address }, balance: amount(balances),
        allowances: allowances.compactMapValues(amount))
    }
  }
}
