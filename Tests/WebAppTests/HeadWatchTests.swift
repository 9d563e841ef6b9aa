import ChainSupport
import Locking
import NodeRPC
import Testing

@testable import WebApp

@Suite("The watch over newest blocks", .timeLimit(.minutes(5)))
struct HeadWatchTests {
  /// Answers of nodes, given one by one, and the pauses that were made between them.
  private final class Script: Sendable {
    private let answers = AsyncStream<UInt64?>.makeStream()
    private let pauses = Guarded<[Duration]>([])
    private let asked = Guarded(0)

    var count: Int { asked.withLock { $0 } }
    var slept: [Duration] { pauses.withLock { $0 } }

    func answer(_ numbers: UInt64?...) { for number in numbers { answers.continuation.yield(number) } }
    func note(_ pause: Duration) { pauses.withLock { $0.append(pause) } }

    /// The next answer; a node that is down where it is nil.
    func head(_ network: String) async throws -> UInt64 {
      asked.withLock { $0 += 1 }
      var iterator = answers.stream.makeAsyncIterator()
      guard let answer = await iterator.next(), let number = answer else { throw NodeError(.timeout) }
      return number
    }
  }

  /// The text of the next pieces of a stream.
  private func text(_ count: Int, of stream: inout AsyncStream<[UInt8]>.Iterator) async -> String {
    var text = ""
    for _ in 0..<count { text += String(decoding: await stream.next() ?? [], as: UTF8.self) }
    return text
  }

  /// Does something while nodes are waited for as long as it takes.
  private func patiently(_ work: () async throws -> Void) async rethrows {
    try await PageTimeout.$forNode.withValue(.seconds(240)) { try await work() }
  }

  @Test("a new block is told once to who listens on its network, and gas only where a page waits for it")
  func blocks() async throws {
    let (hub, script, silent) = (EventHub(), Script(), Script())
    let watch = HeadWatch(hub) { script.note($0) }
    var own = try #require(hub.stream(after: nil) { "local" }).makeAsyncIterator()
    var other = try #require(hub.stream(after: nil) { "kairos" }).makeAsyncIterator()
    await patiently {
      for _ in 0..<3 {
        watch.look { try await ($0 == "local" ? script : silent).head($0) }
      }
      script.answer(5, 5, 5, 6)
      #expect(await text(3, of: &own).contains("event: block\ndata: 5\n\nid: 2\nevent: block\ndata: 6\n\n"))
      hub.wait(for: "gas", on: "kairos")
      hub.wait(for: "gas", on: "local")
      script.answer(7, 8)
      let events = await text(3, of: &own)
      #expect(events.contains("data: 7\n\nid: 4\nevent: gas\ndata: 7\n\nid: 5\nevent: block\ndata: 8\n\n"))
    }
    hub.tell("tx", "0x1")
    let foreign = await text(2, of: &other)
    #expect(foreign.contains("event: tx") && !foreign.contains("event: block"))
    // A page that comes later about the other network misses nothing, for nothing was about it.
    var late = try #require(hub.stream(after: 0) { "kairos" }).makeAsyncIterator()
    #expect(await text(2, of: &late).contains("event: tx"))
    watch.close()
  }

  @Test("a node that is down is asked less and less often, up to once a minute, and as before once it answers")
  func backoff() async throws {
    let (hub, script) = (EventHub(), Script())
    let watch = HeadWatch(hub) { script.note($0) }
    var stream = try #require(hub.stream(after: nil) { "local" }).makeAsyncIterator()
    await patiently {
      watch.look { try await script.head($0) }
      script.answer(nil, nil, nil, nil, nil, nil, nil, nil, 9, 10)
      #expect(await text(3, of: &stream).contains("data: 10"))
    }
    let expected = [1, 4, 8, 16, 32, 60, 60, 60, 1].map { Duration.seconds($0) }
    #expect(Array(script.slept.prefix(9)) == expected)
    watch.close()
  }

  @Test("nobody is asked before somebody listens, nor after the last went, and again once somebody comes")
  func demand() async throws {
    let (hub, script) = (EventHub(), Script())
    let ticks = AsyncStream<Void>.makeStream()
    let watch = HeadWatch(hub) { _ in
      var iterator = ticks.stream.makeAsyncIterator()
      await iterator.next()
    }
    watch.look { try await script.head($0) }
    #expect(script.count == 0)
    try await patiently {
      do {
        var first = try #require(hub.stream(after: nil) { "local" }).makeAsyncIterator()
        watch.look { try await script.head($0) }
        script.answer(3)
        #expect(await text(2, of: &first).contains("data: 3"))
      }
      #expect(hub.networks.isEmpty)
      ticks.continuation.yield()
      // The first watch knows block 3 and would not tell it again.
      while watch.isAt("local") { await Task.yield() }
      #expect(script.count == 1)
      var second = try #require(hub.stream(after: nil) { "local" }).makeAsyncIterator()
      watch.look { try await script.head($0) }
      script.answer(3)
      #expect(await text(2, of: &second).contains("data: 3"))
    }
    watch.close()
  }

  @Test("pages that listen hear of blocks of the chain in use")
  func site() async throws {
    let fixture = try await SiteFixture.open(["student", "teacher"])
    let browser = try await fixture.browser()
    let answer = await fixture.answer("GET", "/events", headers: [("Cookie", browser.cookie)])
    guard case .stream(let stream) = answer.body else {
      Issue.record("no stream")
      return
    }
    var blocks = stream.makeAsyncIterator()
    #expect(await text(2, of: &blocks).contains("event: block"))
    _ = try await fixture.openLecture("Blocks")
    let number = try await fixture.chain.node.blockNumber()
    #expect(await text(1, of: &blocks).contains("event: block\ndata: \(number)"))
    fixture.site.heads.close()
  }
}
