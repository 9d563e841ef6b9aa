import Keys
import Keystores
import Primitives

extension CommandContext {
  /// Makes sure that a name is not taken, before anything is asked for; who writes the file makes sure again.
  ///
  /// - Throws: `keystore.exists`.
  func checkFree(_ name: String, in manager: KeystoreManager) async throws {
    guard let other = try await manager.list().first(where: { $0.name == name }) else { return }
    throw CommandFailure(
      .init("keystore.exists", .failure), "There is an account \(PlainText.escaped(name)) already.",
      reason: other.address.map { "Its address is \($0)." },
      advice: "Choose another name, or rename that one: lectures wallet rename")
  }

  /// The key of an account; the password is asked for unless the settings know it.
  ///
  /// - Throws: what is wrong with the file, and what ``KeystoreManager/unlock(_:password:)`` throws.
  func unlock(_ entry: KeystoreEntry, in manager: KeystoreManager) async throws -> PrivateKey {
    if let problem = entry.problem { throw problem }
    let password = try await password(for: entry.name)
    return try await progress("Unlocking \(entry.name)") { _ in
      try await manager.unlock(entry.fileName, password: password)
    }
  }

  /// An address with the name it has among the accounts here, as in "teacher 0x…".
  func named(_ address: Address) async -> StyledText {
    let entries = (try? await keystores().list()) ?? []
    guard let name = entries.first(where: { $0.address == address })?.name, name != address.checksummed else {
      return StyledText(address.checksummed)
    }
    return StyledText(name) + " \(address)"
  }
}
