import Foundation
import Orders
import Primitives

/// A relay under load: orders that come, beside a relay in Python, and subscribers who are told of them.
struct RelayBenchmark: Benchmark {
  static let name = "relay"
  private static let rounds = 5
  private static let ordersOfRound = 2_000
  private static let connections = 256
  private static let subscribers = 1_000

  func rows(on ground: Ground) async throws -> [Row] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "bench-relay-\(getpid())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let market = try RelayMarket()
    let ours = try await RelayJob.start(market, store: folder.appending(path: "posted.sqlite"))
    let peer = try ServerProcess([
      ground.programs.python, "\(ground.programs.scripts)/relay.py", folder.path, market.url,
      market.exchange.chainID.description, market.exchange.address.lowercaseHex, market.pair.base.lowercaseHex,
      market.pair.quote.lowercaseHex,
    ])
    let rows =
      try await posting(market, ours, peer) + [postingV1(market, ours), telling(market, ours)]
    try ours.stop()
    try peer.stop()
    return rows
  }

  // MARK: Orders

  private func posting(_ market: RelayMarket, _ ours: ServerProcess, _ peer: ServerProcess) async throws -> [Row] {
    let rounds = Self.rounds
    var loads: [HTTPLoad] = []
    for round in 0...rounds {
      loads.append(try await market.posts(of: (round * Self.ordersOfRound)..<((round + 1) * Self.ordersOfRound)))
    }
    var (posts, peerPosts): ([Posting], [Posting]) = ([], [])
    let duel = try await Duel.run(rounds: rounds) {
      posts.append(try await Posting(loads[posts.count], to: ours))
      return posts[posts.count - 1].clock
    } peer: {
      peerPosts.append(try await Posting(loads[peerPosts.count], to: peer))
      return peerPosts[peerPosts.count - 1].clock
    }
    (posts, peerPosts) = (Array(posts.dropFirst()), Array(peerPosts.dropFirst()))
    let remarks = [
      "\(Self.connections) connections; the clients and the stub node are one process on the same \(sysconf(Int32(_SC_NPROCESSORS_ONLN))) processors",
      "processor time of an order: relay \(Posting.processor(posts)), peer \(Posting.processor(peerPosts)), clients and node beside them \(Posting.others(posts)) and \(Posting.others(peerPosts)); load average \(Self.loadAverage)",
    ]
    return [
      Row(
        "orders (v4) posted, checked and synced", peer: "two processes of Python", .rate, duel, bound: 5,
        limit: "HTTP, the recovery of the signer", remarks: remarks),
      Row(
        "orders (v4) posted, checked and synced", peer: "what is asked for", .rate,
        Duel(ours: duel.ours, peer: duel.ours.map { _ in 1 / 2_000 }), bound: 1,
        limit: "clients and node on the same processors"),
      Row(
        "processor time of an order (v4), of the relay alone", peer: "two processes of Python", .time,
        Duel(ours: posts.map(\.processor), peer: peerPosts.map(\.processor)), bound: nil,
        limit: "HTTP, the recovery of the signer"),
    ]
  }

  private func postingV1(_ market: RelayMarket, _ ours: ServerProcess) async throws -> Row {
    var next = 0
    let duel = try await Duel.run(rounds: 3) {
      let load = try await market.postsV1(of: next..<(next + Self.ordersOfRound))
      next += Self.ordersOfRound
      return try await Posting(load, to: ours, expecting: 201).clock
    } peer: {
      1 / 2_000
    }
    return Row(
      "orders (v1) posted, checked and synced", peer: "what is asked for", .rate, duel, bound: 1,
      limit: "clients and node on the same processors")
  }

  private static var loadAverage: String {
    (try? String(contentsOfFile: "/proc/loadavg", encoding: .utf8).split(separator: " ").first.map(String.init)) ?? "?"
  }

  /// The cost of an order among many.
  private struct Posting {
    /// The seconds on the clock.
    let clock: Double
    /// The seconds of the processor that the server used.
    let processor: Double
    /// Those that this process used, clients and node.
    let others: Double

    init(_ load: HTTPLoad, to server: ServerProcess, expecting status: UInt16 = 200) async throws {
      let (count, before) = (Double(load.count), try (server.processorSeconds(), ServerProcess.ownProcessorSeconds()))
      clock = try await seconds(each: load.count) {
        _ = try await load.send(to: server.port, connections: connections, expecting: status)
      }
      processor = (try server.processorSeconds() - before.0) / count
      others = (try ServerProcess.ownProcessorSeconds() - before.1) / count
    }

    static func processor(_ posts: [Posting]) -> String { Row.Unit.time.text(posts.map(\.processor).median) }
    static func others(_ posts: [Posting]) -> String { Row.Unit.time.text(posts.map(\.others).median) }
  }

  // MARK: Subscribers

  /// From the post of an order until all subscribers know it.
  private func telling(_ market: RelayMarket, _ server: ServerProcess) async throws -> Row {
    let subscribers = try Subscribers(Self.subscribers, of: server.port)
    defer { subscribers.close() }
    var next = (Self.rounds + 1) * Self.ordersOfRound
    let duel = try await Duel.run(rounds: 19) {
      let load = try await market.posts(of: next..<(next + 1))
      next += 1
      return try await seconds(each: 1) {
        async let all: Void = subscribers.awaitAll()
        _ = try await load.send(to: server.port, connections: 1)
        try await all
      }
    } peer: {
      0.050
    }
    return Row(
      "from the post of an order until \(Self.subscribers) subscribers know it", peer: "what is asked for", .time, duel,
      bound: 1, limit: "a write to each connection, and the reading of each by the client",
      remarks: ["its checks and its sync are in it"])
  }
}
