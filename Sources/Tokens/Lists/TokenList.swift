import Primitives

/// A list of tokens in the schema of Uniswap's token lists: somebody's word for which addresses are which tokens.
public struct TokenList: Sendable, Hashable {
  /// The most bytes of a list.
  public static let mostBytes = 4 << 20
  /// The most entries of a list.
  public static let mostTokens = 10_000

  /// The list's name, of at most 30 characters.
  public let name: String
  /// The time at which it was made, in seconds since 1970.
  public let time: Int64
  /// The numbers that its maker raises with every change.
  public let version: TokenListVersion
  /// The words by which it wants to be found, 20 at most.
  public let keywords: [String]
  /// The address of a picture, which nothing here fetches; nil where it has none that can be one.
  public let logo: String?
  /// The tokens in the list's order, each address of a chain once.
  public let tokens: [ListedToken]
  /// The entries that are not taken, in the list's order.
  public let leftOut: [LeftOutToken]

  /// A list by its members, which are not checked.
  public init(
    name: String, time: Int64, version: TokenListVersion, tokens: [ListedToken], keywords: [String] = [],
    logo: String? = nil, leftOut: [LeftOutToken] = []
  ) {
    (self.name, self.time, self.version, self.tokens) = (name, time, version, tokens)
    (self.keywords, self.logo, self.leftOut) = (keywords, logo, leftOut)
  }

  /// The tokens of a chain, in the list's order.
  public func tokens(on chainID: UInt256) -> [ListedToken] { tokens.filter { $0.chainID == chainID } }
}
