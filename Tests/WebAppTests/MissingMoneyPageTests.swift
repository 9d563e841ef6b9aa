import Foundation
import Keys
import Localization
import Markup
import Primitives
import Sending
import Testing

@testable import WebApp

@Suite("Too little money, on pages", .timeLimit(.minutes(20)))
struct MissingMoneyPageTests {
  @Test("for a lecture: what is missing is told, and the account's own request for it is a click away")
  func purchase() async throws {
    let fixture = try await SiteFixture.open()
    let lecture = try await fixture.openLecture("Dear", price: 2_000)
    let browser = try await fixture.browser()
    let page = await browser.post("/lectures/\(lecture)/buy").text
    #expect(page.contains("Not enough money") && page.contains("2000 KLAY") && page.contains("1000 KLAY"), "\(page)")
    #expect(page.contains("href=\"/wallets/student/receive?amount=1000\""))
    #expect(await browser.get("/wallets/student/receive?amount=1000").status == 200)
    #expect(page.components(separatedBy: "Nothing was sent").count == 2)
  }

  @Test("for a payment from another wallet: the request is that wallet's")
  func transfer() async throws {
    let fixture = try await SiteFixture.open()
    let browser = try await fixture.browser()
    let page = await browser.post("/wallets/teacher/send", ["to": "student", "amount": "5000"]).text
    #expect(page.contains("href=\"/wallets/teacher/receive?amount="), "\(page)")
  }

  @Test("with every digit, so that the sums add up, however little is missing", arguments: Language.allCases)
  func exact(language: Language) async throws {
    let visit = try await SiteFixture.open().visit(
      "/wallets/student/send", values: ["name": "student"], in: language)
    let needed = Amount(wei: 10_000_000_000_000_000_000)
    let held = Amount(wei: 9_999_990_000_000_000_001)
    let error = SendingError(
      .notEnoughForGas, "m", facts: .shortage(needed: needed, held: held, .klay))
    let missing = try #require(MissingMoney(error, visit))
    #expect(await missing.step?.target.text == "/wallets/student/receive?amount=0.000009999999999999")
    #expect(await missing.step?.text.contains(language.decimal("0.000009999999999999 KLAY")) == true)
    var page = ""
    if case .bytes(let bytes) = await visit.answer(Page("m", nil) { missing.facts }).body {
      page = String(decoding: bytes, as: UTF8.self)
    }
    for amount in ["10 KLAY", "9.999990000000000001 KLAY", "0.000009999999999999 KLAY"] {
      #expect(page.contains(">\(language.decimal(amount))<"), "\(page)")
    }
    #expect(MissingMoney(SendingError(.notEnoughForGas, "m"), visit) == nil)
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
  }
}
