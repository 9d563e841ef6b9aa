import Database
import DatabaseSupport
import FixtureSupport
import Keys
import Locking
import Sending
import Testing
import Transactions

@testable import FeePayer

@Suite(
  "A fee payer on a bad way to its database", .enabled(if: PostgresCluster.isInstalled, PostgresCluster.advice),
  .timeLimit(.minutes(60)))
struct ServerWayTests {
  /// One order, of which a message on the way to the database meets a blow; then the same order to another instance, on a
  /// way that is well.
  ///
  /// - Returns: The number of messages, and the one that met the blow.
  private func order(_ blow: PostgresProxy.Blow?, at number: Int) async throws -> (count: Int, met: String?) {
    let cluster = try PostgresCluster.shared
    let database = try cluster.makeDatabase()
    let proxy = try PostgresProxy(to: cluster)
    let fixture = try ServiceFixture(FakeChain { $0.usedPercent = 100 })
    func open(_ address: String) async throws -> FeePayerService {
      let clock = fixture.clock
      return try await FeePayerService(
        rules: fixture.rules, keys: Keyring(fixture.payer), chain: fixture.chain,
        database: .server(try PostgresAddress(address, isSecret: true)), state: fixture.state,
        clock: { clock.withLock { $0 } }, options: fixture.options())
    }
    // Its tables are there: an order is looked at.
    _ = try await open(cluster.address(of: database))
    let service = try await open(proxy.address(of: database))
    let request = ServiceFixture.request(try ServiceFixture.raw(student: 1))
    proxy.begin(blow, at: number, delay: 0.3)
    let first = await service.answer(request)
    let (count, met) = (proxy.count, proxy.struck)
    proxy.begin()
    let comment: Comment = "\(blow?.rawValue ?? "no blow") at \(number), \(met ?? "none"): \(first.status)"
    // Done, or said not to be known: never refused for good.
    #expect(first.status == 200 || first.status >= 500, comment)

    let other = try await open(cluster.address(of: database))
    await other.reconcile()
    for instance in [other, service] {
      var answer = await instance.answer(request)
      // A busy machine may keep an instance from its database for a while, which it says.
      for _ in 0..<10 where answer.status >= 500 {
        try await Task.sleep(for: .milliseconds(500))
        answer = await instance.answer(request)
      }
      #expect(answer.status == 200, "\(comment), then \(answer)")
    }
    await other.reconcile()
    #expect(Set(fixture.chain.sent.map(\.encoded)).count == 1, comment)
    #expect(try await other.spentToday() == ServiceFixture.cost, comment)
    #expect(try await service.spentToday() == ServiceFixture.cost, comment)
    #expect(try await other.ledger.unsettled.isEmpty, comment)
    return (count, met)
  }

  @Test("approves an order once and counts it once, whichever message is cut off, in half or late")
  func everyMessage() async throws {
    let (count, _) = try await order(nil, at: 0)
    #expect(count > 20)
    let pause = LongRun.isOn ? 1 : max(1, count / 8)
    var met = 0
    for (index, blow) in [PostgresProxy.Blow.cut, .halve, .delay].enumerated() {
      for number in stride(from: 1 + index * pause / 3, through: count, by: pause) {
        if try await order(blow, at: number).met != nil { met += 1 }
      }
    }
    #expect(met > 0)
  }

  @Test("approves an order once and counts it once, whichever message never comes")
  func oneWay() async throws {
    let (count, _) = try await order(nil, at: 0)
    var met = 0
    // The database is waited for half a minute: of a short run that is one message.
    let numbers = LongRun.isOn ? Array(stride(from: 1, through: count, by: max(1, count / 16))) : [count / 2]
    for number in numbers {
      if try await order(.oneWay, at: number).met != nil { met += 1 }
    }
    #expect(met > 0)
  }
}
