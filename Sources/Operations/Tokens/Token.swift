import ContractClient
import Primitives
import Sending
import WalletBook

/// An ERC-20 token as money: its unit, and how amounts of it are written.
public struct Token: Sendable {
  /// The token's contract.
  public let address: Address
  /// The token's own symbol, which anybody can choose; "tokens" where it has none.
  public let symbol: String
  /// The token's name: a symbol that reads as a number or as the chain's own money is marked.
  public let name: String
  /// The token's name as it is written behind an amount.
  public let counted: String
  /// The number of decimals; nil if the token tells none: then amounts are of its smallest unit.
  public let decimals: Int?
  /// The unit of its amounts.
  public let unit: Amount.Unit
  let contract: ERC20

  /// - Parameter coin: The symbol of the chain's money: the token may not be taken for it.
  init(_ contract: ERC20, _ metadata: ERC20.Metadata, beside coin: String) throws {
    self.contract = contract
    address = contract.address
    let symbol = metadata.symbol ?? "tokens"
    self.symbol = symbol
    let money = [coin, "KLAY", "KAIA", "ETH"]
    let reads = symbol.first.map { $0.isLetter || $0 == "$" } ?? false
    let isPlain =
      reads && !symbol.contains(where: \.isWhitespace)
      && !money.contains { $0.lowercased() == symbol.lowercased() || BookName.looksLike($0, symbol) }
    name = isPlain ? symbol : "the token ‘\(symbol)’"
    counted = isPlain ? symbol : "of \(name)"
    decimals = metadata.decimals
    unit = try Amount.Unit(name: "token", symbol: symbol, decimals: metadata.decimals ?? 0)
  }

  /// A token, and what an account holds of it in its smallest unit.
  ///
  /// - Throws: The errors of ``ContractClient/ERC20/look(at:)``.
  public static func look(
    at address: Address, held holder: Address, over connection: ContractConnection
  ) async throws -> (token: Token, balance: UInt256) {
    let contract = ERC20(address, connection: connection)
    let (metadata, balance) = try await contract.look(at: holder)
    return (try Token(contract, metadata, beside: connection.sender.unit.symbol), balance)
  }

  /// An amount, in the smallest unit, with the token's name.
  public func text(_ amount: UInt256) -> String { "\(Amount(wei: amount).formatted(in: unit)) \(counted)" }
}
