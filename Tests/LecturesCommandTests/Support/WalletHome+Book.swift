import Primitives
import WalletBook

@testable import LecturesCommand

extension WalletListTests {
  /// The book of a home.
  static func book(of home: WalletHome) throws -> Book { try Book(home.file("lectures/book.sqlite")) }

  static func watched(_ number: Int, network: String?) -> Wallet {
    Wallet(
      title: "w\(number)", address: Address(truncating: UInt256(number + 0x1000)), kind: .watch, network: network,
      created: 0)
  }
}
