import ChainSupport
import NodeDoubles
import StrictJSON
import Testing

@testable import LecturesCommand

@Suite("Events that a node invents", .timeLimit(.minutes(20)))
struct TellingTests {
  /// A market with a lecture that costs 10, bought by the student, and the purchase's hash.
  private func market() async throws -> (MarketHome, String) {
    let home = try await MarketHome()
    try await home.done("create --price 10 --title Swift --from teacher --yes")
    let bought = try await home.json("purchase 0 --price 10 --from student --yes")
    return (home, try #require(bought["transaction"]?["hash"]?.string, "\(bought)"))
  }

  /// A second node of the market's chain, which tells another price in the logs that it is asked for where it lies.
  private func second(of home: MarketHome, lies: Bool) throws -> FaultProxy {
    let port = try #require(home.chain.url.split(separator: ":").last.flatMap { UInt16($0) })
    let node = FaultProxy.node(port: port)
    return try FaultProxy { body in
      guard let answer = node(body) else { return nil }
      let asked = String(decoding: body, as: UTF8.self)
      guard lies, asked.contains("eth_getLogs") || asked.contains("Receipt") else { return answer }
      let told = String(decoding: answer, as: UTF8.self)
      return Array(told.replacing("00000a\"", with: "000063\"").utf8)
    }
  }

  @Test("are marked in a history as one node's word, and told apart from what all endpoints tell")
  func history() async throws {
    let (home, _) = try await market()
    let alone = try await home.json("history --from student")
    #expect(alone["entries"]?[0]?["evidence"] == "told" && alone["entries"]?[0]?["endpoints"] == 1, "\(alone)")
    let text = await home.run("history --from student")
    #expect(text.output.contains("The contract's events: told by one node."), "\(text.output)")
    let own = try await home.json("history --from student --own true")
    #expect(own["entries"]?[0]?["evidence"] == "own", "\(own)")

    let honest = try second(of: home, lies: false)
    let both = "history --from student --quorum 2 --endpoint \(home.chain.url) --endpoint"
    let agreed = try await home.json("\(both) \(honest.url)")
    #expect(agreed["entries"]?.array?.count == 1 && agreed["entries"]?[0]?["evidence"] == "agreed", "\(agreed)")
    #expect(agreed["entries"]?[0]?["endpoints"] == 2, "\(agreed)")

    let liar = try second(of: home, lies: true)
    let forged = try await home.json("\(both) \(liar.url)")
    #expect(forged["entries"]?.array?.map { $0["amount"]?["value"] } == ["10", "99"], "\(forged)")
    #expect(forged["entries"]?.array?.map { $0["evidence"] } == ["told", "told"], "\(forged)")
    let few = await home.run("history --from student --quorum 3 --endpoint \(home.chain.url) --endpoint \(liar.url)")
    #expect(few.status != .success, "\(few.output)")
  }

  @Test("of a transaction that is shown are said to be one node's word, unless enough endpoints tell the same logs")
  func transaction() async throws {
    let (home, hash) = try await market()
    #expect(try await home.json("tx show \(hash)")["eventsEvidence"] == "told")
    #expect(await home.run("tx show \(hash)").output.contains("(told by one node)"))
    let (honest, liar) = (try second(of: home, lies: false), try second(of: home, lies: true))
    let line = "tx show \(hash) --quorum 2 --endpoint \(home.chain.url) --endpoint"
    #expect(try await home.json("\(line) \(honest.url)")["eventsEvidence"] == "agreed")
    #expect(try await home.json("\(line) \(liar.url)")["eventsEvidence"] == "told")
    #expect(await home.run("\(line) \(liar.url)").output.contains("(told by 1 of 2 endpoints)"))
  }

  @Test("make no receipt good where two endpoints have to find it so")
  func receipt() async throws {
    let (home, _) = try await market()
    let link = try #require(try await home.json("receipt 0 --from student")["link"]?.string)
    let alone = try await home.json("receipt check \(link)")
    #expect(alone["good"] == true && alone["evidence"] == "told" && alone["endpoints"] == 1, "\(alone)")
    let (honest, liar) = (try second(of: home, lies: false), try second(of: home, lies: true))
    let line = "receipt check \(link) --quorum 2 --endpoint \(home.chain.url) --endpoint"
    let agreed = try await home.json("\(line) \(honest.url)")
    #expect(agreed["good"] == true && agreed["evidence"] == "agreed" && agreed["endpoints"] == 2, "\(agreed)")
    let run = await home.run("\(line) \(liar.url)")
    #expect(run.status == .failure && run.errors.contains("paid 99 KLAY"), "\(run.errors)")
  }

  @Test("are marked in Korean and Ukrainian", arguments: ["ko", "uk"])
  func languages(language: String) async throws {
    let (home, _) = try await market()
    let liar = try second(of: home, lies: true)
    let both = "--quorum 2 --endpoint \(home.chain.url) --endpoint \(liar.url) --language \(language)"
    for line in ["history --from student --language \(language)", "history --from student \(both)"] {
      let run = await home.run(line)
      #expect(run.status == .success && ForeignWords.of(run.output) == [], "\(line): \(run.output)\(run.errors)")
    }
  }
}
