import ContractClient
import HTTPTypes
import Keys
import LectureKit
import Localization
import Markup
import Operations
import Primitives
import Sending
import Testing

@testable import WebApp

@Suite("Pages of refusals", .timeLimit(.minutes(20)))
struct RefusalPageTests {
  private static let codes = [
    "lecture.closed", "lecture.boughtAlready", "lecture.ratedAlready", "lecture.notStudent", "lecture.ownLecture",
    "lecture.otherRunBought", "lecture.paidBack",
    "lecture.notTeacher", "lecture.notOwner", "lecture.unknownLecture", "lecture.runChanged", "lecture.priceChanged",
    "lecture.stillOpen", "lecture.refused", "contract.reverted", "exchange.orderGone", "exchange.expired",
    "exchange.makerUnfunded", "exchange.notFilled", "exchange.priceMoved", "exchange.slippage", "exchange.balance",
    "exchange.allowance", "sending.notEnoughForValue",
  ]

  @Test("of purchases, ratings, settlements and deals end in a sentence, and lead on", arguments: codes)
  func sentences(_ code: String) async throws {
    let failure = FailureText(
      code: code, message: "m", reason: "says ‘closed’", call: "purchaseLecture(0)", advice: nil, kind: .refused)
    let advice = try #require(PageAdvice(failure))
    for language in Language.allCases {
      let sentence = language[advice]
      #expect(sentence.hasSuffix(".") && !sentence.contains("(") && PageAdvice.withoutCommands(sentence) != nil)
    }
    let visit = try await SiteFixture.open().visit("/lectures/12/buy")
    let step = try #require(NextStep(after: advice, visit))
    #expect(step.target.text.hasPrefix("/") && !step.text.isEmpty)
  }

  @Test("of a fee payer that is away speak of no node, and name the other way", arguments: Language.allCases)
  func payerAway(_ language: Language) throws {
    let failure = FailureText(
      code: "delegation.unreachable", message: "m", reason: "r", call: nil, advice: nil, kind: .node)
    let words = try #require(PageAdvice.words(after: failure, in: language))
    #expect(words == language[PageAdvice.waitsForPayer] && words != language[PageAdvice.startsNode])
  }

  @Test("of a fee payer that is busy are its own: when to try again, and nothing of paying oneself")
  func payerBusy() {
    let failure = FailureText(
      code: "delegation.busy", message: "m", reason: "r", call: nil, advice: "Try again in 7 seconds.", kind: .node)
    #expect(PageAdvice.words(after: failure, in: .english) == "Try again in 7 seconds.")
  }

  @Test(
    "of a relay that is busy or away speak of no node, and of no order: there need not be one",
    arguments: ["relay.busy", "relay.unreachable"])
  func relayAway(_ code: String) throws {
    let failure = FailureText(code: code, message: "m", reason: "r", call: nil, advice: nil, kind: .node)
    for language in Language.allCases {
      let words = try #require(PageAdvice.words(after: failure, in: language))
      #expect(words == language[PageAdvice.waitsForRelay] && words != language[PageAdvice.startsNode])
      for order in ["order", "주문", "ордер"] { #expect(!words.contains(order)) }
    }
  }

  @Test(
    "of a relay never say that nothing was sent: it may have the order all the same",
    arguments: ["relay.refused", "relay.busy", "relay.unreachable", "relay.malformed"])
  func relayMayHave(_ code: String) async throws {
    let fixture = try await SiteFixture.open()
    defer { withExtendedLifetime(fixture) {} }
    for language in Language.allCases {
      let visit = try fixture.visit("/exchange/TKA-WKLAY/post", in: language)
      func shown(_ code: String) -> String {
        let failure = FailureText(code: code, message: "m", reason: "r", call: nil, advice: nil, kind: .refused)
        let content = FailurePage.content(of: failure, visit, isSent: false)
        return Element("div") { content }.text(.html)
      }
      let nothing = language[LayoutText.nothingSent]
      let (ofRelay, other) = (shown(code), shown("exchange.noContract"))
      #expect(ofRelay.contains(code) && !ofRelay.contains(nothing), "\(ofRelay)")
      #expect(other.contains(nothing), "\(other)")
    }
  }

  @Test("have the words of the contract behind their own, for who helps, and a link to what is next")
  func page() async throws {
    let own = try await SiteFixture.open()
    let lecture = try await own.openLecture("Soil")
    let student = try #require(own.keys["student"])
    _ = try await own.client.planPurchase(lecture, from: student.address).send(from: student)
    let teacher = try await PlatformFixture(own).browser(of: "teacher")
    let stranger = try await PlatformFixture(own).browser(of: "student")
    for (browser, action, words, link) in [
      (teacher, "buy", "your own lecture", "/mine/teaching"), (stranger, "settle", "Ask your school", "/lectures"),
    ] {
      let page = await browser.post("/lectures/\(lecture)/\(action)")
      let parts = page.text.split(separator: "<details", maxSplits: 1).map(String.init)
      let shown = try #require(parts.first)
      #expect(page.status == 409 && shown.contains(words) && !shown.contains("lecture.own"), "\(page.text)")
      let main = page.text.matches(of: /<a [^>]*>/).map { String($0.output) }.first { $0.contains("button main") }
      #expect(main?.contains("href=\"\(link)\"") == true, "\(page.text)")
    }
  }

  @Test(
    "without a contract ask for an invitation and take it there, whether a node answers or not",
    arguments: Language.allCases)
  func noContract(language: Language) async throws {
    let own = try await SiteFixture.open()
    for fixture in [own, own.withoutNode()] {
      try fixture.site.reread([.contract])
      let browser = try await fixture.browser()
      for path in ["/lectures", "/lectures/0", "/mine", "/teach/new"] {
        let page = await browser.get(path, language: language).text
        #expect(page.contains("<h1>\(language[JoinPageText.noSchool])</h1>"), "\(page)")
        #expect(page.contains(language[PageAdvice.getsInvitation]), "\(page)")
        #expect(page.contains("action=\"/join\"") && page.contains("href=\"/scan\" class=\"button\""), "\(page)")
        // There cannot be a list of lectures.
        #expect(!page.contains(language[LayoutText.home]), "\(page)")
      }
    }
  }
}
