import ChainSupport
import Database
import DatabaseSupport
import FixtureSupport
import Locking
import NodeDoubles
import Primitives
import StrictJSON
import Testing

@testable import ChainIndex
@testable import LectureIndex

@Suite("A consumer of an index", .timeLimit(.minutes(20)), .overEachEngine)
struct ConsumerTests {
  private static func request(
    to url: String = "http://127.0.0.1:9/", secret: String? = nil, kind: String? = nil, isFinalOnly: Bool = false,
    from block: UInt64? = 0
  ) throws -> HookRequest {
    try HookRequest(
      to: url, secretFile: secret, EventFilter(kind: kind), isFinalOnly: isFinalOnly, firstBlock: block)
  }

  /// A random course: blocks, reorganisations, restarts, steps that stop half-way, deliveries of which the answer is lost.
  @Test("has the events of the chain, whatever happened on the way", arguments: 1...6 as ClosedRange<UInt64>)
  func model(seed: UInt64) async throws {
    var random = Seeded(seed &* 7919)
    let (market, folder) = (ModelMarket(seed), try TemporaryFolder())
    let path = folder.file("index.sqlite")
    let (told, final, puller) = (Consumer(), Consumer(), Consumer())
    for _ in 0..<(random.next() % 200 + 20) { market.mine(actions: 2) }
    var index = try await Indexing(market, at: path)
    _ = try await index.follower.step(under: index.lease)
    let first = try await index.store.add(Self.request())
    let second = try await index.store.add(Self.request(isFinalOnly: true))
    var cursor = try await index.store.read { try EventStream(database: $0).start(at: 0) }
    for _ in 0..<60 {
      switch random.next() % 6 {
      case 0, 1: for _ in 0...random.next() % 30 { market.mine(actions: Int(random.next() % 4)) }
      case 2:
        let depth = Int(random.next() % 64) + 1
        market.drop(depth)
        for _ in 0..<(depth + Int(random.next() % 4)) { market.mine(actions: Int(random.next() % 4)) }
      case 3:
        try await index.store.releaseLease(index.lease)
        try index.store.close()
        index = try await Indexing(market, at: path)
      case 4: for _ in 0...random.next() % 3 { _ = try await index.follower.step(under: index.lease) }
      default:
        for (id, consumer) in [(first, told), (second, final)] {
          try await Self.deliver(id, index, to: consumer, most: Int(random.next() % 60), &random)
        }
        let (start, limit) = (cursor, Int(random.next() % 40) + 1)
        let page = try await index.store.read { db in
          try EventStream(database: db).page(after: start, EventFilter(), limit: limit)
        }
        puller.take(page)
        cursor = try #require(EventCursor(page.cursor.description))
      }
    }
    try await index.catchUp()
    for (id, consumer) in [(first, told), (second, final)] {
      try await Self.deliver(id, index, to: consumer, most: .max, &random)
    }
    var isComplete = false
    while !isComplete {
      let start = cursor
      let page = try await index.store.read { db in
        try EventStream(database: db).page(after: start, EventFilter(), limit: 7)
      }
      puller.take(page)
      (cursor, isComplete) = (page.cursor, page.isComplete)
    }
    #expect(told.effects == market.events() && told.mistakes == [])
    #expect(puller.effects == market.events() && puller.mistakes == [])
    let height = try #require(try await index.store.window().last?.number)
    #expect(final.effects == market.events(upTo: height) && final.mistakes == [])
    let scratch = try await Indexing(market)
    try await scratch.catchUp()
    #expect(try await index.dump() == scratch.dump())
  }

  /// Delivers as the sender does, but that some answers are lost.
  private static func deliver(
    _ id: Int64, _ index: Indexing, to consumer: Consumer, most: Int, _ random: inout Seeded
  ) async throws {
    var count = 0
    while count < most {
      let now = index.store.clock.now()
      let taken = try await index.store.write(index.lease) { try HookTable(database: $0).take(id, now: now) }
      guard let delivery = taken else { return }
      try consumer.take(delivery.body)
      count += 1
      // What was told and is not noted is told again, even after a restart.
      if most != .max, random.next() % 5 == 0 { return }
      try await index.store.write(index.lease) { try HookTable(database: $0).settle(id, delivery) }
    }
  }

  @Test("gets a block that left the chain and came back, taken back in between")
  func returning() async throws {
    let market = ModelMarket(3)
    for _ in 0..<20 { market.mine(actions: 3) }
    let index = try await Indexing(market)
    try await index.catchUp()
    let id = try await index.store.add(Self.request())
    let consumer = Consumer()
    var random = Seeded(1)
    let before = market.state.withLock { $0.blocks }
    for turn in 0..<4 {
      try await Self.deliver(id, index, to: consumer, most: .max, &random)
      #expect(consumer.effects == market.events() && consumer.mistakes == [])
      if turn.isMultiple(of: 2) {
        market.drop(5)
        for _ in 0..<7 { market.mine(actions: 3) }
      } else {
        market.state.withLock { $0.blocks = before }
        for _ in 0..<(8 + turn) { market.mine(actions: 1) }
      }
      try await index.catchUp()
    }
  }

  @Test("is told by signed posts, in order, until it answers; another one that is away keeps it waiting for nothing")
  func posts() async throws {
    let (market, folder) = (ModelMarket(8), try TemporaryFolder())
    for _ in 0..<10 { market.mine(actions: 2) }
    let index = try await Indexing(market, clock: .system)
    try await index.catchUp()
    let consumer = Consumer()
    let failing = Guarded(2)
    let receiver = try HostileServer { request in
      let fails = failing.withLock { left in
        defer { left = max(0, left - 1) }
        return left > 0
      }
      if !fails { try? consumer.take(request.body) }
      return [.send(HTTPText.reply(Bytes("{}".utf8), status: fails ? 503 : 200))]
    }
    let moving = try HostileServer { _ in
      [.send(Bytes("HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:9/\r\nContent-Length: 0\r\n\r\n".utf8))]
    }
    let gone = try HostileServer { _ in [.send(HTTPText.reply(Bytes("{}".utf8), status: 410))] }
    let hanging = try HostileServer { _ in [.hang] }
    let secret = try folder.write("my secret\n", to: "secret")
    _ = try await index.store.add(Self.request(to: hanging.url))
    let redirected = try await index.store.add(Self.request(to: moving.url))
    let ended = try await index.store.add(Self.request(to: gone.url))
    _ = try await index.store.add(Self.request(to: receiver.url, secret: secret))
    let sender = HookSender(index.store, under: index.lease)
    let task = Task { try await sender.run(after: AsyncStream { _ in }) }
    while consumer.effects != market.events() { try await Task.sleep(for: .milliseconds(20)) }
    market.drop(3)
    for _ in 0..<5 { market.mine(actions: 2) }
    try await index.catchUp()
    while consumer.effects != market.events() { try await Task.sleep(for: .milliseconds(20)) }
    task.cancel()
    _ = try? await task.value
    #expect(consumer.mistakes == [])
    let requests = receiver.requests
    for request in requests {
      let json = try JSON(parsing: request.body)
      #expect(json["id"]?.string == request.headers["x-lectures-delivery"])
      #expect(request.headers["x-lectures-signature"]?.hasPrefix("sha256=") == true)
    }
    let numbers = try requests.compactMap { request in
      Int(String(decoding: try JSON(parsing: request.body)["sequence"]?.serializedBytes() ?? [], as: UTF8.self))
    }
    #expect(numbers == numbers.sorted() && numbers.prefix(3) == [1, 1, 1], "\(numbers)")
    let statuses = try await index.store.hooks()
    let moved = try #require(statuses.first { $0.hook.id == redirected })
    #expect(moved.hook.delivery?.problem == "HTTP status 302" && moved.waiting > 1)
    #expect(statuses.first { $0.hook.id == ended }?.hook.isEnded == true && gone.requests.count == 1)
  }

  @Test("is told of each change by the run that made it, before the next look at what is due")
  func woken() async throws {
    let (market, folder) = (ModelMarket(9), try TemporaryFolder())
    for _ in 0..<10 { market.mine(actions: 2) }
    let index = try await Indexing(market, at: folder.file("index.sqlite"), clock: .system)
    try await index.catchUp()
    try await index.store.releaseLease(index.lease)
    let consumer = Consumer()
    let receiver = try HostileServer { request in
      try? consumer.take(request.body)
      return [.send(HTTPText.reply(Bytes("{}".utf8)))]
    }
    _ = try await index.store.add(Self.request(to: receiver.url))
    var options = IndexRunner<ModelMarket, LectureProjection<ModelMarket>>.Options(holder: "a test")
    (options.poll, options.look) = (.milliseconds(5), .seconds(3_600))
    let projection = LectureProjection(contract: ModelMarket.contract, facts: market)
    let runner = IndexRunner(market, projection, index.store, options)
    let task = Task { try await runner.run() }
    for turn in 0..<6 {
      if turn == 3 { market.drop(4) }
      for _ in 0..<(turn == 3 ? 5 : 1) { market.mine(actions: 2) }
      while consumer.effects != market.events() { try await Task.sleep(for: .milliseconds(5)) }
    }
    task.cancel()
    try await task.value
    #expect(consumer.mistakes == [])
  }

  @Test("is refused where others could read along, and without the secret that is named")
  func refused() async throws {
    #expect(throws: ChainIndexError(.invalidHook, "")) { try Self.request(to: "http://example.org/hook") }
    #expect(throws: (any Error).self) { try Self.request(secret: "/nowhere/secret") }
    let index = try await Indexing(ModelMarket(1))
    await #expect(throws: ChainIndexError(.unknownHook, "")) { try await index.store.removeHook(7) }
  }

  @Test("goes on from a cursor of another index with an error, and never with a gap")
  func cursors() async throws {
    let market = ModelMarket(4)
    for _ in 0..<20 { market.mine(actions: 2) }
    let (one, other) = (try await Indexing(market), try await Indexing(market))
    for index in [one, other] { try await index.catchUp() }
    let cursor = try await one.store.read { try EventStream(database: $0).start(at: 3) }
    #expect(EventCursor(cursor.description) == cursor)
    for text in ["", "1-2-3", "1-2-3-4-5", "g-0-0-0", "1--1-0-0", "1-0-0-99999999999999999999", "01-0-0-0"] {
      #expect(EventCursor(text) == nil, "\(text)")
    }
    await #expect(throws: ChainIndexError(.otherCursor, "")) {
      try await other.store.read { try EventStream(database: $0).page(after: cursor, EventFilter(), limit: 5) }
    }
  }
}
