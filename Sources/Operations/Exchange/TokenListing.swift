import ContractClient
import Exchange
import Keys
import NodeRPC
import OrderBook
import Orders
import Primitives
import Tokens

/// A token that a market knows, with what an account holds of it and lets others move.
public struct MarketToken: Sendable {
  /// The token as the directory knows it, by whose word.
  public let token: DirectoryToken
  /// The other tokens whose symbols are this one's or look like it.
  public let conflicts: [DirectoryToken]
  /// The account's balance; nil where nobody asked, and where the contract does not tell it.
  public let balance: TokenAmount?
  /// The allowances that were asked for, in the order of the spenders.
  public let approvals: [TokenApproval]

  /// The amounts that the account lets the exchanges move, by their versions; none where nobody asked.
  public var allowances: [OrderVersion: TokenAmount] {
    approvals.reduce(into: [:]) { amounts, approval in
      if let version = approval.spender.version { amounts[version] = approval.amount }
    }
  }
}

/// An account that may be let move tokens.
public struct TokenSpender: Sendable, Hashable {
  /// The address of the account or contract.
  public let address: Address
  /// The version of the exchange that it moves tokens for; nil for somebody else.
  public let version: OrderVersion?
}

/// An allowance of an account's token.
public struct TokenApproval: Sendable {
  /// The token that may be moved.
  public let token: DirectoryToken
  /// The account that may move it.
  public let spender: TokenSpender
  /// The amount; nil where the contract does not tell it.
  public let amount: TokenAmount?

  /// Whether anything may be moved, or it is not known.
  public var isOpen: Bool { amount?.units != 0 }
}

/// The tokens that a market knows.
public struct TokenListing: Sendable {
  /// The market whose directory is listed.
  public let market: ExchangeMarket

  /// The tokens of a market; nothing is asked yet.
  public init(_ market: ExchangeMarket) { self.market = market }

  /// The spenders of the market's exchanges, and others.
  public func spenders(beside others: [Address] = []) -> [TokenSpender] {
    var spenders = OrderVersion.allCases.compactMap { version in
      market.contracts.spender(of: version).map { TokenSpender(address: $0, version: version) }
    }
    for other in others where !spenders.contains(where: { $0.address == other }) {
      spenders.append(TokenSpender(address: other, version: nil))
    }
    return spenders
  }

  /// The tokens that are known, the most trusted first; balances and allowances are all of one block.
  ///
  /// - Parameters:
  ///   - search: A part of the symbol, the name or the address, in letters of any case; nil is all.
  ///   - among: The addresses of the tokens that are wanted; nil is all.
  ///   - owner: The account whose balances are read; nil reads none.
  ///   - spenders: Whoever may be let move the account's tokens.
  /// - Throws: `TokenError`; `OrderBookError` for a node that does not tell its newest block; a `NodeError`.
  public func read(
    like search: String? = nil, among: Set<Address>? = nil, of owner: Address? = nil, spenders: [TokenSpender] = []
  ) async throws -> [MarketToken] {
    let needle = search?.lowercased()
    let found = market.tokens.tokens.filter { token in
      (among?.contains(token.address) ?? true)
        && (needle.map { needle in
          [token.label, token.name, token.address.lowercaseHex].contains { $0.lowercased().contains(needle) }
        } ?? true)
    }
    var groups: [String: [DirectoryToken]] = [:]
    for token in market.tokens.tokens {
      for key in Lookalike.skeletons(token.symbol) { groups[key, default: []].append(token) }
    }
    let reader = TokenReader(node: market.connection.node)
    let addresses = found.map(\.address)
    var balances: TokenAmounts?
    var allowances: [TokenAmounts] = []
    if let owner, !addresses.isEmpty {
      let block = BlockTag.hash(try await market.newest().hash)
      balances = try await reader.balances(of: [owner], tokens: addresses, at: block)
      for spender in spenders {
        allowances.append(
          try await reader.allowances(of: [owner], for: spender.address, tokens: addresses, at: block))
      }
    }
    return found.map { token in
      func amount(_ amounts: TokenAmounts?) -> TokenAmount? {
        owner.flatMap { amounts?[$0, token.address] }.map { TokenAmount($0, of: token) }
      }
      let alike = Set(Lookalike.skeletons(token.symbol).flatMap { groups[$0] ?? [] }).subtracting([token])
      return MarketToken(
        token: token, conflicts: alike.sorted { $0.address < $1.address }, balance: amount(balances),
        approvals: zip(spenders, allowances).map { spender, amounts in
          TokenApproval(token: token, spender: spender, amount: amount(amounts))
        })
    }
  }
}
