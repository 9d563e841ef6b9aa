import Orders
import Primitives

/// The addresses of the exchanges' contracts on a network; all are found out or given, none is believed unchecked.
public struct ExchangeContracts: Sendable, Hashable {
  /// The contracts of version 1.
  public struct V1: Sendable, Hashable {
    /// The contract that fills and cancels.
    public var exchange: Address
    /// The proxy that moves the tokens, and that makers and takers approve.
    public var proxy: Address
    /// The token that fees are paid in; the zero address where no fee can be paid.
    public var feeToken: Address
    /// The registry of tokens; nil where there is none.
    public var registry: Address?

    /// Contracts by their addresses.
    public init(exchange: Address, proxy: Address, feeToken: Address, registry: Address? = nil) {
      (self.exchange, self.proxy, self.feeToken, self.registry) = (exchange, proxy, feeToken, registry)
    }
  }

  /// The chain's number (EIP-155).
  public let chainID: UInt256
  /// The contracts of version 1; nil where there are none.
  public var v1: V1?
  /// The native orders of version 4; nil where there are none.
  public var v4: Address?
  /// The chain's coin as a token; nil where none is known.
  public var wrappedCoin: Address?

  /// Contracts on a chain; the wrapped coin of Kaia's own networks is known.
  public init(chainID: UInt256, v1: V1? = nil, v4: Address? = nil, wrappedCoin: Address? = nil) {
    (self.chainID, self.v1, self.v4) = (chainID, v1, v4)
    self.wrappedCoin = wrappedCoin ?? Self.knownWrappedCoins[chainID]
  }

  /// The contract that settles orders of a version; nil where there is none.
  public func exchange(of version: OrderVersion) -> ExchangeContract? {
    (version == .v1 ? v1?.exchange : v4).map { ExchangeContract(chainID: chainID, address: $0) }
  }

  /// The account that makers and takers of a version approve; nil where there is none.
  public func spender(of version: OrderVersion) -> Address? { version == .v1 ? v1?.proxy : v4 }

  /// The version that new orders are made for: the newest that is there.
  public var preferred: OrderVersion? { v4 != nil ? .v4 : v1 != nil ? .v1 : nil }

  /// The wrapped coins of Kaia's mainnet and of its test network Kairos, as Kaia documents them.
  private static let knownWrappedCoins: [UInt256: Address] = [
    8217: Address(truncating: 0x19aa_c5f6_12f5_24b7_54ca_7e7c_41cb_fa2e_981a_4432),
    1001: Address(truncating: 0x043c_471b_ee06_0e00_a56c_cd02_c0ca_2868_08a5_a436),
  ]
}
