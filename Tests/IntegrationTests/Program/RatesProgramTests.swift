import ChainSupport
import Foundation
import NodeDoubles
import StrictJSON
import Testing

/// `lectures rates daemon` as a user runs it, with an exchange that is no other's.
@Suite(
  "The rates monitor of the program", .enabled(if: Program.path != nil, "lectures is not built"),
  .timeLimit(.minutes(20)))
struct RatesProgramTests {
  private let exchange: HostileServer
  private let program: Program

  init() throws {
    exchange = try HostileServer { request in
      guard request.path.contains("/orderbook?markets=KRW-KAIA") else { return [.reply("no such page", status: 404)] }
      let unit = #"{"ask_price":148.3,"bid_price":148.1,"ask_size":5,"bid_size":5}"#
      let time = Int64(Date().timeIntervalSince1970) * 1000
      return [.reply(#"[{"market":"KRW-KAIA","timestamp":\#(time),"orderbook_units":[\#(unit)]}]"#)]
    }
    program = try Program(settings: ["rates-mirror": exchange.url, "rates-sources": "bithumb"])
  }

  private func status() async throws -> JSON {
    try await program.run("rates", "daemon", "--status", "--json").json()["result"] ?? .null
  }

  /// Waits for something, a minute at most.
  private func wait(_ what: String, _ condition: () async throws -> Bool) async throws {
    for _ in 0..<600 {
      if try await condition() { return }
      try await Task.sleep(for: .milliseconds(100))
    }
    Issue.record("this did not come: \(what)")
  }

  @Test("A crossing is told once, though the daemon is killed after it, and again after it was told")
  func killed() async throws {
    let receiver = try HostileServer(inTurn: [[.reply("{}", status: 503)], [.reply("{}", status: 503)], [.reply("{}")]])
    let added = try await program.run(
      "rates", "alert", "add", "--pair", "KAIA/KRW", "--market", "korea", "--side", "bid", "--above", "140",
      "--webhook", receiver.url)
    #expect(added.status == 0, "\(added.errors)")
    #expect(try await status()["running"] == false)

    let first = try program.serve("rates", "daemon")
    #expect(try await first.line().contains("1 alert"))
    try await wait("the first attempt") { !receiver.requests.isEmpty }
    #expect(try await status()["running"] == true)
    #expect(try await first.end(signal: SIGKILL).status == -Int(SIGKILL))

    let second = try program.serve("rates", "daemon")
    try await wait("the delivery") { try await status()["delivered"] == 1 }
    let told = receiver.requests
    let last = try await status()["lastReading"]
    #expect(try await second.end(signal: SIGKILL).status == -Int(SIGKILL))

    // Readings are told by the second.
    try await Task.sleep(for: .seconds(1))
    let third = try program.serve("rates", "daemon")
    try await wait("another look") { try await status()["lastReading"] != last }
    let other = try await program.run("rates", "daemon")
    #expect(other.status != 0 && other.errors.contains("Another process watches"), "\(other.errors)")
    #expect(try await third.end(signal: SIGTERM).status == 0)

    #expect(receiver.requests.count == told.count)
    #expect(Set(told.compactMap { $0.headers["x-lectures-delivery"] }).count == 1, "\(told)")
    #expect(try await status()["waiting"] == 0)
    // Three daemons, and one request within five minutes.
    #expect(exchange.requests.count(where: { $0.path.contains("/orderbook") }) == 1)
  }
}
