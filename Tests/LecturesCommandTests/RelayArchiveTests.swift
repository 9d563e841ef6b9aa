import ChainSupport
import Exchange
import Foundation
import OrderBook
import Orders
import Platform
import Primitives
import StrictJSON
import Testing

@testable import LecturesCommand
@testable import Relay

@Suite("lectures relay status, export and import", .timeLimit(.minutes(10)))
struct RelayArchiveTests {
  /// Rules of a home's exchanges and pair, in a file.
  private func rules(of home: ExchangeHome) throws -> (file: String, rules: RelayRules) {
    let (v1, v4) = (try #require(home.contracts.v1?.exchange), try #require(home.contracts.v4))
    let coin = try #require(home.contracts.wrappedCoin)
    let text = """
      {"chainId": \(home.chain.chainID), "exchanges": {"v1": "\(v1.checksummed)", "v4": "\(v4.checksummed)"},
       "feeRecipient": "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
       "pairs": [{"tokenA": {"address": "\(home.base.checksummed)"}, "tokenB": {"address": "\(coin.checksummed)"}}]}
      """
    let path = home.file("rules.json")
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    chmod(path, 0o600)
    return (path, try RelayRules(parsing: Bytes(text.utf8)))
  }

  private func relay(_ home: ExchangeHome, _ rules: RelayRules, store: String) async throws -> RelayServer {
    var options = RelayServer.Options(clock: { UInt64(max(0, time(nil))) * 1000 })
    options.port = 0
    options.pollInterval = .milliseconds(50)
    let relay = try await RelayServer.start(rules: rules, node: home.chain.node, store: store, options)
    for _ in 0..<600 where await !relay.service.book.isReady { try await Task.sleep(for: .milliseconds(50)) }
    return relay
  }

  @Test("orders go from a store that a running relay has into another one, each checked as a post is")
  func archive() async throws {
    let home = try await ExchangeHome()
    let (rulesFile, rules) = try rules(of: home)
    let (store, other) = (home.file("one.sqlite"), home.file("two.sqlite"))
    let running = try await relay(home, rules, store: store)
    var hashes: [JSON?] = []
    for (amount, version) in [(10, "v4"), (11, "v1"), (12, "v4")] {
      let made = try await home.json(
        "exchange order TKA/WKLAY --sell \(amount) --price 0.3 --protocol \(version) --relay \(running.url) --from teacher --yes"
      )
      #expect(made["state"] == "posted", "\(made)")
      hashes.append(made["orderHash"])
    }
    let file = home.file("orders.jsonl")
    let written = try await home.json("relay export \(file) --store \(store)")
    #expect(written["orders"] == 3, "\(written)")
    #expect(try await home.json("relay export \(file) --store \(store)")["code"] == "keystore.exists")
    let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").map(String.init)
    #expect(lines.count == 3)
    // The relay goes on with its store, and nobody else takes orders into it.
    let busy = try await home.json("relay import \(file) --store \(store) --rules \(rulesFile)")
    #expect(busy["code"] == "book.storeFailed" && busy["advice"]?.string?.contains("Another") == true, "\(busy)")
    let more = try await home.json(
      "exchange order TKA/WKLAY --sell 13 --price 0.3 --relay \(running.url) --from teacher --yes")
    #expect(more["state"] == "posted", "\(more)")
    // A cancelled one, a forged one, what is no order at all, and one that is too long.
    let cancelled = try #require(hashes[2]?.string)
    _ = try await home.json("exchange cancel \(cancelled) --from teacher --yes")
    let forged = lines[0].replacing("\"makerAmount\":\"10", with: "\"makerAmount\":\"20")
    let all = lines + [forged, "", "[]", "{\"order\":", String(repeating: " ", count: 9_000) + "1"]
    try (all.joined(separator: "\r\n") + "\n").write(toFile: file, atomically: true, encoding: .utf8)
    let taken = await home.run("relay import \(file) --store \(other) --rules \(rulesFile) --json")
    let result = try JSON(parsing: taken.output)
    #expect(taken.status == .failure && result["error"]?["code"] == "relay.refused", "\(taken.output)")
    #expect(result["result"]?["taken"] == 2, "\(taken.output)")
    let refused = result["result"]?["refused"]?.array ?? []
    #expect(refused.compactMap { $0["line"] } == [3, 4, 6, 7, 8], "\(taken.output)")
    #expect(refused.first?["validationErrors"]?[0]?["reason"] == "CANCELLED", "\(taken.output)")
    // A second time nothing changes.
    let again = try JSON(
      parsing: await home.run("relay import \(file) --store \(other) --rules \(rulesFile) --json").output)
    #expect(again["result"]?["taken"] == 2, "\(again)")
    let copy = home.file("copy.jsonl")
    #expect(try await home.json("relay export \(copy) --store \(other)")["orders"] == 2)
    #expect(
      try String(contentsOfFile: copy, encoding: .utf8).split(separator: "\n").map(String.init) == Array(lines[0..<2]))
    await running.stop()
    #expect(try await home.json("relay export \(home.file("n.jsonl")) --store \(home.file("no.sqlite"))")["ok"] != true)
    #expect(access(home.file("no.sqlite"), F_OK) != 0)
  }

  @Test("a relay's state is shown, and one that is no relay, or lies about its numbers, is told")
  func status() async throws {
    let home = try await ExchangeHome()
    try await home.settle()
    for _ in 0..<600 where await !home.relay.service.book.isReady { try await Task.sleep(for: .milliseconds(50)) }
    let status = try await home.json("relay status")
    let first = status["relays"]?[0]
    #expect(first?["ready"] == true && first?["chainId"] == .string("\(home.chain.chainID)"), "\(status)")
    #expect(first?["exchangeV4"] == .text(home.contracts.v4?.checksummed) && first?["openOrders"] == 0)
    #expect(try await home.json("relay status \(home.relay.url)/v0/")["relays"]?.array?.count == 1)
    // The node of the chain answers as no relay does.
    let none = try await home.json("relay status \(home.chain.url)")
    #expect(none["code"]?.string?.hasPrefix("relay.") == true, "\(none)")
    let both = await home.run("relay status \(home.relay.url) \(home.chain.url) --json")
    #expect(both.status != .success && both.output.contains("\"ready\":true"), "\(both.output)")
    #expect((await home.run("relay status ftp://x")).status != .success)
    let text = await home.run("relay status")
    #expect(text.output.contains("ready") && text.output.contains(home.relay.url), "\(text.output)")
  }

  @Test("a store that is not there is told with its path, and nothing is made", arguments: ["en_US", "ko_KR", "uk_UA"])
  func missing(language: String) async throws {
    let home = try await ExchangeHome()
    let store = home.file("nowhere.sqlite")
    let run = await home.run(
      "relay export \(home.file("orders.jsonl")) --store \(store)", language: "\(language).UTF-8")
    #expect(run.status == .failure && run.errors.contains(store), "\(run.errors)")
    #expect(!run.errors.contains("SQLite") && !FileManager.default.fileExists(atPath: store), "\(run.errors)")
  }

  @Test("a port that another program has is told as that")
  func port() async throws {
    let home = try await ExchangeHome()
    let (rules, _) = try rules(of: home)
    let port = try #require(home.relay.url.split(separator: ":").last)
    let run = await home.run("relay serve --rules \(rules) --port \(port)")
    #expect(run.status == .failure && run.errors.contains("Another program listens on that port."), "\(run.errors)")
    #expect(!run.errors.contains("errno"), "\(run.errors)")
  }
}
