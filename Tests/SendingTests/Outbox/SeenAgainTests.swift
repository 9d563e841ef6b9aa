import DatabaseSupport
import Primitives
import Testing

@testable import Outbox
@testable import Sending

@Suite("What an outbox saw in a block", .overEachEngine)
struct SeenAgainTests {
  private static let (one, other) = (Hash32(UInt256(1)), Hash32(UInt256(2)))

  @Test("keeps the time of the first look, however often it is seen there, and gets a new one in another block")
  func time() async throws {
    let folder = try OutboxFolder()
    let clock = Clock(1_000_000)
    let outbox = Outbox(at: folder.place, clock: { clock.now })
    let sent = try await outbox.begin(.transfer(), count: 0).begun()
    try await outbox.record(.sample(1, nonce: 0), of: sent.id, label: "")
    func changed(_ outcome: IntentOutcome) async throws -> UInt64? {
      clock.now += 100
      try await outbox.settle(sent.id, outcome)
      return try await outbox.intent(sent.id)?.changed
    }
    #expect(try await changed(IntentOutcome(.mined, block: 8, blockHash: Self.one)) == 1_000_100)
    #expect(try await changed(IntentOutcome(.final, block: 8, blockHash: Self.one)) == 1_000_100)
    #expect(try await changed(IntentOutcome(.final, block: 8)) == 1_000_100)
    #expect(try await changed(IntentOutcome(.final, block: 9, blockHash: Self.other)) == 1_000_400)
    #expect(try await changed(IntentOutcome(.unpublished)) == 1_000_500)
  }
}
