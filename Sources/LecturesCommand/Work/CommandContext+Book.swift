import ContractClient
import Keys
import Keystores
import Outbox
import Primitives
import Sending
import Terminal
import WalletBook

extension Settings {
  /// The file of the wallet book: `$XDG_DATA_HOME/lectures/book.sqlite`; nil without a home.
  var bookPath: String? { dataDirectory.map { "\($0)/book.sqlite" } }

  /// The address of a contact or of a wallet that is watched; nil if none has the name.
  ///
  /// - Throws: `book.bookFailed`.
  func bookAddress(_ name: String) throws -> Address? {
    guard let bookPath, let book = try Book.ifThere(bookPath) else { return nil }
    return try book.address(named: name)
  }
}

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
  /// - Parameters:
  ///   - book: The known names; all of them by default.
  ///   - outbox: The user's outbox, where it is open already.
  func warnings(about address: Address, in book: AddressBook? = nil, outbox: Outbox? = nil) async -> [StyledText] {
    await risks(of: address, in: book, outbox: outbox).map(\.warning)
  }

  /// The reasons why money that is sent to an address would most likely be lost; parameters as of
  /// ``warnings(about:in:outbox:)``.
  func risks(of address: Address, in book: AddressBook? = nil, outbox: Outbox? = nil) async -> [ReceiverRisk] {
    if address == .zero {
      return [
        ReceiverRisk(kind: .zeroAddress, warning: "Nobody has the key of the zero address: what goes there is gone.")
      ]
    }
    var risks: [ReceiverRisk] = []
    var known = AddressBook(known: [])
    do {
      known = if let book { book } else { try await addressBook() }
    } catch {
      risks.append(uncompared("wallet book", error))
    }
    let alike = known.warnings(about: address).map { ReceiverRisk(kind: .lookAlike, warning: $0) }
    guard alike.isEmpty, !known.knows(address) else { return risks + alike }
    do {
      let receivers = try await receivers(outbox)
      if !receivers.contains(address), let other = receivers.first(where: { AddressLikeness.isPoison(address, of: $0) })
      {
        risks.append(
          ReceiverRisk(
            kind: .lookAlike,
            warning: "\(address) only begins and ends like \(other), to which was sent before: compare every digit."))
      }
    } catch {
      risks.append(uncompared("outbox", error))
    }
    return risks
  }

  private func uncompared(_ what: String, _ error: any Error) -> ReceiverRisk {
    let failure = CommandFailure(error)
    return ReceiverRisk(
      kind: .uncompared,
      warning: """
        The \(what) cannot be read (\(failure.reason ?? failure.message)): nobody compared this address with those that \
        you know.
        """)
  }

  /// The receivers of transactions sent from here: of money, or of a contract's tokens.
  private func receivers(_ open: Outbox?) async throws -> Set<Address> {
    guard let written = try writtenOutbox() else { return [] }
    return Set(try await (open ?? written).intents().compactMap { ERC20.transfer(in: $0.data)?.recipient ?? $0.to })
  }
}

extension CommandFailure.Code {
  /// A name that an account and the wallet book give to different addresses.
  static let ambiguousName = Self("ambiguousName", .usage)
}
