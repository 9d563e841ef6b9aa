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
