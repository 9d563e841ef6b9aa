import Foundation
import Testing

@testable import FeePayer

@Suite("The examples of servers in front of a service")
struct ProxyExampleTests {
  /// The places of a server that streams or WebSocket take, where nothing may come for long.
  private static let lasting = ["/events", "/v0/ws"]

  private static func text(_ name: String) throws -> String {
    var root = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { root.deleteLastPathComponent() }
    return try String(contentsOf: root.appendingPathComponent("Docs/\(name).md"), encoding: .utf8)
  }

  /// The seconds of a directive; nil where it is not there.
  private static func seconds(_ directive: String, in text: some StringProtocol) -> Int? {
    guard let line = text.split(separator: "\n").first(where: { $0.contains(directive + " ") }),
      let value = line.split(separator: " ").last?.dropLast(), let number = Int(value.dropLast())
    else { return nil }
    return value.last == "h" ? number * 3_600 : number
  }

  @Test(
    "give up a process that hangs soon, except where a connection is to last",
    arguments: ["fee-payer", "exchange", "web"])
  func timeouts(of name: String) throws {
    let text = try Self.text(name)
    let server = try #require(
      text.components(separatedBy: "```").first { $0.contains("server {") && $0.contains("proxy_pass") })
    #expect(Self.seconds("proxy_connect_timeout", in: server).map { $0 <= 5 } == true, "\(server)")
    #expect(server.contains("proxy_next_upstream"))
    let places = server.components(separatedBy: "location ").dropFirst()
    #expect(!places.isEmpty)
    for place in places where !Self.lasting.contains(where: { place.prefix(60).contains($0.dropFirst()) }) {
      #expect(Self.seconds("proxy_read_timeout", in: place).map { $0 <= 90 } == true, "\(place)")
    }
  }

  @Test("let through as much of a request as a fee payer reads")
  func size() throws {
    let text = try Self.text("fee-payer")
    let line = try #require(text.split(separator: "\n").first { $0.contains("client_max_body_size ") })
    #expect(line.hasSuffix(" \(FeePayerAnswers.mostBytes >> 10)k;"), "\(line)")
    #expect(FeePayerAnswers.mostBytes % 1024 == 0)
  }
}
