import Primitives

/// The source of a claim which token an address is, the most trusted first.
public enum TokenSource: Sendable, Hashable, Comparable {
  /// A person, who added it by hand.
  case hand
  /// The program's own list for the network.
  case network
  /// A list, by its place among the lists that a person chose, from 0, and its name.
  case list(order: Int, name: String)
  /// A registry on the chain.
  case registry
  /// The contract's own word, which anybody can make it say.
  case contract

  private var rank: (Int, Int) {
    switch self {
    case .hand: (0, 0)
    case .network: (1, 0)
    case .list(let order, _): (2, order)
    case .registry: (3, 0)
    case .contract: (4, 0)
    }
  }

  /// Whether it is more trusted than another.
  public static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }

  /// Whether both are equally trusted; of one list that is all of it.
  public static func == (left: Self, right: Self) -> Bool { left.rank == right.rank }

  /// Hashes what counts for trust.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(rank.0)
    hasher.combine(rank.1)
  }
}

/// A source's claim which token an address is.
public struct TokenClaim: Sendable, Hashable {
  /// The token's contract.
  public let address: Address
  /// The symbol; may be empty.
  public let symbol: String
  /// The name; may be empty.
  public let name: String
  /// The number of decimals; nil where the source tells none.
  public let decimals: Int?
  /// The origin of the claim: a list, a person, the chain.
  public let source: TokenSource

  private static let longestSymbol = 32
  private static let longestName = 100

  /// A claim by its parts; control characters of symbol and name are written out, what else cannot be seen is left out, and
  /// what is longer than 32 and 100 characters.
  public init(address: Address, symbol: String, name: String, decimals: Int?, source: TokenSource) {
    self.address = address
    self.symbol = TerminalSafe.label(symbol.unicodeScalars, most: Self.longestSymbol) ?? ""
    self.name = TerminalSafe.label(name.unicodeScalars, most: Self.longestName) ?? ""
    (self.decimals, self.source) = (decimals, source)
  }

  /// The claim of a list.
  public init(_ token: ListedToken, source: TokenSource) {
    self.init(
      address: token.address, symbol: token.symbol, name: token.name, decimals: token.decimals, source: source)
  }

  /// The contract's own word.
  public init(_ metadata: TokenMetadata) {
    let decimals: Int? = if case .known(let number) = metadata.decimals { number } else { nil }
    self.init(
      address: metadata.address, symbol: metadata.symbol ?? "", name: metadata.name ?? "", decimals: decimals,
      source: .contract)
  }
}
