import Database
import DatabaseSupport
import Primitives
import Testing

@testable import Outbox
@testable import Sending

@Suite("The name of a request in an outbox", .overEachEngine)
struct RequestNameTests {
  let folder: OutboxFolder

  init() throws { folder = try OutboxFolder() }

  @Test("is in the row of what was written down for it, and in no other")
  func row() async throws {
    let outbox = folder.outbox()
    let id = try #require(RequestID("order-7"))
    let named = try await RequestID.$current.withValue(id) {
      // A task that outlives the request is for it still.
      try await Task { try await outbox.begin(.transfer(), count: 0).begun() }.value
    }
    let other = try await outbox.begin(.transfer(2), count: 0).begun()
    #expect(named.request == "order-7" && other.request == nil)
    await outbox.close()
    #expect(try await folder.outbox().intents().map(\.request) == [nil, "order-7"])
  }
}
