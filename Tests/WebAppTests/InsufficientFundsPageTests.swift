import ChainSupport
import Foundation
import Keys
import LectureKit
import Localization
import Markup
import NodeRPC
import Operations
import Primitives
import Sending
import StrictJSON
import Testing

@testable import WebApp

@Suite("Too little money, on pages", .timeLimit(.minutes(20)))
struct InsufficientFundsPageTests {
  /// The request of an account for what it lacks, as a page leads to it, and the amount that it asks for.
  private func request(of name: String, on page: String) throws -> (path: String, amount: Amount) {
    let links = page.matches(of: /href="([^"]*)"/).map { String($0.output.1).replacing("&amp;", with: "&") }
    let path = try #require(links.first { $0.hasPrefix("/wallets/\(name)/receive?") }, "\(page)")
    let query = try #require(FormFields(parsing: Array(path.split(separator: "?")[1].utf8)))
    return (path, try Amount(parsing: try #require(query["amount"]), unit: .klay))
  }

  @Test("for a lecture: what is asked for is enough for price and fee, and leads back to the purchase")
  func purchase() async throws {
    let fixture = try await SiteFixture.open()
    let lecture = try await fixture.openLecture("Dear", price: 2_000)
    let browser = try await fixture.browser()
    let page = await browser.post("/lectures/\(lecture)/buy").text
    #expect(page.contains("Not enough money") && page.contains("1000 KLAY"), "\(page)")
    #expect(
      page.contains("Needed at most") && page.contains("of rating it later") && !page.contains("comes on top"),
      "\(page)")
    #expect(page.components(separatedBy: "Nothing was sent").count == 2)
    let (path, missing) = try request(of: "student", on: page)
    #expect(missing > .klay(1_000) && missing < .klay(1_001), "\(missing)")
    let receive = await browser.get(path)
    #expect(receive.status == 200)
    let back = "/lectures/\(lecture)/buy"
    #expect(receive.text.contains("href=\"\(back)\" class=\"button\">Back to the purchase</a>"), "\(receive.text)")
    #expect(receive.text.contains("name=\"back\" value=\"\(back)\""), "\(receive.text)")
    #expect(await browser.get(back).location == "/lectures/\(lecture)")
    try await fixture.chain.fund(try #require(fixture.keys["student"]).address, missing)
    let review = try #require(await browser.post(back).location)
    let bought = try await browser.follow("\(review)/confirm", ["password": SiteFixture.password])
    #expect(bought.text.contains("It is done"), "\(bought.text)")
    // It is enough for the rating, too.
    let scores = Dictionary(uniqueKeysWithValues: [100, 80, 34, 77, 99].enumerated().map { ("score-\($0)", "\($1)") })
    #expect(await browser.post("/lectures/\(lecture)/rate", scores).location?.hasPrefix("/proposals/") == true)
  }

  @Test("for a rating: the way back leads to the form with its scores, of which an address fills in nothing else")
  func rating() async throws {
    let fixture = try await SiteFixture.open()
    let lecture = try await fixture.openLecture("Rated")
    let student = try #require(fixture.keys["student"])
    _ = try await fixture.client.planPurchase(lecture, from: student.address).send(from: student)
    _ = try await fixture.chain.node.call("anvil_setBalance", [.string(student.address.checksummed), "0x1"])
    let browser = try await fixture.browser()
    let scores = [100, 80, 34, 77, 0]
    let typed = Dictionary(uniqueKeysWithValues: scores.enumerated().map { ("score-\($0)", "\($1)") })
    let page = await browser.post("/lectures/\(lecture)/rate", typed).text
    let (path, missing) = try request(of: "student", on: page)
    let receive = await browser.get(path).text
    let query = scores.enumerated().map { "score-\($0)=\($1)" }
    let back = "/lectures/\(lecture)/rate?" + query.joined(separator: "&amp;")
    #expect(receive.contains("href=\"\(back)\" class=\"button\">Back to the rating</a>"), "\(receive)")
    let form = await browser.get(back.replacing("&amp;", with: "&")).text
    for (index, score) in scores.enumerated() {
      #expect(form.contains("name=\"score-\(index)\" value=\"\(score)\""), "\(form)")
    }
    for wrong in ["101", "-1", "x", "1.5", "", "9223372036854775808"] {
      let other = await browser.get("/lectures/\(lecture)/rate?score-0=\(wrong)").text
      #expect(other.contains("name=\"score-0\" value=\"\""), "\(other)")
    }
    try await fixture.chain.fund(student.address, missing)
    try await fixture.chain.fund(student.address, .klay(1))
    let review = try #require(await browser.post("/lectures/\(lecture)/rate", typed).location)
    // The way back from the review has them, too.
    #expect(await browser.get(review).text.contains("href=\"\(back)\""))
  }

  @Test("for a payment: the request is that wallet's, and leads back to the form with what was typed")
  func transfer() async throws {
    let fixture = try await SiteFixture.open()
    let browser = try await fixture.browser()
    let typed = ["to": "student", "amount": "5000"]
    let (path, missing) = try request(of: "teacher", on: await browser.post("/wallets/teacher/send", typed).text)
    let receive = await browser.get(path).text
    #expect(
      receive.contains("href=\"/wallets/teacher/send?to=student&amp;amount=5000\""), "\(receive)")
    #expect(await browser.get("/wallets/teacher/send?to=student&amount=5000").text.contains("value=\"5000\""))
    try await fixture.chain.fund(try #require(fixture.keys["teacher"]).address, missing)
    #expect(await browser.post("/wallets/teacher/send", typed).location?.hasPrefix("/proposals/") == true)
  }

  @Test("a fee of more than a coin is asked of nobody, whatever a node says")
  func absurdFee() async throws {
    let fixture = try await SiteFixture.open()
    let place = try await fixture.visit().connection()
    let student = try #require(fixture.keys["student"]).address
    var options = SendOptions()
    var fees: [Amount?] = []
    for price: UInt256 in [1_000_000_000, 1_000_000_000_000_000_000] {
      options.fees.chosen = .legacy(gasPrice: price)
      fees.append(try await LectureActions.mostFee(of: LectureActions.purchase, by: student, at: place, options))
    }
    #expect(fees == [Amount(wei: 131_234_000_000_000), nil])
  }

  @Test("a page of another server is none to go back to")
  func elsewhere() async throws {
    let browser = try await SiteFixture.open().browser()
    for back in ["//evil.example", "https://evil.example/", "javascript:alert(1)"] {
      let page = await browser.get("/wallets/student/receive?amount=1&back=\(PercentCoding.encoded(back))")
      #expect(page.status == 200 && !page.text.contains("evil.example\"") && !page.text.contains("name=\"back\""))
    }
  }

  @Test("with every digit, so that the sums add up, however little is missing", arguments: Language.allCases)
  func exact(language: Language) async throws {
    let fixture = try await SiteFixture.open()
    defer { withExtendedLifetime(fixture) {} }
    let visit = try fixture.visit("/wallets/student/send", values: ["name": "student"], in: language)
    let needed = Amount(wei: 10_000_000_000_000_000_000)
    let held = Amount(wei: 9_999_990_000_000_000_001)
    let error = SendingError(
      .notEnoughForGas, "m", facts: .shortage(needed: needed, held: held, .klay))
    let missing = try #require(await InsufficientFunds(error, visit))
    let back = PercentCoding.encoded("/wallets/student/send")
    #expect(missing.step?.target.text == "/wallets/student/receive?amount=0.000009999999999999&back=\(back)")
    #expect(missing.step?.text.contains(language.decimal("0.000009999999999999 KLAY")) == true)
    var page = ""
    if case .bytes(let bytes) = await visit.answer(Page("m", nil) { missing.facts }).body {
      page = String(decoding: bytes, as: UTF8.self)
    }
    for amount in ["10 KLAY", "9.999990000000000001 KLAY", "0.000009999999999999 KLAY"] {
      #expect(page.contains(">\(language.decimal(amount))<"), "\(page)")
    }
    let without = await InsufficientFunds(SendingError(.notEnoughForGas, "m"), visit)
    #expect(without == nil)
  }

  @Test("that nothing was sent is said once, in every language", arguments: Language.allCases)
  func once(language: Language) async throws {
    let visit = try await SiteFixture.open().visit("/lectures/0/buy", in: language)
    let nothing = language[LayoutText.nothingSent]
    for reason in [nil, nothing, "x"] {
      let text = FailureText(
        code: "sending.notEnoughForValue", message: "m", reason: reason, call: nil, advice: nil, kind: .refused)
      let page = Page("m", nil) { FailurePage.content(of: text, visit, isSent: false) }
      var shown = ""
      if case .bytes(let bytes) = await visit.answer(page).body { shown = String(decoding: bytes, as: UTF8.self) }
      #expect(shown.components(separatedBy: nothing).count == 2)
    }
    // Above it stands the message, which may say it, too.
    let text = FailureText(code: "x", message: "m", reason: nil, call: nil, advice: nil, kind: .refused)
    for title in ["It is so. \(nothing)", "It is so; \(nothing.lowercased())"] {
      let content = FailurePage.content(of: text, visit, below: title, isSent: false)
      #expect(!Element("div") { content }.text(.html).contains(nothing))
    }
  }
}
