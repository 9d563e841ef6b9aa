import Devnet
import DevnetServer
import Foundation
import Keys
import NodeRPC
import Outbox
import Peers
import Primitives
import Sending
import StrictJSON

/// What it costs to write down what is sent, against keeping it in memory; and what a full outbox costs.
struct OutboxBenchmark: Benchmark {
  static let name = "outbox"

  func rows(on ground: Ground) async throws -> [Row] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "bench-outbox-\(getpid())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let devnet = try await Devnet.start()
    let server = try await DevnetServer.start(devnet, port: 0)
    let rows = [
      try await durability(devnet, server.port, folder),
      try await fullness(devnet, server.port, folder, ground.programs),
    ]
    await server.stop()
    return rows
  }

  // MARK: On the disk or not

  private func durability(_ devnet: Devnet, _ port: UInt16, _ folder: URL) async throws -> Row {
    let slow = peer_slow_way(port, 10_000)
    try require(slow != 0, "there is no port for the slow way")
    let onDisk = try Transfers(slow, Outbox(path: folder.appending(path: "outbox.sqlite").path))
    let inMemory = try Transfers(slow, .inMemory())
    let (one, other) = (devnet.accounts[0].key, devnet.accounts[1].key)
    let duel = try await Duel.run(rounds: 15) {
      try await onDisk.send(4, by: one)
    } peer: {
      try await inMemory.send(4, by: other)
    }
    let sync = peer_sync(folder.appending(path: "sync").path, 50)
    try require(sync > 0, "the disk does not sync")
    return Row(
      "a send, written down on the disk", peer: "in memory", .time, duel, bound: 1 / 1.1,
      limit: "two syncs of the disk between the command and the broadcast",
      remarks: [
        "priced, sent and confirmed over a network with 10 ms for each round trip",
        "one sync of a page takes this disk \(Row.Unit.time.text(sync))",
      ])
  }

  // MARK: Full or empty

  private func fullness(
    _ devnet: Devnet, _ port: UInt16, _ folder: URL, _ programs: Ground.Programs
  ) async throws -> Row {
    let paths = ["full", "empty"].map { folder.appending(path: "\($0).sqlite").path }
    let (one, other) = (devnet.accounts[2].key, devnet.accounts[3].key)
    for (path, key) in zip(paths, [one, other]) {
      // An account with a past: the copies have the nonces below.
      _ = try await NodeClient("http://127.0.0.1:\(port)").call(
        "anvil_setNonce", [.string(key.address.lowercaseHex), .string(UInt256(200_000).quantity)])
      let outbox = Outbox(path: path)
      _ = try await Transfers(port, outbox).send(1, by: key)
      await outbox.close()
    }
    let fill = [programs.python, "\(programs.scripts)/outbox.py", paths[0], "100000"]
    _ = try Spawning(arguments: fill, environment: [:]).run()
    let (full, empty) = (try Transfers(port, Outbox(path: paths[0])), try Transfers(port, Outbox(path: paths[1])))
    let count = try await full.sender.outbox.intents(IntentFilter(limit: 200_000)).count
    try require(count == 100_001, "the outbox has \(count) intents")
    let duel = try await Duel.run(rounds: 41) {
      try await full.send(10, by: one)
    } peer: {
      try await empty.send(10, by: other)
    }
    return Row(
      "a send, with 100,000 intents in the outbox", peer: "with none", .time, duel, bound: 0.9,
      limit: "the disk's syncs and the node",
      remarks: ["priced, sent and confirmed on the loopback; the 100,000 are settled ones of the same account"])
  }
}
