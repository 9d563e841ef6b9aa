import Keys
import Primitives
import Transactions

/// The fee payer of a transaction: only on Kaia.
public struct FeeDelegation: Sendable {
  /// The payer of the gas.
  public enum Payer: Sendable {
    /// An account whose keys are not here yet: enough for a price.
    case account(Address)
    /// An account whose keys are here.
    case keys(Keyring)
    /// A service that signs and sends.
    case service(FeeService)
  }

  /// The payer, who signs here, elsewhere, or not yet.
  public var payer: Payer
  /// The per cent of the fee that it pays, 1 to 99; nil is all of it.
  public var percent: UInt8?

  /// A payer of all of the fee, or of a share; the share's range is checked when a transaction is priced.
  public init(_ payer: Payer, percent: UInt8? = nil) {
    self.payer = payer
    self.percent = percent
  }

  /// The account that pays; nil for a service, which does not name it.
  public var address: Address? {
    switch payer {
    case .account(let address): address
    case .keys(let keys): keys.address
    case .service: nil
    }
  }

  var payment: KaiaTransaction.FeePayment { percent.map { .shared(percent: $0) } ?? .delegated }
}
