import Files
import Keystores
import Primitives
import Tokens

/// The token lists that a person added, as they were then: a later version counts only as long as it takes nothing
/// away, or once somebody agreed to it.
package struct TokenListCopies: Sendable {
  /// The folder of the copies; nil keeps none.
  private let folder: String?

  /// The lists in a folder, which is made when the first is kept.
  package init(in folder: String?) { self.folder = folder }

  /// A list that is read now, beside the one that was taken.
  package struct Reading: Sendable {
    /// The list as it is now.
    package let list: TokenList
    /// The differences to the one that was taken; nil where none was.
    package let changes: TokenListChanges?
    /// The list that counts: the one that was taken where the new one has to be agreed to.
    package let counting: TokenList
    /// The bytes of the list as it is now.
    let bytes: Bytes
  }

  /// Reads the list at a place.
  ///
  /// - Throws: what reading a list throws.
  package func read(_ place: String) async throws(TokenError) -> Reading {
    let bytes = try await TokenListPlace(place).bytes()
    let list = try TokenList(parsing: bytes)
    guard let taken = await taken(place) else {
      return Reading(list: list, changes: nil, counting: list, bytes: bytes)
    }
    let changes = TokenListChanges(from: taken, to: list)
    return Reading(list: list, changes: changes, counting: changes.needsConsent ? taken : list, bytes: bytes)
  }

  /// The list of a place as it was taken; nil for none.
  package func taken(_ place: String) async -> TokenList? {
    guard let path = path(place) else { return nil }
    return try? await TokenListPlace.file(path: path).read()
  }

  /// Takes a list as it is now.
  ///
  /// - Throws: `KeystoreError` for a file that cannot be written.
  package func take(_ reading: Reading, at place: String) async throws {
    guard let path = path(place) else { return }
    try await BlockingWork.run { try PrivateFile.makeFolder(of: path) }
    try await PrivateFile.write(reading.bytes, to: path, replacing: true)
  }

  private func path(_ place: String) -> String? {
    folder.map { "\($0)/\(Keccak256.hash(Bytes(place.utf8)).hex.dropFirst(2)).json" }
  }
}

/// A list update that takes tokens away or changes them, and waits for consent: the earlier version counts.
public struct PendingListUpdate: Sendable, Hashable {
  /// Where it is, fit to be printed.
  public let place: String
  /// The differences that nobody agreed to.
  public let changes: TokenListChanges
}
