import Keys
import Keystores
import Operations
import Outbox
import Primitives
import Terminal
import WalletBook

extension CommandContext {
  /// The user's wallet book, made at its first use.
  ///
  /// - Throws: `settings` without a place for it; `book.bookFailed`.
  func book() throws -> Book {
    guard let path = settings.bookPath else {
      throw CommandFailure(
        .settings, "There is no place for the wallet book.", reason: "HOME is not set.",
        advice: "Set XDG_DATA_HOME to a folder.")
    }
    return try Book(path)
  }

  /// The user's wallet book; nil if there is none yet.
  func bookIfThere() throws -> Book? { try settings.bookPath.flatMap { try Book.ifThere($0) } }

  /// Does something with the book that a command can do without: a failure is only a warning.
  func tryingBook(_ body: (Book) async throws -> Void) async {
    guard settings.bookPath != nil else { return }
    do {
      try await body(try book())
    } catch {
      let failure = CommandFailure(error)
      warn(StyledText([failure.message, failure.reason].compactMap { $0 }.joined(separator: " ")))
    }
  }

  /// The address that a name means: that of an account here, a watched wallet, or a contact; nil if it means none.
  ///
  /// - Throws: `ambiguousName` if it means two.
  func addressIfNamed(_ name: String) async throws -> Address? {
    let noted = try settings.bookAddress(name)
    guard let manager = try? keystores() else { return noted }
    let entry: KeystoreEntry
    do {
      entry = try await manager.entry(name)
    } catch let error as KeystoreError {
      guard error.code == .notFound else { throw error }
      return noted
    }
    let own = if let address = entry.address { address } else { try await unlock(entry, in: manager).address }
    guard let noted, noted != own else { return own }
    throw CommandFailure(
      .ambiguousName, "Two addresses are called \(PlainText.escaped(name)).",
      reason: "The account here is \(own), the wallet book has \(noted).",
      advice: "Give the address itself, or rename one of them.")
  }

  /// The address that a name means.
  ///
  /// - Throws: `ambiguousName` if it means two; `keystore.notFound` if it means none.
  func address(named name: String) async throws -> Address {
    if let address = try await addressIfNamed(name) { return address }
    let names = (try? await addressBook().names) ?? []
    throw CommandFailure(
      .init("keystore.notFound", .locked), "Nobody here is called \(PlainText.escaped(name)).",
      reason: "It is the name of no account, watched wallet or contact.",
      advice: NearMatch.closest(to: name, among: names).map { "Did you mean \(PlainText.escaped($0))?" }
        ?? "Give an address, or see the names: lectures wallet list, lectures contact list")
  }

  /// The warnings before something is sent to an address: that it only looks like one that is known.
  ///
  /// - Parameter book: The known names; all of them by default.
  func warnings(about address: Address, in book: AddressBook? = nil) async -> [StyledText] {
    await receiverCheck.risks(of: address, in: book).map(\.warning)
  }

  /// The comparison of receivers with the addresses known here.
  var receiverCheck: ReceiverCheck {
    ReceiverCheck(addressBook: { try await addressBook() }, outbox: { try writtenOutbox() })
  }
}

extension CommandFailure.Code {
  /// A name that an account and the wallet book give to different addresses.
  static let ambiguousName = Self("ambiguousName", .usage)
}
