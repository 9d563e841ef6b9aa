import ChainSupport
import Database
import Foundation
import Localization
import NodeRPC
import Primitives
import StrictJSON
import Testing

@testable import LecturesCommand

@Suite("Commands that read the index", .timeLimit(.minutes(20)))
struct IndexReadingTests {
  private static let lines = [
    "list", "list --open", "list --search s --sort rating", "list --sort students", "mine --from student",
    "mine --from teacher", "mine --teaching --from teacher", "mine --teaching --from student",
    "history --from student", "history --from teacher", "history --from owner",
  ]

  /// A market with lectures in several runs, ratings, settlements, a payment that was taken back, and a new purchase.
  private func market() async throws -> MarketHome {
    let home = try await MarketHome()
    try await home.done(
      "create --price 10 --title Swift --from teacher --yes", "create --price 3 --title Soil --from teacher --yes",
      "create --price 4 --title Stars --from owner --yes", "purchase 0 --price 10 --from student --yes",
      "purchase 2 --price 4 --from student --yes", "evaluate 0 --scores 100,80,34,77,99 --from student --yes",
      "settle 0 --from owner --yes")
    try await home.chain.advance(seconds: 8 * 86_400)
    try await home.done(
      "reopen 0 --price 12 --from teacher --yes", "purchase 0 --price 12 --from student --yes",
      "purchase 1 --price 3 --from student --yes", "evaluate 1 --scores 50,60,70,80,90 --from student --yes")
    try await home.chain.advance(seconds: 91 * 86_400)
    try await home.done("reclaim 2 --from student --yes", "reclaim 1 --from student --yes")
    return home
  }

  /// An answer without the block that it is as of.
  private func answer(_ json: JSON) -> JSON {
    var object = json.object ?? [:]
    object["asOf"] = nil
    return .object(object)
  }

  @Test("answer as they do from the node, and say as of which block")
  func same() async throws {
    let home = try await market()
    let file = home.file("index.sqlite")
    let head = try #require(try await home.json("index run --once --database \(file)")["block"])
    for line in Self.lines {
      let (node, index) = (try await home.json(line), try await home.json("\(line) --index \(file)"))
      #expect(node["asOf"] == .null && index["asOf"]?["block"] == head, "\(line): \(index)")
      #expect(answer(node) == answer(index), "\(line): \(node) \(index)")
      let text = await home.run("\(line) --index \(file)")
      #expect(text.output.contains("from the index") && text.errors.isEmpty, "\(line): \(text.output) \(text.errors)")
    }
    #expect(try await home.json("history --from student --index \(file)")["entries"]?.array?.count == 8)
    // The setting is the option's equal.
    try await home.done("config set index \(file)")
    #expect(try await home.json("list")["asOf"]?["block"] == head)
    #expect(try await home.json("index status")["file"] == .string(file))
    // An index is one contract's.
    let other = try await home.json("contract deploy LectureMarket --from owner --yes --no-keep")["contract"]?.string
    if let other { #expect(try await home.json("list --contract \(other)")["asOf"] == .null) }
  }

  @Test("ask the node, and say why, where the index is missing, empty, damaged, old or of another chain")
  func fallback() async throws {
    let home = try await market()
    let (file, damaged) = (home.file("index.sqlite"), home.file("damaged.sqlite"))
    let told = answer(try await home.json("list"))
    func falls(_ path: String, because reason: String) async throws {
      let run = await home.run("list --index \(path)")
      #expect(run.status == .success && run.errors.contains(reason), "\(run.errors)")
      #expect(run.errors.contains("the node is asked"), "\(run.errors)")
      let json = try await home.json("list --index \(path)")
      #expect(json["asOf"] == .null && answer(json) == told, "\(json)")
    }
    try await falls(home.file("none.sqlite"), because: "There is no index")
    try "no database at all".write(toFile: damaged, atomically: false, encoding: .utf8)
    try await falls(damaged, because: "cannot be used")
    try Data().write(to: URL(fileURLWithPath: home.file("empty.sqlite")))
    try await falls(home.file("empty.sqlite"), because: "There is no index")
    try await home.done("index run --once --database \(file)")
    try await home.tamper(file, "UPDATE head SET checked = 1")
    try await falls(file, because: "not up to date")
    try await home.done("index run --once --database \(file)")
    try await home.tamper(file, "UPDATE head SET hash = zeroblob(32)")
    try await falls(file, because: "is not the node's")
  }

  @Test("show what was just done to who did it, though the index has not read it yet")
  func justBought() async throws {
    let home = try await market()
    let file = home.file("index.sqlite")
    let head = try #require(try await home.json("index run --once --database \(file)")["block"])
    // A block without an event of the contract is no reason to ask the node.
    try await home.chain.advance(seconds: 1)
    #expect(try await home.json("mine --from student --index \(file)")["asOf"]?["block"] == head)
    try await home.done("purchase 0 --price 12 --from owner --yes")
    for line in ["mine --from owner", "history --from owner", "mine --teaching --from teacher"] {
      let (node, index) = (try await home.json(line), try await home.json("\(line) --index \(file)"))
      #expect(node == index && index["asOf"] == .null, "\(line): \(index)")
      #expect(await home.run("\(line) --index \(file)").errors.isEmpty, "\(line)")
    }
    #expect(await home.run("mine --from owner --index \(file)").output.contains("Swift"))
    #expect(try await home.json("list --index \(file)")["asOf"]?["block"] == head)
  }

  @Test("refuse the index of another contract")
  func another() async throws {
    let (home, other) = (try await MarketHome(), try await MarketHome())
    let file = home.file("index.sqlite")
    try await home.done("index run --once --database \(file)")
    try await home.tamper(file, "UPDATE source SET address = zeroblob(20)")
    let run = await home.run("list --index \(file)")
    #expect(run.status == .wrongChain && run.errors.contains("of another contract"), "\(run.errors)")
    let foreign = await other.run("list --index \(file)")
    #expect(foreign.status == .wrongChain, "\(foreign.errors)")
  }

  @Test("are not served as pages out of an index of a chain that was started anew")
  func startedAnew() async throws {
    let home = try await MarketHome()
    let file = home.file("index.sqlite")
    try await home.done("index run --once --database \(file)")
    // The budgets are refused after the index was looked at, so that nothing is served.
    let line =
      "web --platform --public-url http://school.localhost:7789 --port 0 --fee-service http://127.0.0.1:1"
      + " --fee-budgets 1 --database \(home.file("platform.sqlite")) --index \(file)"
    let served = await home.run(line)
    #expect(served.status == .usage, "\(served.errors)")
    try await home.tamper(file, "UPDATE block SET hash = zeroblob(32)")
    try await home.tamper(file, "UPDATE head SET hash = zeroblob(32)")
    for (language, words) in [("en", "of another chain"), ("ko", "다른 체인"), ("uk", "іншого ланцюга")] {
      let run = await home.run("\(line) --language \(language)")
      #expect(run.status == .wrongChain && run.errors.contains(words), "\(run.errors)")
    }
  }

  @Test("are refused another first block by an index that has begun")
  func firstBlock() async throws {
    let home = try await MarketHome()
    let begun = try await home.json("index run --once")
    #expect(begun["block"] != .null, "\(begun)")
    let other = await home.run("index run --once --from-block 99")
    #expect(other.status == .usage && other.errors.contains("begins with block"), "\(other.errors)")
    for language in ["ko", "uk"] {
      let run = await home.run("index run --once --from-block 99 --language \(language)")
      #expect(run.status == .usage && ForeignWords.of(run.errors) == [], "\(run.errors)")
    }
  }

  @Test("verify everything with --all, and find a record that was changed")
  func records() async throws {
    let home = try await market()
    let file = home.file("index.sqlite")
    try await home.done("index run --once --database \(file)")
    let whole = try await home.json("index verify --all --database \(file)")
    #expect(whole["differences"] == [] && whole["all"] == true && whole["records"] == 9, "\(whole)")
    #expect(whole["unfiltered"] == .null && whole["unhashed"] == .null, "\(whole)")
    for (change, about, field) in [
      ("UPDATE rating SET content = 1 WHERE lecture = 0", "purchase", "scores"),
      ("UPDATE purchase SET time = 5 WHERE lecture = 0", "purchase", "boughtAt"),
      ("UPDATE settlement SET teacherPaid = 0", "settlement", "payments"),
      ("UPDATE run SET price = 77 WHERE run = 0 AND lecture = 0", "run", "price"),
      ("UPDATE event SET data = zeroblob(32) WHERE kind = 'PurchasingLecture'", "event", "data"),
    ] {
      let copy = home.file("\(about)-\(field).sqlite")
      try await home.done("index run --once --database \(copy)")
      try await home.tamper(copy, change)
      let run = await home.run("index verify --database \(copy) --json")
      let found = try JSON(parsing: run.output)["result"]?["differences"]?.array ?? []
      #expect(run.status == .failure, "\(run.output)")
      #expect(found.contains { $0["about"] == .string(about) && $0["field"] == .string(field) }, "\(run.output)")
    }
  }
}

extension MarketHome {
  /// Changes a row of an index by hand.
  fileprivate func tamper(_ path: String, _ sql: String) async throws {
    _ = try await DatabaseFile(path).write { try $0.execute(sql) }
  }
}
