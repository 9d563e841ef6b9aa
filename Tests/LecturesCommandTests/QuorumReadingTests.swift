import ChainSupport
import LectureKit
import NodeDoubles
import NodeRPC
import Operations
import StrictJSON
import Testing

@testable import LecturesCommand

@Suite("State that several endpoints have to agree on", .timeLimit(.minutes(20)))
struct QuorumReadingTests {
  /// A market with a lecture that costs 10, bought and rated by the student.
  private func market() async throws -> MarketHome {
    let home = try await MarketHome()
    try await home.done("create --price 10 --title Swift --from teacher --yes")
    try await home.done("purchase 0 --price 10 --from student --yes")
    try await home.done("evaluate 0 --scores 10,10,10,10,10 --from student --yes")
    return home
  }

  /// A further node of the market's chain, which changes its answers to a method.
  private func node(
    of home: MarketHome, to method: String = "eth_none", tells forged: @escaping @Sendable (String) -> String = { $0 }
  ) throws -> FaultProxy {
    try FaultProxy.node(beside: home.chain.url, to: method, tells: forged)
  }

  /// A node that tells another number in the place of each 10 that a contract returns.
  private func price(_ number: UInt8, of home: MarketHome) throws -> FaultProxy {
    try FaultProxy.node(beside: home.chain.url, tells: number, for: 10)
  }

  private func host(_ url: String) -> String { String(url.trimmingPrefix("http://").prefix { $0 != "/" }) }

  private func line(_ command: String, quorum: Int, _ urls: [String]) -> String {
    "\(command) --quorum \(quorum) " + urls.map { "--endpoint \($0)" }.joined(separator: " ")
  }

  @Test("is what a purchase is planned by: at the price that enough tell, or not at all")
  func purchase() async throws {
    let home = try await market()
    try await home.done("create --price 10 --title Soil --from teacher --yes")
    let (liar, other, honest) = (try price(20, of: home), try price(5, of: home), try node(of: home))
    let purchase = "purchase 1 --price 30 --from student --yes"
    let three = [liar.url, other.url, home.chain.url]
    let run = await home.run(line("\(purchase) --dry-run --json", quorum: 2, three))
    #expect(try JSON(parsing: run.output)["error"]?["code"] == "readingDisputed", "\(run.output)")
    let disputed = await home.run(line(purchase, quorum: 2, three))
    #expect(disputed.status == .nodeUnavailable && disputed.errors.contains("The price"), "\(disputed.errors)")
    let refusing = try node(of: home, to: "eth_estimateGas", tells: RefusedTrial.wrongPayment)
    let refused = await home.run(line(purchase, quorum: 2, [refusing.url, home.chain.url, honest.url]))
    #expect(refused.status == .nodeUnavailable, "\(refused.errors)")
    #expect(refused.errors.contains("wrong payment (\(host(refusing.url)))"), "\(refused.errors)")
    let paid = try await home.json(line(purchase, quorum: 2, [liar.url, home.chain.url, honest.url]))
    #expect(paid["paid"]?["value"] == "10", "\(paid)")
  }

  @Test(
    "is no result where two contradict each other, and it is said who tells what",
    arguments: [
      ("show 0", "lecture.price"), ("list", "lectures[0].price"), ("average 0", "averages[0].average"),
      ("average --all", "averages[0].average"), ("mine --from student", "lectures[0, 0].price"),
      ("mine --teaching --from teacher", "teaching[0].lecture.price"),
    ])
  func contradiction(command: String, fact: String) async throws {
    let home = try await market()
    let liar = try price(99, of: home)
    for urls in [[home.chain.url, liar.url], [liar.url, home.chain.url]] {
      let run = await home.run(line(command, quorum: 2, urls) + " --json")
      let json = try JSON(parsing: run.output)
      #expect(run.status == .nodeUnavailable && json["error"]?["code"] == "readingDisputed", "\(json)")
      #expect(json["error"]?["disputed"]?.array?.contains(.string(fact)) == true, "\(json)")
      let reason = json["error"]?["reason"]?.string ?? ""
      #expect(!reason.contains(fact) && reason.hasPrefix("The "), "\(json)")
      #expect(reason.contains("(\(host(liar.url)))") && reason.contains("(\(host(home.chain.url)))"), "\(json)")
      #expect(json["result"]?["lecture"] == nil && json["result"]?["lectures"] == nil, "\(json)")
    }
  }

  @Test(
    "is what two of three tell, whoever is asked first, and who contradicts it is named",
    arguments: ["show 0", "list", "average 0", "mine --from student", "mine --teaching --from teacher"])
  func majority(command: String) async throws {
    let home = try await market()
    let (liar, honest) = (try price(99, of: home), try node(of: home))
    let alone = try await home.json(command)
    #expect(alone["evidence"] == "told" && alone["endpoints"] == 1 && alone["contradiction"] == .null, "\(alone)")
    let agreed = try await home.json(line(command, quorum: 2, [liar.url, home.chain.url, honest.url]))
    #expect(agreed["evidence"] == "agreed" && agreed["endpoints"] == 2, "\(agreed)")
    #expect(agreed["contradiction"]?.string?.contains("(\(host(liar.url)))") == true, "\(agreed)")
    for member in ["lecture", "lectures", "averages", "teaching", "income"] {
      #expect(agreed[member] == alone[member], "\(agreed)")
    }
  }

  @Test("of a balance is no result where two contradict each other, and what two of three tell otherwise")
  func balance() async throws {
    let home = try await market()
    let liar = try node(of: home, to: "eth_getBalance") {
      $0.replacing(#/"result":"0x[0-9a-f]+"/#, with: #""result":"0x1""#)
    }
    let honest = try node(of: home)
    let disputed = await home.run(line("balance student", quorum: 2, [liar.url, home.chain.url]) + " --json")
    #expect(disputed.status == .nodeUnavailable, "\(disputed.output)")
    let places = try JSON(parsing: disputed.output)["error"]?["disputed"]?.array?.compactMap(\.string) ?? []
    #expect(places.contains { $0.hasPrefix("balances[0x") && $0.hasSuffix("balance.wei") }, "\(disputed.output)")
    #expect(places.count == 2 && places[1].hasSuffix("balance.value"), "\(disputed.output)")
    let words = await home.run(line("balance student", quorum: 2, [liar.url, home.chain.url])).errors
    let sentence = "The balance of student: 0.000000000000000001 KLAY (\(host(liar.url))); "
    #expect(words.contains(sentence) && words.split(separator: "The balance of").count == 2, "\(words)")
    let agreed = try await home.json(line("balance student", quorum: 2, [liar.url, home.chain.url, honest.url]))
    let alone = try await home.json("balance student")
    #expect(agreed["balances"]?[0]?["balance"] == alone["balances"]?[0]?["balance"], "\(agreed)")
    #expect(agreed["evidence"] == "agreed" && alone["evidence"] == "told", "\(agreed)")
  }

  @Test("says a fact once that a reading has in two places")
  func once() throws {
    let prices: [JSON] = [10, 12]
    let told = try prices.enumerated().map { index, price in
      let lecture: JSON = ["number": 0, "price": price]
      return EndpointAnswer<JSON>(
        ["lectures": [lecture], "own": [["lecture": lecture, "run": 0]]],
        by: [try Endpoint("http://node\(index).example")])
    }
    let disputed = DisputedFact.among(told, agreed: nil, coin: "KLAY")
    #expect(disputed.count == 2)
    let sentences = ReadingText.facts(disputed).map(\.english)
    #expect(
      sentences == ["The price of lecture 0: 10 KLAY (node0.example); 12 KLAY (node1.example)."], "\(sentences)")
  }

  @Test("is read as of a block that enough endpoints have, whatever head one claims, and not from another's block")
  func block() async throws {
    let home = try await market()
    let far = try node(of: home, to: "eth_blockNumber") {
      $0.replacing(#/"result":"0x[0-9a-f]+"/#, with: #""result":"0xffffff""#)
    }
    let agreed = try await home.json(line("show 0", quorum: 2, [far.url, home.chain.url]))
    #expect(agreed["evidence"] == "agreed" && agreed["lecture"]?["price"] == 10, "\(agreed)")
    let forked = try node(of: home, to: "eth_getBlockByNumber") {
      $0.replacing(#/"hash":"0x[0-9a-f]{60}/#, with: #""hash":"0x"# + String(repeating: "7", count: 60))
    }
    let run = await home.run(line("show 0", quorum: 2, [home.chain.url, forked.url]) + " --json")
    let json = try JSON(parsing: run.output)
    #expect(json["error"]?["code"] == "readingDisputed" && json["error"]?["disputed"] == ["block"], "\(json)")
  }

  @Test("is no missing lecture or contract on the word of the endpoint that is asked first")
  func denied() async throws {
    let home = try await market()
    let honest = try node(of: home)
    let liar = try node(of: home, to: "eth_getCode") {
      $0.replacing(#/"result":"0x[0-9a-f]*"/#, with: #""result":"0x""#)
    }
    let found = try await home.json(line("show 0", quorum: 2, [liar.url, home.chain.url, honest.url]))
    #expect(found["lecture"]?["price"] == 10 && found["contradiction"]?.string?.contains("error") == true, "\(found)")
    let disputed = await home.run(line("show 0", quorum: 2, [liar.url, home.chain.url]))
    #expect(disputed.status == .nodeUnavailable, "\(disputed.errors)")
    let missing = await home.run(line("show 7", quorum: 2, [home.chain.url, honest.url]) + " --json")
    #expect(try JSON(parsing: missing.output)["error"]?["code"] != "readingDisputed", "\(missing.output)")
    #expect(missing.status != .success && missing.status != .nodeUnavailable, "\(missing.output)")
  }

  @Test("is no contract of a history or a receipt on the word of the endpoint that is asked first")
  func deniedContract() async throws {
    let home = try await market()
    let honest = try node(of: home)
    let liar = try node(of: home, to: "eth_getCode") {
      $0.replacing(#/"result":"0x[0-9a-f]*"/#, with: #""result":"0x""#)
    }
    let receipt = try #require(try await home.json("receipt make 0 --run 0 --from student")["link"]?.string)
    for command in ["history --from student", "receipt check \(receipt)"] {
      let agreed = await home.run(line(command, quorum: 2, [liar.url, home.chain.url, honest.url]))
      #expect(agreed.status == .success, "\(agreed.errors)")
      let disputed = await home.run(line(command, quorum: 2, [liar.url, home.chain.url]) + " --json")
      #expect(try JSON(parsing: disputed.output)["error"]?["code"] == "readingDisputed", "\(disputed.output)")
    }
  }

  @Test("is what a rating is planned by: as enough tell the lecture, or not at all")
  func rating() async throws {
    let home = try await market()
    try await home.done("create --price 10 --title Soil --from teacher --yes")
    try await home.done("purchase 1 --price 10 --from student --yes")
    let (liar, other, honest) = (try price(20, of: home), try price(5, of: home), try node(of: home))
    let rating = "evaluate 1 --scores 90,90,90,90,90 --from student --yes"
    let disputed = await home.run(line(rating, quorum: 2, [liar.url, other.url, home.chain.url]))
    #expect(disputed.status == .nodeUnavailable && disputed.errors.contains("The price"), "\(disputed.errors)")
    let rated = await home.run(line(rating, quorum: 2, [liar.url, home.chain.url, honest.url]))
    #expect(rated.status == .success, "\(rated.errors)")
  }

  @Test("is what the next run of a lecture is planned by: as enough tell the lecture, or not at all")
  func reopening() async throws {
    let home = try await market()
    try await home.done("settle 0 --from owner --yes")
    let (liar, other, honest) = (try price(20, of: home), try price(5, of: home), try node(of: home))
    let reopening = "reopen 0 --price 12 --from teacher --yes"
    let disputed = await home.run(line(reopening, quorum: 2, [liar.url, other.url, home.chain.url]))
    #expect(disputed.status == .nodeUnavailable && disputed.errors.contains("The price"), "\(disputed.errors)")
    let reopened = await home.run(line(reopening, quorum: 2, [liar.url, home.chain.url, honest.url]))
    #expect(reopened.status == .success, "\(reopened.errors)")
  }

  @Test("waits once for an endpoint that hangs, and says that it did not answer")
  func silent() async throws {
    let home = try await market()
    let (hung, honest) = (try HostileServer { _ in [.hang] }, try node(of: home))
    defer { hung.stop() }
    let urls = [hung.url, home.chain.url, honest.url]
    let agreed = await home.run(line("show 0 --timeout 10", quorum: 2, urls))
    #expect(agreed.status == .success, "\(agreed.errors)")
    #expect(agreed.output.contains("told by 2 of 3 endpoints"), "\(agreed.output)")
    #expect(agreed.output.contains("Did not answer: \(host(hung.url))."), "\(agreed.output)")
    // One question, and a look half-way that nobody waits for.
    #expect(hung.requests.allSatisfy { $0.text.contains("chainId") } && hung.requests.count <= 2)
    let few = await home.run(line("show 0 --timeout 10", quorum: 3, urls))
    #expect(few.status == .nodeUnavailable, "\(few.output)\(few.errors)")
    #expect(few.errors.contains("2 of 3 endpoints answered, and 3 have to agree"), "\(few.errors)")
    #expect(few.errors.contains(host(hung.url)), "\(few.errors)")
  }

  @Test("is told in Korean and Ukrainian", arguments: ["ko", "uk"])
  func languages(language: String) async throws {
    let home = try await market()
    let (liar, honest) = (try price(99, of: home), try node(of: home))
    let urls = [liar.url, home.chain.url]
    let disputed = await home.run(line("show 0 --language \(language)", quorum: 2, urls))
    #expect(disputed.status == .nodeUnavailable && ForeignWords.of(disputed.errors) == [], "\(disputed.errors)")
    let agreed = await home.run(line("average 0 --language \(language)", quorum: 2, urls + [honest.url]))
    #expect(agreed.status == .success && ForeignWords.of(agreed.output) == [], "\(agreed.output)\(agreed.errors)")
  }
}
