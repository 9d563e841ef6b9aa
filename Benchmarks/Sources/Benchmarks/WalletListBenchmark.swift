import Foundation
import Primitives
import WalletBook

/// `lectures wallet list --offline` with 1,000 wallets against a script that reads the same rows.
struct WalletListBenchmark: Benchmark {
  static let name = "wallet-list"
  private static let count = 1000

  func rows(on ground: Ground) async throws -> [Row] {
    let home = FileManager.default.temporaryDirectory.appending(path: "bench-wallets-\(getpid())")
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: home) }
    let book = try Book(home.appending(path: "lectures/book.sqlite").path)
    var balances: [Address: Amount] = [:]
    for number in 0..<Self.count {
      let address = Address(truncating: UInt256(number + 0x1000))
      try await book.add(Wallet(title: "wallet\(number)", address: address, kind: .watch, created: 0))
      balances[address] = .klay(number)
    }
    try await book.record(balances, network: "local", time: 1_700_000_000)
    let environment = ["HOME": home.path, "XDG_DATA_HOME": home.path]
    let ours = Spawning(
      arguments: [ground.programs.lectures, "wallet", "list", "--offline"], environment: environment)
    let peer = Spawning(
      arguments: [ground.programs.python, "\(ground.programs.scripts)/wallets.py", book.path], environment: environment)
    for program in [ours, peer] {
      let text = try program.output()
      try require(text.contains("wallet999") && text.contains("999"), "\(program.arguments[0]) printed: \(text)")
    }
    let duel = try await Duel.run(rounds: 21, ours: ours.run, peer: peer.run)
    return [
      Row(
        "lectures wallet list, 1,000 wallets", peer: "sqlite3 script", .time, duel, bound: 0.3,
        limit: "starting, a row at a time out of SQLite, EIP-55 of each address",
        remarks: ["A second is allowed."])
    ]
  }
}
