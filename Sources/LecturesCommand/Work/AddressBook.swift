import Keystores
import Operations
import Primitives
import Terminal
import WalletBook

extension AddressBook {
  /// An address with the name it has here, as in "teacher 0x…".
  func text(of address: Address) -> StyledText {
    StyledText(name(of: address).map { "\($0) " } ?? "") + "\(address)"
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

extension NameObjection {
  /// For people.
  var warning: StyledText {
    switch self {
    case .concern(let concern): concern.warning
    case .called(let other): "The address is called \(PlainText.escaped(other.name)) already."
    }
  }
}
