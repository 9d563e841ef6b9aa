import LectureKit
import Primitives
import Sending
import Transactions

/// Everything that is shown before somebody says yes to a plan.
public struct Review: Sendable {
  /// The action with its parameters.
  public let action: PlannedAction
  /// The action in a few words: `buy lecture 0 for 10 KLAY`.
  public let title: String
  /// The account that acts.
  public let account: Address
  /// The receiver of the money, or the contract called; nil for a deployment.
  public let receiver: Address?
  /// The chain that the signature is for.
  public let chainID: UInt256
  /// The money sent with it.
  public let value: Amount
  /// The gas, and who pays for it.
  public internal(set) var gas: GasShares
  /// The most that leaves the account: value and its own part of the gas.
  public let maximumCost: Amount
  /// The call for people: the function with its arguments, or the transfer.
  public let call: String
  /// The balances of both sides after a transfer; nil for other actions.
  public let effect: TransferEffect?
  /// The reasons to think twice, in the order in which they are found.
  public let warnings: [ReviewWarning]

  init(
    _ action: PlannedAction, _ title: String, _ prepared: PreparedTransaction, _ delegation: FeeDelegation?,
    _ warnings: [ReviewWarning], effect: TransferEffect? = nil
  ) {
    self.action = action
    self.title = title
    account = prepared.request.from
    receiver = prepared.request.to
    chainID = prepared.chainID
    value = prepared.request.value
    gas = GasShares(prepared, delegation)
    maximumCost = prepared.maximumCost
    call = prepared.request.label
    self.warnings = warnings
    self.effect = effect
  }
}

/// The most that the gas of a transaction can cost, and the parts of those who pay for it.
public struct GasShares: Sendable, Hashable {
  /// Another payer of the gas.
  public enum Payer: Sendable, Hashable {
    /// An account.
    case account(Address)
    /// A fee delegation service, by its address; its account is not known.
    case service(String)
  }

  /// The part of another payer.
  public struct Share: Sendable, Hashable {
    /// The account or the service that pays beside the sender, or in its place.
    public let payer: Payer
    /// The most that it pays.
    public let part: Amount
  }

  /// All of it, whoever pays.
  public let maximum: Amount
  /// The part of the account that sends.
  public let own: Amount
  /// The other payer with its part; nil if the account that sends pays all of it.
  public internal(set) var other: Share?
  /// The per cent that the other pays; nil is all of it.
  public let percent: UInt8?

  /// The shares of a priced transaction.
  ///
  /// - Parameter delegation: The delegation that it was priced with.
  public init(_ prepared: PreparedTransaction, _ delegation: FeeDelegation?) {
    maximum = prepared.maximumFee
    percent = delegation?.percent
    let feePayer = prepared.kaia?.feePayer
    guard let part = prepared.maximumDelegatedFee, feePayer != prepared.request.from else {
      (own, other) = (prepared.maximumFee, nil)
      return
    }
    own = Amount(wei: prepared.kaia?.payment.split(prepared.maximumFee.wei).sender ?? 0)
    other = Share(payer: feePayer.map { .account($0) } ?? .service(delegation?.service ?? ""), part: part)
  }
}

extension FeeDelegation {
  /// The address of the service that pays; nil for an account.
  var service: String? {
    guard case .service(let service) = payer else { return nil }
    return service.address
  }
}
