import Listening
import NodeDoubles
import NodeRPC
import Primitives
import StrictJSON
import Testing
import Transactions

@testable import FeePayer

@Suite("A fee payer's service over HTTP", .overEachLedger)
struct ServiceServerTests {
  @Test("half-open requests of one address end, and do not silence the service", arguments: [1, 0])
  func halfOpen(mostOfOneAddress: Int) async throws {
    let fixture = try ServiceFixture()
    // With a limit of one the first alone stays, until its time is over; without one all do.
    let limits = ConnectionLimits(
      requestTime: .milliseconds(300), idleTime: .seconds(86_400), ofAll: 8,
      ofOneAddress: mostOfOneAddress == 0 ? .max : mostOfOneAddress)
    let server = try await FeePayerServer.start(try await fixture.open(), port: 0, limits: limits)
    let port = try #require(UInt16(server.url.split(separator: ":").last ?? ""))
    let head = "POST /api/signAsFeePayer HTTP/1.1\r\nHost: a\r\nContent-Length: 500\r\n\r\n{"
    var sockets: [Int32] = []
    defer { for socket in sockets { RawSocket.end(socket) } }
    // More than are served at once, and no more than wait without holding up who connects.
    for number in 0..<30 {
      let socket = try RawSocket.connect(port: port)
      // Some have begun their head, some their body, and some nothing.
      if number % 3 > 0 { _ = RawSocket.send(head.utf8.prefix(number % 3 == 1 ? .max : 20), to: socket) }
      sockets.append(socket)
    }
    let exchange = JSONExchange(try Endpoint(server.url + "/api/signAsFeePayer"), timeout: .seconds(600))
    let body: JSON = ["userSignedTx": ["raw": .string(try ServiceFixture.raw(student: 1))]]
    var status: Int?
    // As long as the others are there it may be turned away.
    for _ in 0..<1_000 {
      status = try? await exchange.post(body).status
      if status != nil { break }
      try await Task.sleep(for: .milliseconds(100))
    }
    #expect(status == 200)
    await server.stop()
  }

  @Test("connections on which nothing is said give way to the next one")
  func silent() async throws {
    let fixture = try ServiceFixture()
    let limits = ConnectionLimits(
      requestTime: .seconds(86_400), idleTime: .seconds(86_400), ofAll: 8, ofOneAddress: .max)
    let server = try await FeePayerServer.start(try await fixture.open(), port: 0, limits: limits)
    let port = try #require(UInt16(server.url.split(separator: ":").last ?? ""))
    var sockets: [Int32] = []
    defer { for socket in sockets { RawSocket.end(socket) } }
    for _ in 0..<20 { sockets.append(try RawSocket.connect(port: port)) }
    let reply = await Self.reply(
      to: "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", at: port)
    #expect(reply.hasPrefix("HTTP/1.1 200 "), "\(reply)")
    await server.stop()
  }

  @Test("the same over HTTP")
  func http() async throws {
    var fixture = try ServiceFixture()
    fixture.rules.perMinute = 2
    let server = try await FeePayerServer.start(try await fixture.open(), port: 0)
    let exchange = JSONExchange(
      try Endpoint(server.url + "/api/signAsFeePayer"), of: "service", bearer: nil, timeout: .seconds(600))
    let good = try await exchange.post(["userSignedTx": ["raw": .string(try ServiceFixture.raw(student: 1))]])
    #expect(good.status == 200 && good.json?["data"]?["hash"]?.string == fixture.chain.sent.first?.hash.hex)
    #expect(try await exchange.post("nonsense").status == 400)
    #expect(try await exchange.post(.string(String(repeating: "a", count: 400 << 10))).status == 400)
    let limited = try await exchange.post([:])
    #expect(limited.status == 429 && limited.retryAfter == 60)
    let other = JSONExchange(try Endpoint(server.url + "/other"), of: "service", bearer: nil, timeout: .seconds(600))
    #expect(try await other.post([:]).status == 404)
    await server.stop()
  }

  @Test("a client behind a proxy is its address, of IPv6 its network; what is no address counts as the proxy")
  func forwardedCallers() async throws {
    var fixture = try ServiceFixture()
    fixture.rules.perMinute = 1
    let server = try await FeePayerServer.start(try await fixture.open(), port: 0, forwarded: true)
    let port = try #require(UInt16(server.url.split(separator: ":").last ?? ""))
    for (client, status) in [
      ("7.7.7.7", 400), ("6.6.6.6, 7.7.7.7", 429), ("2001:db8:77:1::1", 400), ("2001:db8:77:1::2", 429),
      ("2001:db8:77:2::1", 400), ("junk1", 400), ("7.7.7.7:1000", 429), ("junk2", 429),
    ] {
      let reply = await Self.reply(
        to: "POST /api/signAsFeePayer HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: \(client)\r\n"
          + "Content-Length: 2\r\nConnection: close\r\n\r\n{}", at: port)
      #expect(reply.hasPrefix("HTTP/1.1 \(status) "), "\(client): \(reply)")
    }
    await server.stop()
  }

  /// What a server answers to bytes until it closes; waited for on a thread of its own, since the server answers on those
  /// that all tests share.
  static func reply(to request: String, at port: UInt16) async -> String {
    await withCheckedContinuation { continuation in
      RawSocket.thread {
        var bytes: [UInt8] = []
        if let socket = try? RawSocket.connect(port: port) {
          defer { RawSocket.end(socket) }
          if RawSocket.send(request.utf8, to: socket) {
            while case let more = RawSocket.receive(from: socket), !more.isEmpty { bytes += more }
          }
        }
        continuation.resume(returning: String(decoding: bytes, as: UTF8.self))
      }
    }
  }

  @Test("pages of other sites, and who addresses it by another's name, are turned away")
  func origins() async throws {
    let fixture = try ServiceFixture()
    let server = try await FeePayerServer.start(
      try await fixture.open(), port: 0, hosts: ["fees.example.org"], origins: ["https://app.example.org"])
    let port = try #require(UInt16(server.url.split(separator: ":").last ?? ""))
    for (headers, status) in [
      ("Host: localhost", 200), ("Host: fees.example.org", 200), ("Host: 192.168.1.5:8090", 200),
      ("Host: localhost\r\nOrigin: http://localhost:3000", 200),
      ("Host: localhost\r\nOrigin: https://app.example.org", 200), ("Host: evil.com", 403),
      ("Host: localhost:80@evil.com", 403), ("Host: localhost\r\nOrigin: https://evil.com", 403),
      ("Host: localhost\r\nOrigin: http://localhost:80@evil.com", 403), ("Host: localhost\r\nOrigin: null", 403),
      ("Host: localhost\r\nHost: evil.com", 400), ("Host: localhost\r\nOrigin: http://localhost\r\nOrigin: x", 400),
    ] {
      for path in ["/api/balance?address=\(ServiceFixture.contract)", "/healthz", "/readyz", "/metrics"] {
        let reply = await Self.reply(
          to: "GET \(path) HTTP/1.1\r\n\(headers)\r\nConnection: close\r\n\r\n", at: port)
        #expect(reply.hasPrefix("HTTP/1.1 \(status) "), "\(path) \(headers): \(reply)")
      }
    }
    await server.stop()
  }
}
