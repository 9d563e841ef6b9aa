import ChainSupport
import Keys
import Keystores
import LectureKit
import Localization
import Primitives
import StrictJSON
import Testing

@testable import LecturesCommand

@Suite("Receipts of purchases", .timeLimit(.minutes(20)))
struct ReceiptCommandTests {
  private static func sample() throws -> PurchaseReceipt {
    let price = try Price(klay: 10)
    return PurchaseReceipt(
      chainID: 31_337, contract: .zero, lecture: 3, run: 1, student: Address(truncating: 7), price: price,
      transaction: .zero, block: 5)
  }

  @Test("are read as they are written, as a link and as JSON; anything else is refused")
  func reading() throws {
    let receipt = try Self.sample()
    #expect(try PurchaseReceipt(parsing: receipt.link) == receipt)
    #expect(try PurchaseReceipt(parsing: receipt.json.serialized()) == receipt)
    let link = receipt.link
    for (text, told) in [
      ("", "neither"), ("[]", "neither"), ("{}", "has no chain"), (#"{"chain":31337}"#, "no text"),
      (link + "&block=6", "twice"), (link + "&more=1", "not known"), (link.replacing("&run=1", with: ""), "has no run"),
      (link.replacing("run=1", with: "run=-1"), "run cannot"), (link.replacing("price=10", with: "price=0"), "price"),
      (link.replacing("price=10", with: "price=1e3"), "price"),
      (link.replacing("chain=31337", with: "chain="), "chain"),
      (link.replacing("lecture=3", with: "lecture=0x3"), "lecture cannot"),
      (link.replacing("0x00", with: "0x0"), "cannot be read"), (link + String(repeating: "x", count: 2_000), "longer"),
    ] {
      let error = #expect(throws: LectureError.self, "\(text)") { try PurchaseReceipt(parsing: text) }
      #expect(
        error?.code == .invalidReceipt && error?.reason?.contains(told) == true, "\(text): \(error?.reason ?? "")")
    }
  }

  @Test("of a purchase are good by file, picture and link; a forged member, another chain and a reclaim are told")
  func checking() async throws {
    let home = try await MarketHome()
    try await home.done(
      "create --price 10 --title Swift --from teacher --yes", "create --price 3 --from teacher --yes",
      "purchase 0 --price 10 --from student --yes", "settle 0 --from owner --yes",
      "reopen 0 --price 12 --from teacher --yes")
    // The run that was bought, not the present one.
    #expect(try await home.json("receipt 0 --from student")["receipt"]?["run"] == "0")
    try await home.done("purchase 0 --price 12 --from owner --yes")
    // Each bought the other's run.
    for (name, run, bought) in [("student", 1, 0), ("owner", 0, 1)] {
      let line = "receipt 0 --run \(run) --from \(name)"
      let errors = await home.run(line).errors
      for part in ["has not bought run \(run) of lecture 0", "It bought run \(bought).", "--run \(bought)"] {
        #expect(errors.contains(part), "\(part): \(errors)")
      }
      #expect(try await home.json(line)["code"] == "lecture.otherRunBought")
    }
    try await home.done("purchase 0 --price 12 --from student --yes")
    let (file, picture) = (home.file("receipt.json"), home.file("receipt.png"))
    let made = try await home.json("receipt 0 --from student --output \(file)")
    let link = try #require(made["link"]?.string)
    try await home.done("receipt make 0 --from student --output \(picture)")
    for source in [file, picture, link] {
      let good = try await home.json("receipt check \(source)")
      #expect(good["title"] == "Swift" && good["receipt"]?["title"] == nil, "\(good)")
      #expect(good["good"] == true && good["receipt"]?["price"] == "12" && good["receipt"]?["run"] == "1", "\(good)")
    }
    let first = try #require(try await home.json("receipt make 0 --run 0 --from student")["link"]?.string)
    #expect(try await home.json("receipt check \(first)")["good"] == true)
    let receipt = try PurchaseReceipt(parsing: link)
    for line in ["receipt 0 --from student", "receipt check \(link)"] {
      let named = await home.run(line)
      #expect(named.output.contains("Lecture 0: Swift"), "\(named.output)\(named.errors)")
      #expect(!named.output.contains("claims"), "\(named.output)")
    }
    let foreign = await home.run("receipt check \(link.replacing("chain=31337", with: "chain=8217")) --json")
    #expect(try JSON(parsing: foreign.output)["result"]?["title"] == .null, "\(foreign.output)")
    let forged = [
      ("lecture=0", "lecture=1", "bought lecture 0"), ("run=1", "run=0", "bought run 1"),
      ("price=12", "price=3", "paid 12 KLAY"), ("block=\(receipt.block)", "block=1", "is in block \(receipt.block)"),
      ("chain=31337", "chain=8217", "another chain: this one is 31337"),
      (receipt.student.checksummed, receipt.contract.checksummed, "bought it for \(receipt.student)"),
      ("contract=\(receipt.contract)", "contract=\(receipt.student)", "another contract"),
      (receipt.transaction.hex, Hash32.zero.hex, "No block"),
      (receipt.transaction.hex, try PurchaseReceipt(parsing: first).transaction.hex, "bought run 0"),
    ]
    for (part, other, told) in forged {
      let run = await home.run("receipt check \(link.replacing(part, with: other))")
      #expect(run.status == .failure && run.errors.contains(told), "\(part): \(run.errors)")
      // Its claims stand apart from what they were held against, and without a title that the chain has.
      let parts = run.output.split(separator: "The chain says").map(String.init)
      #expect(parts.count == 2 && parts[0].contains("The receipt claims"), "\(part): \(run.output)")
      #expect(parts.last?.contains(told) == true && !parts[0].contains(": Swift"), "\(part): \(run.output)")
    }
    let other = await home.run("receipt 1 --from student")
    #expect(other.status == .refused && other.errors.contains("has not bought lecture 1."), "\(other.errors)")
    try await home.chain.advance(seconds: 91 * 86_400)
    try await home.done("reclaim 0 --from student --yes")
    #expect(await home.run("receipt check \(file)").errors.contains("taken back since"))
    try await expectNone(of: home, run: 1, besides: 0)
  }

  /// Expects that no receipt is made of a run that the student was paid back, and one of another by itself.
  private func expectNone(of home: MarketHome, run: Int, besides other: Int) async throws {
    let path = home.file("none.json")
    let refused = await home.run("receipt 0 --run \(run) --from student --output \(path)")
    #expect(refused.status == .refused && refused.output.isEmpty, "\(refused.output)\(refused.errors)")
    for part in ["for run \(run) of lecture 0 was taken back in block", "nothing to prove", "--run \(other)"] {
      #expect(refused.errors.contains(part), "\(part): \(refused.errors)")
    }
    #expect(try await home.json("receipt 0 --run \(run) --from student")["code"] == "lecture.paidBack")
    #expect(try await home.json("receipt 0 --from student --output \(path)")["receipt"]?["run"] == "\(other)")
    // Nothing was in its place before.
    #expect(await home.run("receipt check \(path)").status == .success)
  }

  @Test("of a run that is not there are refused with the runs that there are; a link and a description too")
  func unknownRun() async throws {
    let home = try await MarketHome()
    try PrivateFile.replace(home.file("text.json"), with: Array(#"{"texts": {"en": "Soil"}}"#.utf8))
    let describe = "describe 0 --file \(home.file("text.json")) --from teacher --run"
    try await home.done("create --price 10 --from teacher --yes", "purchase 0 --price 10 --from student --yes")
    func expectRefused(_ line: String, _ run: Int, _ runs: String) async {
      let refused = await home.run("\(line) \(run)")
      #expect(
        refused.status == .refused && refused.errors.contains("Lecture 0 has no run \(run) yet.\n  \(runs)\n"),
        "\(line): \(refused.output)\(refused.errors)")
    }
    let ofStudent = ["receipt 0 --from student --run", "link 0 --from student --site http://127.0.0.1:1 --run"]
    for line in ofStudent { await expectRefused(line, 1, "Its only run is run 0.") }
    await expectRefused(describe, 2, "Its only run is run 0.")
    try await home.done("settle 0 --from owner --yes", "reopen 0 --price 12 --from teacher --yes")
    for line in ofStudent + [describe] { await expectRefused(line, 7, "It has the runs 0 to 1.") }
    // The next run is described before it is opened.
    try await home.done("\(describe) 2")
  }

  @Test("speak Korean and Ukrainian", arguments: [Language.korean, .ukrainian])
  func languages(language: Language) async throws {
    let home = try await MarketHome()
    try await home.done("create --price 10 --from teacher --yes", "purchase 0 --price 10 --from student --yes")
    let link = try #require(try await home.json("receipt 0 --from student")["link"]?.string)
    for line in [
      "receipt 0 --from student", "receipt check \(link)",
      "receipt check \(link.replacing("price=10", with: "price=9"))",
      "receipt check lectures:receipt?x=1", "receipt 0 --from owner",
    ] {
      let run = await home.run("\(line) --language \(language.rawValue)")
      #expect(ForeignWords.of(run.output + run.errors) == [], "\(line): \(run.output)\(run.errors)")
    }
    try await home.chain.advance(seconds: 91 * 86_400)
    try await home.done(
      "reclaim 0 --from student --yes", "settle 0 --from owner --yes", "reopen 0 --price 3 --from teacher --yes")
    for (run, word) in [(0, language == .korean ? "블록" : "блоці"), (1, language == .korean ? "0회차" : "набір 0")] {
      let refused = await home.run("receipt 0 --run \(run) --from student --language \(language.rawValue)")
      #expect(refused.status == .refused && refused.errors.contains(word), "\(refused.errors)")
      #expect(ForeignWords.of(refused.errors) == [], "\(refused.errors)")
    }
  }
}
