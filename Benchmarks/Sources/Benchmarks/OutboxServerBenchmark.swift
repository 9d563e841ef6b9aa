import Devnet
import DevnetServer
import Foundation
import Keys
import Outbox

/// An outbox on a server of PostgreSQL: one account's sends beside those over a file, and sixteen accounts' at once beside
/// one's.
struct OutboxServerBenchmark: Benchmark {
  static let name = "outbox-server"
  /// Accounts that send at once.
  private static let lanes = 16
  /// Sends of each account in a round.
  private static let sends = 10

  func rows(on ground: Ground) async throws -> [Row] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "bench-outbox-server-\(getpid())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var options = Devnet.Options()
    options.accountCount = Self.lanes + 2
    let devnet = try await Devnet.start(options)
    let node = try await DevnetServer.start(devnet, port: 0)
    let database = try PostgresServer(ground.programs)
    let outboxes = [
      try Outbox(server: database.address), Outbox(path: folder.appending(path: "outbox.sqlite").path),
    ]
    let (onServer, inFile) = (try Transfers(node.port, outboxes[0]), try Transfers(node.port, outboxes[1]))
    let keys = devnet.accounts.map(\.key)
    let rows = [
      try await oneLane(onServer, inFile, keys[Self.lanes], keys[Self.lanes + 1]),
      try await manyLanes(onServer, keys.prefix(Self.lanes), beside: keys[Self.lanes]),
    ]
    for outbox in outboxes { await outbox.close() }
    try database.stop()
    await node.stop()
    return rows
  }

  private func oneLane(
    _ onServer: Transfers, _ inFile: Transfers, _ one: PrivateKey, _ other: PrivateKey
  ) async throws -> Row {
    let duel = try await Duel.run(rounds: 15) {
      try await onServer.send(Self.sends, by: one)
    } peer: {
      try await inFile.send(Self.sends, by: other)
    }
    return Row(
      "sends of one account, the outbox on a server", peer: "the outbox in a file", .rate, duel, bound: 0.7,
      limit: "round trips to the server beside syncs of the same disk",
      remarks: ["priced, sent and confirmed; server and node on the loopback"])
  }

  private func manyLanes(
    _ transfers: Transfers, _ keys: ArraySlice<PrivateKey>, beside one: PrivateKey
  ) async throws -> Row {
    let duel = try await Duel.run(rounds: 9) {
      try await seconds(each: keys.count * Self.sends) {
        try await withThrowingTaskGroup(of: Void.self) { group in
          for key in keys { group.addTask { _ = try await transfers.send(Self.sends, by: key) } }
          try await group.waitForAll()
        }
      }
    } peer: {
      try await transfers.send(Self.sends, by: one)
    }
    return Row(
      "sends of \(keys.count) accounts at once, the outbox on a server", peer: "those of one account", .rate, duel,
      bound: 4, limit: "program, server and node on the same processors; eight connections of one process")
  }
}
