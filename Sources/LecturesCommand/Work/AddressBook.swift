import Keystores
import Operations
import Primitives
import Terminal
import WalletBook

extension KnownName.Origin {
  /// With its article, for people.
  var words: String {
    switch self {
    case .account: "an account"
    case .watched: "a watched wallet"
    case .contact: "a contact"
    }
  }
}

extension AddressBook {
  /// An address with the name it has here, as in "teacher 0x…".
  func text(of address: Address) -> StyledText {
    StyledText(name(of: address).map { "\($0) " } ?? "") + "\(address)"
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
}

extension AddressBook.NameConcern {
  /// For people.
  var warning: StyledText {
    func whose(_ other: KnownName) -> StyledText {
      ", which is \(other.address?.checksummed ?? "an account whose address is not told")."
    }
    return switch self {
    case .taken(let other): "It is the name of \(other.origin.words), too" + whose(other)
    case .looksLike(let other): "The name looks like \(PlainText.escaped(other.name))" + whose(other)
    case .readsAsService: "The name reads as one of ENS or its like, and nobody was asked whose that is."
    }
  }
}

extension CommandContext {
  /// The names known here.
  ///
  /// - Throws: the error that keeps the directory or the book from being read.
  func addressBook() async throws -> AddressBook {
    try await AddressBook(accountsIn: keystores(), and: bookIfThere())
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
    var concerns = book.concerns(about: name).map(\.warning)
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
