import Keystores
import Primitives
import WalletBook

/// An address that has a name here.
public struct KnownName: Sendable, Hashable {
  /// The place where the name comes from.
  public enum Origin: String, Sendable, Hashable {
    /// An account whose key is here.
    case account
    /// A wallet that is only watched.
    case watched
    /// A contact of the wallet book.
    case contact
  }

  /// The name, as it was typed.
  public let name: String
  /// Nil for a key file that does not say whose key it holds.
  public let address: Address?
  /// The place where the name comes from.
  public let origin: Origin

  /// A name for an address; nothing is checked.
  public init(name: String, address: Address?, origin: Origin) {
    (self.name, self.address, self.origin) = (name, address, origin)
  }
}

/// All names known here, and the objections to one more: the one rule of everything that adds one.
public struct AddressBook: Sendable {
  /// An objection to a name for an address.
  public enum NameConcern: Sendable, Hashable {
    /// The name is the name of another address, too.
    case taken(KnownName)
    /// The name looks like the name of another address.
    case looksLike(KnownName)
    /// The name reads as a name of ENS or its like, and nobody was asked whose that is.
    case readsAsService
  }

  /// Accounts first, then watched wallets, then contacts.
  public let known: [KnownName]

  /// A book of these names.
  public init(known: [KnownName]) { self.known = known }

  /// Reads the names of the accounts in a keystore directory, and those of a wallet book.
  ///
  /// - Throws: The error that keeps the directory or the book from being read.
  public init(accountsIn keystores: KeystoreManager, and book: Book?) async throws {
    // Several files may be of one account of Kaia; its address's own key names it best.
    let entries = try await keystores.list()
    let accounts = (entries.filter { !$0.isVersion4 } + entries.filter(\.isVersion4)).map {
      KnownName(name: $0.name, address: $0.address, origin: .account)
    }
    guard let book else {
      known = accounts
      return
    }
    let watched = try await book.wallets().filter { $0.kind == .watch }
      .map { KnownName(name: $0.title, address: $0.address, origin: .watched) }
    let contacts = try await book.contacts().map { KnownName(name: $0.name, address: $0.address, origin: .contact) }
    known = accounts + watched + contacts
  }

  /// The names alone.
  public var names: [String] { known.map(\.name) }

  /// The book without one name, as when it gets another.
  public func without(_ former: KnownName?) -> AddressBook { AddressBook(known: known.filter { $0 != former }) }

  /// The name of an address; nil where it has none but itself.
  public func name(of address: Address) -> String? {
    known.first { $0.address == address && $0.name != address.checksummed }?.name
  }

  /// Whether an address has a name.
  public func knows(_ address: Address) -> Bool { known.contains { $0.address == address } }

  /// The objections to a name: it is or looks like that of another address, or reads like a service's.
  public func concerns(about name: String, of address: Address? = nil) -> [NameConcern] {
    var concerns = known.compactMap { other -> NameConcern? in
      if other.name == name, other.address != address { return .taken(other) }
      return BookName.looksLike(name, other.name) ? .looksLike(other) : nil
    }
    if BookName.looksLikeService(name) { concerns.append(.readsAsService) }
    return concerns
  }

  /// The known addresses that an address without a name only looks like ("address poisoning").
  public func lookAlikes(of address: Address) -> [KnownName] {
    guard !knows(address) else { return [] }
    return known.filter { other in other.address.map { AddressSimilarity.isPoison(address, of: $0) } ?? false }
  }
}
