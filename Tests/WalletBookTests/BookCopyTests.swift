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
    #expect(try await target.restore(copy, now: 200) == expected)
    #expect(try target.address(named: "b") == address(9))
    #expect(
      try await target.wallets() == [Wallet(title: "a", address: address(1), kind: .phrase, path: "m/0", created: 1)])
    let place = BalancePlace(network: "local", address: address(1))
    #expect(try await target.samples(of: place) == [BalanceSample(time: 100, amount: .klay(5))])
    #expect(try await book.restore(copy, now: 200).unchanged == ["a", "b", "c"])
  }

  @Test("that say a name twice are taken for the first, however many names they have")
  func twice() async throws {
    let wallet = { (title: String, number: Int, kind: String) in
      #"{"title":"\#(title)","address":"\#(address(UInt64(number)).lowercaseHex)","kind":"\#(kind)","created":0}"#
    }
    let contacts = (0..<20_000).map {
      #"{"name":"c\#($0 % 10_000)","address":"\#(address(7).lowercaseHex)","created":0}"#
    }
    let wallets = [wallet("a", 1, "key"), wallet("a", 2, "key"), wallet("a", 1, "phrase"), wallet("b", 3, "watch")]
    let text =
      #"{"version":1,"wallets":[\#(wallets.joined(separator: ","))],"#
      + #""contacts":[\#(contacts.joined(separator: ","))],"samples":[]}"#
    let book = try Book(home.path)
    let report = try await book.restore(Array(text.utf8), now: 200)
    #expect(report.conflicts == ["a"])
    #expect(report.added.count == 2 + 10_000 && report.unchanged.count == 1 + 10_000)
    #expect(try await book.wallets().map(\.address) == [address(1), address(3)])
  }

  @Test("cannot keep later balances from being kept")
  func future() async throws {
    let book = try Book(home.path)
    let text =
      #"{"version":1,"wallets":[],"contacts":[],"samples":["#
      + #"["local","\#(address(1).lowercaseHex)",150,"1"],["local","\#(address(1).lowercaseHex)",9223372036854775807,"1"]]}"#
    _ = try await book.restore(Array(text.utf8), now: 200)
    try await book.record([address(1): .klay(5)], network: "local", time: 300)
    let place = BalancePlace(network: "local", address: address(1))
    #expect(try await book.samples(of: place).map(\.time) == [150, 300])
  }

  @Test(
    "that are damaged or hostile are refused as a whole",
    arguments: [
      "", "{}", "[]", #"{"version":2,"wallets":[],"contacts":[],"samples":[]}"#,
      #"{"version":1,"wallets":[{"title":"../x","address":"0x0000000000000000000000000000000000000001","kind":"watch","created":0}],"contacts":[],"samples":[]}"#,
      #"{"version":1,"wallets":[],"contacts":[{"name":"x","address":"0x1","created":0}],"samples":[]}"#,
      #"{"version":1,"wallets":[],"contacts":[],"samples":[["local","0x0000000000000000000000000000000000000001",1,"-1"]]}"#,
      #"{"version":1,"wallets":[],"contacts":[],"samples":[["local","0x0000000000000000000000000000000000000001",-9223372036854775808,"1"]]}"#,
    ])
  func hostile(text: String) async throws {
    let book = try Book(home.path)
    await #expect(throws: WalletBookError(.badCopy, "")) { try await book.restore(Array(text.utf8), now: 200) }
    #expect(try await book.wallets().isEmpty)
  }
}
