import Keystores
import Operations
import Primitives
import Terminal

extension AddressBook {
  /// An address with the name it has here, as in "teacher 0x…".
  func text(of address: Address) -> StyledText {
    StyledText(name(of: address).map { "\($0) " } ?? "") + "\(address)"
  }
}
