import EVM
import Keys
import Primitives
import Transactions

/// The accounts in whose name anybody may send.
struct Impersonation: Sendable {
  /// The most that clients may name.
  static let most = 10_000

  var accounts: Set<Address> = []
  var isForAll = false

  func contains(_ address: Address) -> Bool { isForAll || accounts.contains(address) }
}

extension Devnet {
  /// Lets `send(_:)` send in the name of an account whose key the devnet does not have; it may be a contract.
  public func impersonate(_ address: Address) { impersonation.accounts.insert(address) }

  /// Takes `impersonate(_:)` back; false if the account was not impersonated.
  @discardableResult
  public func stopImpersonating(_ address: Address) -> Bool { impersonation.accounts.remove(address) != nil }

  /// Whether `send(_:)` sends in the name of every account.
  public func setImpersonatesAll(_ impersonatesAll: Bool) { impersonation.isForAll = impersonatesAll }
}

extension Devnet {
  /// The accounts that `send(_:)` sends from: those with a key, then those that are impersonated one by one.
  var senders: [Address] {
    let own = accounts.map(\.address)
    return own + impersonation.accounts.subtracting(own).sorted()
  }
}

extension DevnetTransaction {
  /// A transaction in an account's name, without its key.
  ///
  /// Its signature is one that no key can make and no decoder takes from outside: s is 0. r is the sender, so that the
  /// same transaction of two senders has two hashes.
  ///
  /// - Throws: as `SignedTransaction.init(_:signature:sidecar:)`.
  init(_ transaction: UnsignedTransaction, impersonating sender: Address) throws(TransactionError) {
    let mark = Signature(uncheckedR: UInt256(sender), s: 0, yParity: 0)
    self.init(try SignedTransaction(transaction, signature: mark), sender: sender)
  }

  /// Whether it has no key's signature.
  var isImpersonated: Bool { transaction.signature.s == 0 }

  /// The checks that are left out: for an impersonated sender, whether it is a contract (EIP-3607).
  var leniency: Machine.Leniency { isImpersonated ? .contractSender : [] }
}
