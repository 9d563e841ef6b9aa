import Database
import DatabaseSupport
import Foundation
import Keys
import Locking
import Testing

@testable import FeePayer

@Suite(
  "A fee payer whose server lost changes", .enabled(if: PostgresCluster.isInstalled, PostgresCluster.advice),
  .timeLimit(.minutes(10)))
struct LostChangeTests {
  @Test("is not ready, says why and what to do, and signs nothing; one that is started anew pays again")
  func promoted() async throws {
    let cluster = try PostgresCluster()
    defer { withExtendedLifetime(cluster) {} }
    let database = try cluster.makeDatabase()
    let fixture = try ServiceFixture(FakeChain { $0.usedPercent = 100 })
    let way = FileManager.default.temporaryDirectory.appendingPathComponent("way-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: way) }
    func lead(to host: String) throws {
      try? FileManager.default.removeItem(atPath: way)
      try FileManager.default.createSymbolicLink(atPath: way, withDestinationPath: host)
    }
    func open() async throws -> FeePayerService {
      let clock = fixture.clock
      var options = fixture.options()
      // One that is started anew finds on the chain what the server lost.
      options.booksPaymentsElsewhere = true
      let address = try PostgresAddress("host=\(way) user=lectures dbname=\(database)", isSecret: true)
      return try await FeePayerService(
        rules: fixture.rules, keys: Keyring(fixture.payer), chain: fixture.chain, database: .server(address),
        state: fixture.state, clock: { clock.withLock { $0 } }, options: options)
    }
    try lead(to: cluster.folder)
    let service = try await open()
    #expect(await service.obstacle() == nil)
    let head = try await cluster.promoteCopy()
    // The new primary does not have this one.
    #expect(await service.answer(ServiceFixture.request(try ServiceFixture.raw(student: 1))).status == 200)
    try lead(to: head)
    try cluster.crash()
    var obstacle: String?
    repeat {
      try await Task.sleep(for: .milliseconds(100))
      obstacle = await service.obstacle()
    } while obstacle?.contains("does not have a change that it had said was written") != true
    #expect(try #require(obstacle).contains("start this service anew"))
    let next = ServiceFixture.request(try ServiceFixture.raw(student: 2))
    #expect(await service.answer(next).status == 503)
    #expect(fixture.chain.sent.count == 1)
    let anew = try await open()
    #expect(await anew.answer(next).status == 200)
  }
}
