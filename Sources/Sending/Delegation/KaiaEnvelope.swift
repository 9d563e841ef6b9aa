import Keys
import Primitives
import Transactions

/// The parts that make a request one of Kaia's own types rather than Ethereum's: its account's key was changed, or
/// somebody else pays.
public struct KaiaEnvelope: Sendable, Hashable {
  /// The operation, such as a transfer, a call or an account update.
  public internal(set) var operation: KaiaTransaction.Operation
  /// The payer of the gas: the sender, a fee payer, or both in shares.
  public let payment: KaiaTransaction.FeePayment
  /// The other payer; nil for nobody, or for a service, which does not name it.
  public let feePayer: Address?
  /// The account's key on the chain.
  public let accountKey: AccountKey
  /// The fee payer's; nil if it is not known who that is.
  public let feePayerKey: AccountKey?

  /// The part of a fee that leaves an account which sends it: all of it where the account is its own fee payer.
  func part(of fee: UInt256, paidBy account: Address) -> UInt256 {
    feePayer == account ? fee : payment.split(fee).sender
  }

  /// The role in which the account signs.
  public var role: AccountKey.Role { operation.accountKey == nil ? .transaction : .accountUpdate }

  /// The most signatures that it can have; one of a fee payer who is not known.
  var mostSignatures: (sender: Int, feePayer: Int) {
    (accountKey.mostSignatures(in: role), feePayerKey?.mostSignatures(in: .feePayer) ?? 1)
  }

  /// The gas that it needs beyond what nodes estimate, which know nothing of these types.
  public var extraGas: UInt64 {
    let signatures = mostSignatures
    let further = signatures.sender + signatures.feePayer - 2
    // The prices of keys are the same at every fork.
    return TransactionRules.kaiaPrague.extraGas(
      payment, furtherSignatures: further, newKeys: operation.accountKey?.publicKeyCount ?? 0)
  }
}

extension AccountKey {
  /// The most signatures that it takes to sign in a role.
  func mostSignatures(in role: Role) -> Int {
    guard case .multisig(let multisig) = key(for: role) else { return 1 }
    // With the lightest keys; nobody knows which of them will sign.
    var weight: UInt64 = 0
    var count = 0
    for member in multisig.keys.sorted(by: { $0.weight < $1.weight }) where weight < multisig.threshold {
      weight = weight.addingSaturated(member.weight)
      count += 1
    }
    return max(1, count)
  }
}
