import Foundation
import Primitives
import Testing

@testable import FeePayer

#if os(Linux)
  /// The system's refusal to let this process write to files, as if its disk were full.
  enum FullDisk {
    static func set(_ isFull: Bool) throws {
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: isFull ? 0 : .max, rlim_max: .max)
      try #require(setrlimit(.init(RLIMIT_FSIZE.rawValue), &limit) == 0)
    }
  }

  @Suite("A fee payer whose ledger cannot be written")
  struct ReadinessTests {
    private static func check() async throws {
      let fixture = try ServiceFixture()
      let service = try await fixture.open()
      #expect(await service.answer(ServiceFixture.request(try ServiceFixture.raw(student: 1))).status == 200)
      #expect(await service.obstacle() == nil)
      try FullDisk.set(true)
      while await service.obstacle() == nil { try await Task.sleep(for: .milliseconds(50)) }
      #expect(await service.obstacle() == "The ledger cannot be written.")
      #expect(await service.answer(ServiceFixture.request(try ServiceFixture.raw(student: 2))).status >= 500)
      try FullDisk.set(false)
      while await service.obstacle() != nil { try await Task.sleep(for: .milliseconds(50)) }
      #expect(await service.answer(ServiceFixture.request(try ServiceFixture.raw(student: 2))).status == 200)
      #expect(fixture.chain.sent.count == 2)
    }

    @Test("is not ready as long as a journal's disk is full")
    func journal() async throws {
      await #expect(processExitsWith: .success) { try await Self.check() }
    }

    @Test("is not ready as long as a database's disk is full")
    func database() async throws {
      await #expect(processExitsWith: .success) {
        try await EachLedger.$isDatabase.withValue(true) { try await Self.check() }
      }
    }
  }
#endif
