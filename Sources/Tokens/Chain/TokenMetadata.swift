import Primitives

/// The names that a token's own contract gives itself, made harmless: anybody can choose it.
public struct TokenMetadata: Sendable, Hashable {
  /// The decimals that a contract tells.
  public enum Decimals: Sendable, Hashable {
    /// 0 to 77.
    case known(Int)
    /// None: the standard lets a token have none, and amounts are of its smallest unit.
    case none
    /// More than an amount of 256 bits can have, as no honest token says.
    case impossible(UInt256)
  }

  /// The token's contract.
  public let address: Address
  /// The symbol, of at most 32 characters that can be seen, control characters written out; nil if it tells none, or what
  /// could be taken for an address.
  public let symbol: String?
  /// The name, of at most 60 characters that can be seen; nil if it tells none.
  public let name: String?
  /// The number of decimals.
  public let decimals: Decimals

  /// The words of a contract by their parts, which are not checked.
  public init(address: Address, symbol: String?, name: String?, decimals: Decimals) {
    (self.address, self.symbol, self.name, self.decimals) = (address, symbol, name, decimals)
  }

  private static let longestSymbol = 32
  private static let longestName = 60
  private static let mostDecimals: UInt256 = 77

  /// Takes a contract's answers to `symbol`, `name` and `decimals`.
  init(address: Address, symbol: TokenAnswer, name: TokenAnswer, decimals: TokenAnswer) {
    self.address = address
    let told = symbol.bytes.flatMap { ContractText.plain($0, most: Self.longestSymbol) }
    self.symbol = told.flatMap { Self.isLikeAddress($0) ? nil : $0 }
    self.name = name.bytes.flatMap { ContractText.plain($0, most: Self.longestName) }
    self.decimals =
      switch decimals.word {
      case nil: .none
      case let number? where number > Self.mostDecimals: .impossible(number)
      case let number?: .known(Int(number.low))
      }
  }

  /// Whether a text begins as an address does: the end of one can be cut off.
  private static func isLikeAddress(_ text: String) -> Bool {
    text.lowercased().hasPrefix("0x") && text.count >= 8 && text.dropFirst(2).allSatisfy(\.isHexDigit)
  }
}
