import ContractABI
import Keys
import Keystores
import Localization
import Operations
import Outbox
import Primitives
import Simulation
import Terminal
import WalletBook

extension Settings {
  /// The cache of chain states for simulations.
  var stateCache: StateCache? { folders.cache.map { StateCache(directory: "\($0)/states") } }
}

/// The names that addresses have here: those of accounts, watched wallets and contacts.
struct KnownNames: Sendable {
  let settings: Settings
  let prompts: Prompts
  let keys: LocalKeys
  let outbox: RunOutbox
  /// The network that was named on the line, which a new wallet is kept on.
  let network: String?

  /// The language that people are spoken to in.
  private var language: Language { prompts.console.language }

  /// The user's wallet book, made at its first use.
  ///
  /// - Throws: `settings` without a place for it; `book.bookFailed`.
  func book() throws -> Book {
    guard let path = settings.bookPath else {
      throw CommandFailure(.settings, CommandRefusal.noPlaceForBook)
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
      prompts.console.warn(StyledText(CommandFailure(error).words(in: prompts.console.language).sentences))
    }
  }

  /// The accounts here, with the names of the book.
  func directory() throws -> AccountDirectory {
    AccountDirectory(try keys.manager()) { [settings] in try settings.bookAddress($0) }
  }

  /// The address that a name means: that of an account here, a watched wallet, or a contact; nil if it means none.
  ///
  /// - Throws: `ambiguousName` if it means two.
  func addressIfNamed(_ name: String) async throws -> Address? {
    guard let directory = try? directory() else { return try settings.bookAddress(name) }
    return try await directory.address(named: name) { try await keys.unlock($0, in: directory.keystores) }
  }

  /// The address that a name means.
  ///
  /// - Throws: `ambiguousName` if it means two; `keystore.notFound` if it means none.
  func address(named name: String) async throws -> Address {
    if let address = try await addressIfNamed(name) { return address }
    let names = (try? await addressBook().names) ?? []
    let nearest = NearMatch.closest(to: name, among: names).map(PlainText.escaped)
    throw CommandFailure(
      .init("keystore.notFound", .locked), CommandRefusal.unknownName(PlainText.escaped(name), nearest: nearest))
  }

  /// Values as they were typed, with the address in place of a name where an address is wanted.
  ///
  /// - Throws: `ambiguousName`; an argument that is neither an address nor a name is left for the reader of values to
  ///   reject.
  func resolved(_ texts: [String], as types: [ABIType]) async throws -> [String] {
    var resolved = texts
    for (index, type) in types.enumerated() where index < texts.count && type == .address {
      guard !texts[index].lowercased().hasPrefix("0x") else { continue }
      if let address = try await addressIfNamed(texts[index].trimmed) { resolved[index] = address.checksummed }
    }
    return resolved
  }

  /// The warnings before something is sent to an address: that it only looks like one that is known.
  ///
  /// - Parameter book: The known names; all of them by default.
  func warnings(about address: Address, in book: AddressBook? = nil) async -> [StyledText] {
    await receiverCheck.risks(of: address, in: book).map { language[ReceiverWarning($0)] }
  }

  /// The comparison of receivers with the addresses known here.
  var receiverCheck: ReceiverCheck {
    ReceiverCheck(addressBook: { try await addressBook() }, outbox: { try outbox.written() })
  }

  /// The names known here.
  ///
  /// - Throws: the error that keeps the directory or the book from being read.
  func addressBook() async throws -> AddressBook {
    try await AddressBook(accountsIn: keys.manager(), and: bookIfThere())
  }

  /// An address with the name it has here, as in "teacher 0x…".
  func text(of address: Address) async -> StyledText {
    (try? await addressBook())?.text(of: address) ?? StyledText(address.checksummed)
  }

  /// Makes sure that an address may get a name: no other has it, and a person agreed to all other objections.
  ///
  /// - Parameters:
  ///   - address: The address that is to have the name, where that is known by now.
  ///   - former: The entry whose name it replaces.
  /// - Throws: `book.invalidName`, `book.nameTaken`; `needsConfirmation`, `declined`.
  func checkName(_ name: String, of address: Address? = nil, formerly former: KnownName? = nil) async throws {
    let book = try await addressBook().without(former)
    try await agree(to: name, of: address, despite: try book.objections(to: name, of: address))
  }

  /// Makes sure that an address may be called by a name that ``checkName(_:of:formerly:)`` let pass before.
  ///
  /// Another name of the address is no objection: several key files may be of one account.
  ///
  /// - Throws: `needsConfirmation`, `declined`.
  func checkAddress(_ address: Address, of name: String) async throws {
    try await agree(to: name, of: address, despite: warnings(about: address))
  }

  /// Asks a person to agree to the objections to a name, and to those to its address.
  func agree(to name: String, of address: Address?, despite objections: [NameObjection]) async throws {
    var concerns = objections.map { language[NameWarning($0)] }
    if let address { concerns += await warnings(about: address) }
    try await agree(to: name, of: address, despite: concerns)
  }

  private func agree(to name: String, of address: Address?, despite concerns: [StyledText]) async throws {
    guard !concerns.isEmpty else { return }
    var details: Fields = [:]
    details.add(language[Label.address], address.map { StyledText($0.checksummed) })
    for concern in concerns { details.add(language[Label.mind], concern.styled(.warning)) }
    try await prompts.confirm(language[ContactText.takeAllTheSame(name)], details)
  }
}
