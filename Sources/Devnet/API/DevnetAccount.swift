import Keys
import Primitives

/// An account that the devnet has the key of.
public struct DevnetAccount: Sendable, Hashable {
  /// The key's address.
  public let address: Address
  /// Derived from the options' mnemonic, which everybody may know.
  public let key: PrivateKey

  /// The accounts that the options ask for.
  ///
  /// - Throws: `KeysError` if the mnemonic is none.
  static func derived(_ options: DevnetOptions) throws -> [DevnetAccount] {
    let parent = try Mnemonic(phrase: options.mnemonic).masterKey().derive(path: DerivationPath("m/44'/60'/0'/0"))
    return try (0..<UInt32(max(0, min(options.accountCount, 1000)))).map { index in
      let key = try parent.child(index).privateKey
      return DevnetAccount(address: key.address, key: key)
    }
  }
}

extension Devnet {
  /// An account that the devnet has the key of.
  public typealias Account = DevnetAccount
}
