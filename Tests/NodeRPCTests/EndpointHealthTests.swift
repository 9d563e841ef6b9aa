import NodeDoubles
import Synchronization
import Testing

@testable import NodeRPC

@Suite("Which endpoints are asked")
struct EndpointHealthTests {
  private let clock = Clock()
  private let patience = Duration.seconds(20)

  private func health() -> EndpointHealth { EndpointHealth { [clock] in clock.now } }

  private func key(_ url: String, authorities: String? = nil) throws -> EndpointHealth.Key {
    EndpointHealth.Key(endpoint: try Endpoint(url), authorityFile: authorities)
  }

  private func keys() throws -> [EndpointHealth.Key] { try ["http://a", "http://b", "http://c"].map { try key($0) } }

  @Test("a silent endpoint is not asked, and after its rest one looks at it whose answer nobody waits for")
  func silence() async throws {
    let (health, keys) = (health(), try keys())
    await health.recordTimeout(keys[1], for: patience, coolDown: .seconds(15))
    var selection = await health.selection(of: keys, within: patience)
    #expect(selection.order == [0, 2] && selection.silent == [1] && selection.due.isEmpty)
    clock.set(81)
    selection = await health.selection(of: keys, within: patience)
    #expect(selection.order == [0, 2] && selection.silent == [1] && selection.due == [1])
    selection = await health.selection(of: keys, within: patience)
    #expect(selection.order == [0, 2] && selection.due.isEmpty)
    await health.recordAnswer(keys[1])
    selection = await health.selection(of: keys, within: patience)
    #expect(selection.order == [0, 1, 2] && selection.silent.isEmpty)
  }

  @Test("one that is still silent when it is looked at rests anew, and longer")
  func stillSilent() async throws {
    let (health, keys) = (health(), try keys())
    await health.recordTimeout(keys[0], for: patience, coolDown: .seconds(60))
    clock.set(81)
    #expect(await health.selection(of: keys, within: patience).due == [0])
    await health.recordTimeout(keys[0], for: patience, coolDown: .seconds(60))
    clock.set(81 + 119)
    #expect(await health.selection(of: keys, within: patience).due.isEmpty)
    clock.set(81 + 121)
    #expect(await health.selection(of: keys, within: patience).due == [0])
  }

  @Test("where all are silent each is looked at at once, once")
  func allSilent() async throws {
    let (health, keys) = (health(), try keys())
    for key in keys { await health.recordTimeout(key, for: patience, coolDown: .seconds(15)) }
    let selection = await health.selection(of: keys, within: patience)
    #expect(selection.order.isEmpty && selection.due == [0, 1, 2])
    #expect(await health.selection(of: keys, within: patience).due.isEmpty)
  }

  @Test("silence says nothing of another address, user, path or authority")
  func otherAddresses() async throws {
    let health = health()
    await health.recordTimeout(try key("http://u:p@a/k"), for: patience, coolDown: .seconds(15))
    let others = [
      try key("http://a/k"), try key("http://u:q@a/k"), try key("http://v:p@a/k"), try key("http://u:p@a/l"),
      try key("https://u:p@a/k"), try key("http://u:p@a/k?x=1"), try key("http://u:p@a:81/k"),
      try key("http://u:p@a/k", authorities: "ca.pem"),
    ]
    #expect(await health.selection(of: others, within: patience).order == Array(others.indices))
    #expect(await health.selection(of: [try key("http://u:p@a/k")], within: patience).silent == [0])
  }

  @Test("who waits longer than it was waited for asks it, last")
  func patientClient() async throws {
    let (health, keys) = (health(), try keys())
    await health.recordTimeout(keys[0], for: .seconds(2), coolDown: .seconds(15))
    #expect(await health.selection(of: keys, within: .seconds(2)).order == [1, 2])
    #expect(await health.selection(of: keys, within: patience).order == [1, 2, 0])
  }

  @Test("clients that share what is known wait for one that hangs once among them")
  func shared() async throws {
    let silent = try HostileServer { _ in [.hang] }
    let good = try HostileServer { _ in [.result("\"0x2\"")] }
    defer { stop(silent, good) }
    let health = EndpointHealth()
    for _ in 0..<3 {
      let client = try client(silent, good) { ($0.health, $0.requestTimeout) = (health, .seconds(6)) }
      #expect(try await client.blockNumber() == 2)
      #expect(try await failure { try await client.asking(client.endpoints[0]).blockNumber() }.code == .timeout)
    }
    #expect(silent.requests.count { $0.asks("blockNumber") } == 1)
  }

  @Test("for a method that the others lack nobody waits for one that hung")
  func missingMethod() async throws {
    let silent = try HostileServer { _ in [.hang] }
    let lacking = try HostileServer { _ in [.error(#"{"code":-32601,"message":"no such method"}"#)] }
    defer { stop(silent, lacking) }
    let health = EndpointHealth()
    let client = try client(lacking, silent) { $0.health = health }
    await health.recordTimeout(
      try key(silent.url), for: client.options.requestTimeout, coolDown: .seconds(3_600))
    #expect(try await failure { try await client.blockNumber() }.isMethodMissing)
    #expect(silent.requests.isEmpty && !lacking.requests.isEmpty)
  }

  @Test("where all hang one answer is waited for, and what follows is refused at once")
  func allHang() async throws {
    let servers = try (0..<3).map { _ in try HostileServer { _ in [.hang] } }
    defer { for server in servers { server.stop() } }
    let client = try client(servers[0], servers[1], servers[2]) { $0.requestTimeout = .seconds(6) }
    let error = try await failure { try await client.blockNumber() }
    #expect(error.code == .timeout && error.attempts == 1 && error.description.contains("None of the 3 endpoints"))
    let next = try await failure { try await client.blockNumber() }
    #expect(next.code == .timeout && next.attempts == 0 && !next.leavesOutcomeOpen)
    #expect(!servers[1].requests.contains { $0.asks("blockNumber") })
  }
}

/// A clock that stands still until it is set.
private final class Clock: Sendable {
  private let start = ContinuousClock.now
  private let seconds = Atomic(0)

  var now: ContinuousClock.Instant { start + .seconds(seconds.load(ordering: .relaxed)) }

  func set(_ seconds: Int) { self.seconds.store(seconds, ordering: .relaxed) }
}
