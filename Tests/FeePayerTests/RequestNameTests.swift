import Listening
import Locking
import Logging
import StrictJSON
import Testing

@testable import FeePayer

@Suite("The name of a request to a fee payer", .overEachLedger)
struct RequestNameTests {
  private let lines = Guarded<[String]>([])

  private static func post(_ body: String, named name: String, at port: UInt16) async -> String {
    await ServiceServerTests.reply(
      to: "POST /api/signAsFeePayer HTTP/1.1\r\nHost: localhost\r\nX-Request-ID: \(name)\r\n"
        + "Content-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)", at: port)
  }

  private static func header(of reply: String) -> String? {
    reply.split(separator: "\r\n").first { $0.lowercased().hasPrefix("x-request-id: ") }
      .map { String($0.dropFirst("x-request-id: ".count)) }
  }

  @Test(
    "is the same in its answer, in the log, in the JSON of a failure and in the row of its order, which keeps the first"
  )
  func same() async throws {
    let fixture = try ServiceFixture()
    let server = try await FeePayerServer.start(
      try await fixture.open(), port: 0,
      logger: .lines("fee-payer", level: .info) { [lines] line in lines.withLock { $0.append(line) } })
    let port = try #require(UInt16(server.url.split(separator: ":").last ?? ""))
    let order: JSON = ["userSignedTx": ["raw": .string(try ServiceFixture.raw(student: 1))]]
    for name in ["order-7", "order-8"] {
      let reply = await Self.post(order.serialized(), named: name, at: port)
      #expect(reply.hasPrefix("HTTP/1.1 200 ") && Self.header(of: reply) == name, "\(reply)")
      #expect(!reply.contains("requestId"))
    }
    let requests = try fixture.lines.compactMap { line -> String? in
      if case .approved(let approval) = line.entry { approval.request } else { nil }
    }
    #expect(requests == ["order-7"])

    let refused = await Self.post("nonsense", named: "order-9", at: port)
    #expect(refused.hasPrefix("HTTP/1.1 400 ") && refused.contains(#""requestId":"order-9""#), "\(refused)")
    let hostile = await Self.post("nonsense", named: "x status=200: answered", at: port)
    let made = try #require(Self.header(of: hostile))
    #expect(made.utf8.count == 12 && hostile.contains("\"requestId\":\"\(made)\""), "\(hostile)")
    await server.stop()

    let log = lines.withLock { $0 }
    #expect(log.count == 4)
    for (line, end) in zip(log, ["order-7", "order-8", "order-9", made]) {
      #expect(line.hasPrefix("info fee-payer bytes=") && line.contains(" request=\(end) route=/api/signAsFeePayer "))
    }
    #expect(!log.joined().contains("x status=200"))
  }

  @Test("is missing from rows of orders that no request brought")
  func missing() async throws {
    let fixture = try ServiceFixture()
    let service = try await fixture.open()
    #expect(await service.answer(ServiceFixture.request(try ServiceFixture.raw(student: 1))).status == 200)
    let requests = try fixture.lines.compactMap { line -> String? in
      if case .approved(let approval) = line.entry { approval.request ?? "none" } else { nil }
    }
    #expect(requests == ["none"])
  }
}
