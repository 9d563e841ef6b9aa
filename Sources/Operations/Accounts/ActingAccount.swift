import Keys
import Keystores
import Primitives

/// An account that acts or pays: its address is known from the keystores' listing, its key only after unlocking.
public struct ActingAccount: Sendable {
  /// The name of its keystore; empty where only its address is known.
  public let name: String
  /// The account's address.
  public let address: Address
  /// The keys, where they are unlocked already: a file without an address had to be asked.
  public private(set) var keyring: Keyring?
  /// The keystores whose keys sign for it, where they are not in one of its own.
  public private(set) var signers: [KeystoreEntry] = []

  init(name: String, address: Address, keyring: Keyring? = nil, signers: [KeystoreEntry] = []) {
    (self.name, self.address, self.keyring, self.signers) = (name, address, keyring, signers)
  }

  /// An account of which only the address is known: its keys are in a wallet elsewhere.
  package init(address: Address) { self.init(name: "", address: address) }

  /// The account with its keys, so that nobody is asked for the password again.
  public func unlocked(_ keyring: Keyring) -> ActingAccount {
    var account = self
    account.keyring = keyring
    return account
  }
}
