import Devnet
import Foundation
import NodeDoubles
import Relay
import StrictJSON
import WireSupport

@testable import TradeWorker

extension TradeFixture {
  /// The settings of a relay for this market.
  func relayWork(in folder: TradeFolder) -> RelayWork {
    RelayWork(
      port: server.port, market: market, store: folder.file("relay.sqlite"), place: folder.file("relay.port"))
  }

  /// A relay in this process, in memory, that takes orders.
  func relay() async throws -> RelayServer {
    let work = RelayWork(port: server.port, market: market, store: nil, place: "")
    let relay = try await work.start(over: server.url)
    try await Self.waitUntilReady(relay.port)
    return relay
  }

  /// Returns when a relay takes orders, or after two minutes.
  static func waitUntilReady(_ port: UInt16) async throws {
    for _ in 0..<24_000 {
      if try await RelayTalk.get("/readyz", port)?.status == 200 { return }
      try await Task.sleep(for: .milliseconds(5))
    }
  }

  /// Returns when a relay knows the newest block and takes orders, or after two minutes.
  func waitUntilCurrent(_ port: UInt16) async throws {
    let newest = await devnet.blockNumber
    for _ in 0..<24_000 {
      let status = try await RelayTalk.get("/relay/v1/status", port)?.json
      if let head = status?["head"]?["number"]?.int, head >= Int(newest) { break }
      try await Task.sleep(for: .milliseconds(5))
    }
    try await Self.waitUntilReady(port)
  }
}

/// Single questions to a relay.
enum RelayTalk {
  /// Nil if nobody answers.
  static func get(_ path: String, _ port: UInt16) async throws -> Conversation.Reply? {
    guard var conversation = try? Conversation(port) else { return nil }
    await conversation.wire.send(Conversation.request("", method: "GET", path: path))
    return try? await conversation.reply()
  }
}
