import Primitives
import Testing

@testable import WalletBook

@Suite("Copies of the wallet book")
struct BookCopyTests {
  private let home = BookHome()

  @Test("are added to another book, and change nothing that is there")
  func restore() async throws {
    let book = try Book(home.path)
    try await book.add(Wallet(title: "a", address: address(1), kind: .phrase, path: "m/0", created: 1))
    try await book.add(Wallet(title: "b", address: address(2), kind: .watch, network: "kairos", created: 2))
    try await book.add(Contact(name: "c", address: address(3), created: 3))
    try await book.record([address(1): .klay(5)], network: "local", time: 100)
    let copy = try await book.copy()

    let other = BookHome()
    let target = try Book(other.path)
    try await target.add(Contact(name: "b", address: address(9), created: 0))
    var expected = BookRestoreReport()
    (expected.added, expected.conflicts) = (["a", "c"], ["b"])
    #expect(try await target.restore(copy) == expected)
    #expect(try target.address(named: "b") == address(9))
    #expect(
      try await target.wallets() == [Wallet(title: "a", address: address(1), kind: .phrase, path: "m/0", created: 1)])
    let place = BalancePlace(network: "local", address: address(1))
    #expect(try await target.samples(of: place) == [BalanceSample(time: 100, amount: .klay(5))])
    #expect(try await book.restore(copy).unchanged == ["a", "b", "c"])
  }

  @Test(
    "that are damaged or hostile are refused as a whole",
    arguments: [
      "", "{}", "[]", #"{"version":2,"wallets":[],"contacts":[],"samples":[]}"#,
      #"{"version":1,"wallets":[{"title":"../x","address":"0x0000000000000000000000000000000000000001","kind":"watch","created":0}],"contacts":[],"samples":[]}"#,
      #"{"version":1,"wallets":[],"contacts":[{"name":"x","address":"0x1","created":0}],"samples":[]}"#,
      #"{"version":1,"wallets":[],"contacts":[],"samples":[["local","0x0000000000000000000000000000000000000001",1,"-1"]]}"#,
    ])
  func hostile(text: String) async throws {
    let book = try Book(home.path)
    await #expect(throws: WalletBookError(.badCopy, "")) { try await book.restore(Array(text.utf8)) }
    #expect(try await book.wallets().isEmpty)
  }
}
