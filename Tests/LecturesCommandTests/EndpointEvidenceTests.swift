import ChainSupport
import Keys
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
    // What was signed here is known, whatever a node tells; without an outbox it is not.
    let forged = try await home.json("\(both) \(liar.url)")
    #expect(forged["entries"]?.array?.map { $0["amount"]?["value"] } == ["10"], "\(forged)")
    #expect(forged["entries"]?[0]?["disputed"] == ["amount"], "\(forged)")
    let stranger = "history \(home.student.address) --quorum 2 --outbox \(home.file("none.sqlite"))"
    let line = "\(stranger) --endpoint \(home.chain.url) --endpoint \(liar.url)"
    let disputed = try await home.json(line)
    #expect(disputed["entries"]?.array?.count == 1 && disputed["entries"]?[0]?["amount"] == .null, "\(disputed)")
    #expect(disputed["entries"]?[0]?["evidence"] == "told" && disputed["entries"]?[0]?["endpoints"] == 2, "\(disputed)")
    #expect(disputed["entries"]?[0]?["disputed"] == ["amount"], "\(disputed)")
    #expect(disputed["entries"]?[0]?["feeEvidence"] == "agreed" && disputed["feesEvidence"] == "agreed", "\(disputed)")
    let words = await home.run(line).output
    #expect(words.contains("contradict each other: amount 10 KLAY or 99 KLAY"), "\(words)")
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
    #expect(try await home.json("\(line) \(honest.url)")["disputed"] == [])
    #expect(try await home.json("\(line) \(honest.url)")["toldEvents"] == [])
  }

  @Test("of a transaction are listed under who tells them where endpoints contradict each other, and not as facts")
  func disputedEvents() async throws {
    let (home, hash) = try await market()
    let (honest, liar) = (try second(of: home, lies: false), try second(of: home, lies: true))
    let (truth, lie) = (Self.host(home.chain.url), Self.host(liar.url))
    let line = "tx show \(hash) --quorum 2 --endpoint \(home.chain.url) --endpoint \(liar.url)"
    let events = try await home.json(line)
    #expect(events["disputed"] == ["events"] && events["events"] == .null, "\(events)")
    #expect(events["contradiction"]?.string?.hasPrefix("events: 1 (") == true, "\(events)")
    #expect(events["toldEvents"]?.array?.map { $0["endpoints"] } == [[.string(truth)], [.string(lie)]], "\(events)")
    #expect(events["toldEvents"]?.array?.map { $0["agreed"] } == [false, false], "\(events)")
    let told = events["toldEvents"]?.array?.map { $0["events"]?[0]?["readable"]?.string ?? "" } ?? []
    #expect(told.count == 2 && told[0] != told[1] && told.allSatisfy { !$0.isEmpty }, "\(events)")
    let text = await home.run(line).output
    let parts = text.split(separator: "Events told by ")
    #expect(parts.count == 3 && !text.contains("Events ("), "\(text)")
    #expect(parts.dropFirst().first?.hasPrefix("\(truth)\n  \(told.first ?? "–")") == true, "\(text)")
    #expect(parts.last?.hasPrefix("\(lie)\n  \(told.last ?? "–")") == true, "\(text)")
    for language in ["ko", "uk"] {
      let run = await home.run("\(line) --language \(language)")
      #expect(run.output.contains(truth) && run.output.contains(lie), "\(run.output)\(run.errors)")
    }

    // Where two of three agree, theirs are facts, and the third's are named as its own.
    let agreed = try await home.json("\(line) --endpoint \(honest.url)")
    #expect(agreed["disputed"] == [] && agreed["events"]?[0]?["readable"]?.string == told.first, "\(agreed)")
    #expect(agreed["toldEvents"]?.array?.map { $0["agreed"] } == [true, false], "\(agreed)")
    let words = await home.run("\(line) --endpoint \(honest.url)").output
    #expect(words.contains("Events told by \(lie)") && !words.contains("Events told by \(truth)"), "\(words)")
  }

  /// A second node of the market's chain, which tells something else in the answers to a method.
  private func second(
    of home: MarketHome, tells forged: @escaping @Sendable (String) -> String, to method: String
  ) throws -> FaultProxy {
    let port = try #require(home.chain.url.split(separator: ":").last.flatMap { UInt16($0) })
    let node = FaultProxy.node(port: port)
    return try FaultProxy { body in
      guard let answer = node(body) else { return nil }
      guard String(decoding: body, as: UTF8.self).contains(method) else { return answer }
      return Array(forged(String(decoding: answer, as: UTF8.self)).utf8)
    }
  }

  @Test("and outcomes are told by nobody as facts where endpoints contradict each other, whichever is asked first")
  func outcome() async throws {
    let (home, hash) = try await market()
    let liar = try second(
      of: home, tells: { $0.replacing(#""status":"0x1""#, with: #""status":"0x0""#) }, to: "eth_getTransactionReceipt")
    for endpoints in [[home.chain.url, liar.url], [liar.url, home.chain.url]] {
      let line =
        "tx show \(hash) --quorum 2 --outbox \(home.file("none.sqlite")) "
        + endpoints.map { "--endpoint \($0)" }.joined(separator: " ")
      let json = try await home.json(line)
      #expect(json["status"] == .null && json["disputed"]?.array?.contains("status") == true, "\(json)")
      #expect(json["value"]?["value"] == "10" && json["evidence"] == "told", "\(json)")
      let text = await home.run(line).output
      #expect(text.contains("failed (\(Self.host(liar.url)))"), "\(text)")
      #expect(text.contains("succeeded (\(Self.host(home.chain.url)))"), "\(text)")
    }
  }

  /// The host and port of a node's address.
  private static func host(_ url: String) -> String { String(url.trimmingPrefix("http://").prefix { $0 != "/" }) }

  @Test("and outcomes that enough endpoints tell are facts, and who tells another is named, though it is asked first")
  func majority() async throws {
    let (home, hash) = try await market()
    let liar = try second(
      of: home, tells: { $0.replacing(#""status":"0x1""#, with: #""status":"0x0""#) }, to: "eth_getTransactionReceipt")
    let honest = try second(of: home, lies: false)
    let line =
      "tx show \(hash) --outbox \(home.file("none.sqlite")) --endpoint \(liar.url) --endpoint \(home.chain.url) "
      + "--endpoint \(honest.url) --quorum"
    let agreed = try await home.json("\(line) 2")
    #expect(agreed["status"] == "succeeded" && agreed["disputed"] == [], "\(agreed)")
    let said = agreed["contradiction"]?.string ?? ""
    #expect(said.hasPrefix("status: succeeded (") && said.hasSuffix("failed (\(Self.host(liar.url)))"), "\(agreed)")
    let disputed = try await home.json("\(line) 3")
    #expect(disputed["status"] == .null && disputed["disputed"] == ["status"], "\(disputed)")
  }

  @Test("and a transaction that was sent is told by as many endpoints and operators as agree on its receipt")
  func sent() async throws {
    let (home, _) = try await market()
    let honest = try second(of: home, lies: false)
    let line = "wallet transfer --to \(home.student.address) --amount 1 --from teacher --yes"
    let alone = try await home.json(line)
    #expect(alone["transaction"]?["evidence"] == "told" && alone["transaction"]?["endpoints"] == 1, "\(alone)")
    let unnamed = "\(line) --again --quorum 2 --endpoint \(home.chain.url) --endpoint \(honest.url)"
    let agreed = try await home.json(unnamed)
    #expect(agreed["transaction"]?["evidence"] == "agreed" && agreed["transaction"]?["endpoints"] == 2, "\(agreed)")
    // Endpoints without a name may be one operator's.
    let text = await home.run(unnamed).output
    #expect(text.contains("told by 2 of 2 endpoints\n"), "\(text)")
    let named = "\(line) --again --quorum 2 --endpoint a=\(home.chain.url) --endpoint b=\(honest.url)"
    for (language, words) in [
      ("en", "told by 2 of 2 endpoints, of 2 operators"), ("ko", "엔드포인트 2개 중 2개의 답, 운영자 2명"),
      ("uk", "кажуть 2 з 2 вузлів, різних операторів: 2"),
    ] {
      let run = await home.run("\(named) --language \(language)")
      #expect(run.output.contains(words), "\(run.output)\(run.errors)")
    }
  }

  /// Answers in which nothing is known, in the place of those that know something.
  @Sendable private static func denying(_ text: String) -> String {
    guard let answer = try? JSON(parsing: text) else { return text }
    let answers = (answer.array ?? [answer]).map { answer in
      var answer = answer.object ?? [:]
      answer["result"] = .null
      return JSON.object(answer)
    }
    return (answer.array == nil ? answers[0] : .array(answers)).serialized()
  }

  @Test("and a transaction that the first endpoint denies is found at the others")
  func denied() async throws {
    let (home, hash) = try await market()
    let liar = try second(
      of: home, tells: Self.denying, to: "eth_getTransaction")
    let honest = try second(of: home, lies: false)
    let line =
      "tx show \(hash) --outbox \(home.file("none.sqlite")) --endpoint \(liar.url) --endpoint \(home.chain.url) "
      + "--endpoint \(honest.url) --quorum 2"
    let found = try await home.json(line)
    #expect(found["status"] == "succeeded" && found["disputed"] == [], "\(found)")
    #expect(found["contradiction"]?.string?.contains("– (\(Self.host(liar.url)))") == true, "\(found)")
  }

  @Test("change neither value nor receiver of what was signed: the node is named as contradicting it")
  func signed() async throws {
    let (home, hash) = try await market()
    let liar = try second(
      of: home, tells: { $0.replacing(#""value":"0x8ac7230489e80000""#, with: #""value":"0x1""#) },
      to: "eth_getTransactionByHash")
    let json = try await home.json("tx show \(hash) --endpoint \(liar.url)")
    #expect(json["value"]?["value"] == "10" && json["disputed"] == [], "\(json)")
    #expect(json["contradiction"]?.string?.hasPrefix("value: signed 10 KLAY, the node tells ") == true, "\(json)")
  }

  @Test("are told with no fee of gas that cannot be", arguments: [#""gasUsed":"0x1""#, #""gasUsed":"0xffffffff""#])
  func gas(used: String) async throws {
    let (home, hash) = try await market()
    let liar = try second(
      of: home, tells: { $0.replacing(#/"gasUsed":"0x[0-9a-f]+"/#, with: used) }, to: "eth_getTransactionReceipt")
    let json = try await home.json("tx show \(hash) --endpoint \(liar.url)")
    #expect(json["fee"] == .null && json["gasUsed"] == .null, "\(json)")
    #expect(json["disputed"] == ["gasUsed", "fee"], "\(json)")
    #expect(json["contradiction"]?.string?.contains("which cannot be") == true, "\(json)")
    let history = try await home.json("history --from student --endpoint \(liar.url)")
    #expect(history["entries"]?[0]?["fee"] == .null && history["fees"] == .null, "\(history)")
    #expect(history["entries"]?[0]?["objections"] == ["impossibleGas"], "\(history)")
  }

  @Test("are listed once where a node doubles them, and marked")
  func doubled() async throws {
    let (home, _) = try await market()
    let liar = try second(
      of: home,
      tells: { text in
        guard let json = try? JSON(parsing: Array(text.utf8)), let logs = json["result"]?.array, !logs.isEmpty,
          var answer = json.object
        else { return text }
        let again = logs.map { log in
          var log = log.object ?? [:]
          log["logIndex"] = "0x7"
          return JSON.object(log)
        }
        answer["result"] = .array(logs + again)
        return String(decoding: JSON.object(answer).serializedBytes(), as: UTF8.self)
      }, to: "eth_getLogs")
    let json = try await home.json("history --from student --endpoint \(liar.url)")
    #expect(json["entries"]?.array?.count == 1, "\(json)")
    #expect(json["entries"]?[0]?["objections"] == ["toldTwice"], "\(json)")
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
    #expect(agreed["title"] == "Swift", "\(agreed)")
    let run = await home.run("\(line) \(liar.url)")
    #expect(run.status == .nodeUnavailable && run.errors.contains("undecided"), "\(run.errors)")
    #expect(run.errors.contains("1 of 2 endpoints: It is good."), "\(run.errors)")
    let undecided = try JSON(parsing: await home.run("\(line) \(liar.url) --json").output)
    #expect(undecided["error"]?["code"] == "receiptUndecided", "\(undecided)")
    #expect(undecided["result"]?["good"] == .null && undecided["result"]?["mismatches"] == [], "\(undecided)")
    let other = try second(of: home, lies: true)
    let bad = await home.run(
      "receipt check \(link) --quorum 2 --endpoint \(liar.url) --endpoint \(other.url)")
    #expect(bad.status == .failure && bad.errors.contains("paid 99 KLAY"), "\(bad.errors)")
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
