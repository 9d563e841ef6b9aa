import Primitives
import WalletBook

/// A reason to think twice before an address gets a name; a person can agree to it.
package enum NameObjection: Sendable, Hashable {
  /// The name looks like another name, or like a service's.
  case concern(AddressBook.NameConcern)
  /// The address has this name already.
  case called(KnownName)
}

extension KnownName.Origin {
  /// The kind of address in English, with its article.
  package var words: String {
    switch self {
    case .account: "an account"
    case .watched: "a watched wallet"
    case .contact: "a contact"
    }
  }
}

extension AddressBook {
  /// Makes sure that nobody here has a name.
  ///
  /// - Throws: `nameTaken`.
  package func checkUnused(_ name: String) throws(WalletBookError) {
    guard let other = known.first(where: { $0.name == name }) else { return }
    throw WalletBookError(
      .nameTaken, "There is already \(other.origin.words) \(TerminalSafe.name(name)).",
      reason: "Its address is \(other.address?.checksummed ?? "not told").",
      advice: "Choose another name: one that means two addresses would sooner or later mean the wrong one.")
  }

  /// The objections to a name that nobody here has.
  ///
  /// Whether the address itself only looks like a known one is ``ReceiverCheck``'s question.
  ///
  /// - Parameter address: The address that is to have the name, where that is known by now.
  /// - Throws: `invalidName`, `nameTaken`: to these nobody can agree.
  package func objections(to name: String, of address: Address?) throws(WalletBookError) -> [NameObjection] {
    try BookName.check(name)
    try checkUnused(name)
    var objections = concerns(about: name).map { NameObjection.concern($0) }
    if let address, let other = known.first(where: { $0.address == address }) { objections.append(.called(other)) }
    return objections
  }
}
