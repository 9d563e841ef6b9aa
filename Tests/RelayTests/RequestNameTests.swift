import Listening
import Locking
import Logging
import StrictJSON
import Testing
import WireSupport

@testable import Relay

@Suite("The name of a request to a relay")
struct RequestNameTests {
  @Test("is in its answer and the log, and not in a refusal's members; what is no name is replaced")
  func same() async throws {
    let lines = Guarded<[String]>([])
    let relay = try await RelayFixture(
      options: { $0.logger = .lines("relay", level: .info) { line in lines.withLock { $0.append(line) } } })
    let good = try await relay.get("/relay/v1/status", headers: ["X-Request-ID: order-7"])
    #expect(good.status == 200 && good.header("x-request-id") == "order-7" && good.json?["requestId"] == nil)
    let refused = try await relay.get("/v0/order/nonsense", headers: ["X-Request-ID: order-8"])
    #expect(refused.status == 404 || refused.status == 400)
    #expect(refused.header("x-request-id") == "order-8" && refused.json?["requestId"] == nil)
    let hostile = try await relay.get("/nowhere", headers: ["X-Request-ID: a status=200: answered"])
    let made = try #require(hostile.header("x-request-id"))
    #expect(made.utf8.count == 12 && hostile.json?["requestId"] == nil)
    let log = lines.withLock { $0 }
    #expect(log.count == 3)
    #expect(log.first?.contains(" request=order-7 route=/relay/v1/status status=200: answered") == true, "\(log)")
    #expect(log.dropFirst().first?.contains(" request=order-8 route=/v0/order/:hash ") == true, "\(log)")
    #expect(log.last?.contains(" request=\(made) route=- status=404: answered") == true, "\(log)")
    await relay.server.stop()
  }
}
