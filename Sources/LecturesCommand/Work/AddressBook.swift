import Keystores
import Primitives
import Terminal
import WalletBook

/// An address that has a name here.
struct KnownName: Sendable, Hashable {
  enum Origin: String, Sendable, Hashable {
    /// An account whose key is here.
    case account
    /// A wallet that is only watched.
    case watched
    case contact

    /// With its article, for people.
    var words: String {
      switch self {
      case .account: "an account"
      case .watched: "a watched wallet"
      case .contact: "a contact"
      }
    }
  }

  let name: String
  /// Nil for a key file that does not say whose key it holds.
  let address: Address?
  let origin: Origin
}

/// All names known here, and the objections to one more: the one rule of every command that adds one.
struct AddressBook: Sendable {
  /// Accounts first, then watched wallets, then contacts.
  let known: [KnownName]

  var names: [String] { known.map(\.name) }

  /// The book without one name, as when it gets another.
  func without(_ former: KnownName?) -> AddressBook { AddressBook(known: known.filter { $0 != former }) }

  /// An address with the name it has here, as in "teacher 0x…".
  func text(of address: Address) -> StyledText {
    let name = known.first { $0.address == address && $0.name != address.checksummed }?.name
    return StyledText(name.map { "\($0) " } ?? "") + "\(address)"
  }

  /// Makes sure that nobody here has a name.
  ///
  /// - Throws: `book.nameTaken`.
  func checkUnused(_ name: String) throws(WalletBookError) {
    guard let other = known.first(where: { $0.name == name }) else { return }
    throw WalletBookError(
      .nameTaken, "There is already \(other.origin.words) \(PlainText.escaped(name)).",
      reason: "Its address is \(other.address?.checksummed ?? "not told").",
      advice: "Choose another name: one that means two addresses would sooner or later mean the wrong one.")
  }

  /// The objections to a name: it is or looks like that of another address, or reads like a service's.
  func concerns(about name: String, of address: Address? = nil) -> [StyledText] {
    var concerns = known.compactMap { other -> StyledText? in
      let whose: StyledText = ", which is \(other.address?.checksummed ?? "an account whose address is not told")."
      if other.name == name, other.address != address { return "It is the name of \(other.origin.words), too" + whose }
      return BookName.looksLike(name, other.name)
        ? "The name looks like \(PlainText.escaped(other.name))" + whose : nil
    }
    if BookName.looksLikeService(name) {
      concerns.append("The name reads as one of ENS or its like, and nobody was asked whose that is.")
    }
    return concerns
  }

  /// The objections to an address that has no name yet: it only looks like one that has ("address poisoning").
  func warnings(about address: Address) -> [StyledText] {
    guard !knows(address) else { return [] }
    return known.compactMap { other in
      guard let own = other.address, AddressLikeness.isPoison(address, of: own) else { return nil }
      return "\(address) only begins and ends like \(PlainText.escaped(other.name)) (\(own)): compare every digit."
    }
  }

  func knows(_ address: Address) -> Bool { known.contains { $0.address == address } }
}

extension CommandContext {
  /// The names known here.
  ///
  /// - Throws: the error that keeps the directory or the book from being read.
  func addressBook() async throws -> AddressBook {
    // Several files may be of one account of Kaia; its address's own key names it best.
    let entries = try await keystores().list()
    let accounts = (entries.filter { !$0.isVersion4 } + entries.filter(\.isVersion4)).map {
      KnownName(name: $0.name, address: $0.address, origin: .account)
    }
    guard let book = try bookIfThere() else { return AddressBook(known: accounts) }
    let watched = try await book.wallets().filter { $0.kind == .watch }
      .map { KnownName(name: $0.title, address: $0.address, origin: .watched) }
    let contacts = try await book.contacts().map { KnownName(name: $0.name, address: $0.address, origin: .contact) }
    return AddressBook(known: accounts + watched + contacts)
  }

  /// An address with the name it has here, as in "teacher 0x…".
  func named(_ address: Address) async -> StyledText {
    (try? await addressBook())?.text(of: address) ?? StyledText(address.checksummed)
  }

  /// Makes sure that an address may get a name: no other has it, and a person agreed to all other objections.
  ///
  /// - Parameters:
  ///   - address: The address that is to have the name, where that is known by now.
  ///   - former: The entry whose name it replaces.
  /// - Throws: `book.invalidName`, `book.nameTaken`; `needsConfirmation`, `declined`.
  func checkName(_ name: String, of address: Address? = nil, formerly former: KnownName? = nil) async throws {
    try BookName.check(name)
    let book = try await addressBook().without(former)
    try book.checkUnused(name)
    var concerns = book.concerns(about: name)
    if let address {
      if let other = book.known.first(where: { $0.address == address }) {
        concerns.append("The address is called \(PlainText.escaped(other.name)) already.")
      }
      concerns += await warnings(about: address, in: book)
    }
    try await agree(to: name, of: address, despite: concerns)
  }

  /// Makes sure that an address may be called by a name that ``checkName(_:of:formerly:)`` let pass before.
  ///
  /// Another name of the address is no objection: several key files may be of one account.
  ///
  /// - Throws: `needsConfirmation`, `declined`.
  func checkAddress(_ address: Address, of name: String) async throws {
    try await agree(to: name, of: address, despite: warnings(about: address))
  }

  private func agree(to name: String, of address: Address?, despite concerns: [StyledText]) async throws {
    guard !concerns.isEmpty else { return }
    var details: Fields = [:]
    details.add("Address", address.map { StyledText($0.checksummed) })
    for concern in concerns { details.add("Mind", concern.styled(.warning)) }
    try await confirm("Take the name \(name) all the same?", details)
  }
}
