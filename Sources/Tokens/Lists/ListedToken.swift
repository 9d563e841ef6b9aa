import Primitives

/// A token as a list has it; the list's word, of which nothing was compared with the contract.
public struct ListedToken: Sendable, Hashable {
  /// The number of the chain (EIP-155), 1 or more.
  public let chainID: UInt256
  /// The token's contract.
  public let address: Address
  /// The symbol, of at most 20 characters that can all be seen; may be empty.
  public let symbol: String
  /// The name, of at most 60 characters; may be empty.
  public let name: String
  /// The number of decimals, 0 to 255.
  public let decimals: Int
  /// The address of a picture, which nothing here fetches; nil where it has none that can be one.
  public let logo: String?
  /// Marks by which the list sorts its tokens, 10 at most.
  public let tags: [String]

  /// A token by its members, which are not checked.
  public init(
    chainID: UInt256, address: Address, symbol: String, name: String, decimals: Int, logo: String? = nil,
    tags: [String] = []
  ) {
    (self.chainID, self.address, self.symbol, self.name) = (chainID, address, symbol, name)
    (self.decimals, self.logo, self.tags) = (decimals, logo, tags)
  }

  /// The place of a token: an address on a chain.
  public struct Place: Sendable, Hashable {
    /// The number of the chain.
    public let chainID: UInt256
    /// The token's contract there.
    public let address: Address
  }

  /// The place, by which two entries are of one token.
  public var place: Place { Place(chainID: chainID, address: address) }
}

/// An entry of a list that is not taken.
public struct LeftOutToken: Sendable, Hashable {
  /// The bounds that an entry can break.
  public enum Reason: String, Sendable, Hashable, CaseIterable {
    /// The entry is no JSON object.
    case notAnObject
    /// Its chain's number is missing, or no whole number from 1 up.
    case chain
    /// Its address is missing, mistyped, or stands for the chain's own coin.
    case address
    /// Its symbol is missing, longer than 20 characters, or has blanks.
    case symbol
    /// Its name is missing or longer than 60 characters.
    case name
    /// Its decimals are missing, or not from 0 to 255.
    case decimals
    /// Its symbol or name has characters that cannot be seen, or turn a line around.
    case invisible
    /// Its tags are not 10 texts at most.
    case tags
    /// An earlier entry has the same address on the same chain.
    case duplicate
  }

  /// The place in the list, from 0.
  public let index: Int
  /// The bound that it breaks, the first in the order of ``Reason``.
  public let reason: Reason
}
