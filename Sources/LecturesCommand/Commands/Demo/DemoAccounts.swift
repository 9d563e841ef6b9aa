import Files
import Keys

/// The first accounts of the mnemonic that every devnet funds; anybody can know their keys.
struct DemoAccounts: Sendable {
  let keys: [PrivateKey]

  init(_ count: UInt32) async throws {
    keys = try await BlockingWork.run {
      let phrase = "test test test test test test test test test test test junk"
      let master = try ExtendedKey(seed: try Mnemonic(phrase: phrase).seed(passphrase: ""))
      return try (0..<count).map { try master.derive(path: .ethereum(account: 0, index: $0)).privateKey }
    }
  }
}
