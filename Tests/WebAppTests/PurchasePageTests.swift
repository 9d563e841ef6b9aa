import ChainSupport
import ContractClient
import Foundation
import HTTPTypes
import Keys
import LectureKit
import Localization
import Locking
import Markup
import NodeRPC
import Operations
import Outbox
import Primitives
import Sending
import Testing

@testable import WebApp

@Suite("Buying and rating on pages")
struct PurchasePageTests {
  /// Sends the form of a lecture and returns the path of the review.
  private func review(_ browser: TestBrowser, _ path: String, _ fields: [String: String] = [:]) async throws -> String {
    try #require(await browser.post(path, fields).location)
  }

  @Test("a lecture is found, bought after a review, rated, and its average shown")
  func wholeWay() async throws {
    let fixture = try await SiteFixture.open()
    let number = try await fixture.openLecture("Swift for farmers")
    let browser = try await fixture.browser()
    #expect(await browser.get("/lectures?q=farmers").text.contains("Swift for farmers"))
    let list = await browser.get("/lectures").text
    #expect(list.contains("<ul class=\"filters\" aria-label=\"Order\">") && list.contains(">By price<"), "\(list)")
    let path = try await review(browser, "/lectures/\(number)/buy")
    let shown = await browser.get(path)
    #expect(shown.status == 200)
    #expect(shown.text.contains("10 KLAY"))
    #expect(try await !fixture.client.isStudent(try #require(fixture.keys["student"]).address, of: number))
    let done = try await browser.follow("\(path)/confirm", ["password": SiteFixture.password])
    #expect(done.status == 200)
    #expect(done.text.contains("It is done"))
    let intent = try #require(try await fixture.site.outbox().intents().first)
    let hash = try #require(intent.attempts.first).hash.hex
    for page in [done.text, await browser.get("/transactions/\(intent.id)").text] {
      #expect(page.contains(">\(hash)</code>"), "\(page)")
    }
    #expect(try await fixture.client.isStudent(try #require(fixture.keys["student"]).address, of: number))
    let scores = Dictionary(uniqueKeysWithValues: [100, 80, 34, 77, 99].enumerated().map { ("score-\($0)", "\($1)") })
    let rating = try await review(browser, "/lectures/\(number)/rate", scores)
    #expect(
      try await browser.follow("\(rating)/confirm", ["password": SiteFixture.password]).text.contains("It is done"))
    #expect(await browser.get("/lectures/\(number)").text.contains("78 of 100"))
    #expect(await browser.get("/transactions").text.contains("purchase"))
  }

  @Test("without a password or with a wrong one nothing is sent, and the page says where")
  func passwords() async throws {
    let fixture = try await SiteFixture.open()
    let number = try await fixture.openLecture("Soil")
    let browser = try await fixture.browser()
    let path = try await review(browser, "/lectures/\(number)/buy")
    for password in ["", "wrong"] {
      let answer = await browser.post("\(path)/confirm", ["password": password])
      #expect(answer.status == 422)
      #expect(answer.text.contains("<title>Error: "))
      #expect(answer.text.contains("href=\"#password\""))
      #expect(!answer.text.contains("value=\"wrong\""))
    }
    #expect(try await fixture.site.outbox().intents().isEmpty)
  }

  @Test("however often a button is pressed, in however many windows, a lecture is paid once")
  func onePayment() async throws {
    let fixture = try await SiteFixture.open()
    let number = try await fixture.openLecture("Once")
    let (one, other) = (try await fixture.browser(), try await fixture.browser())
    let reviews = [
      (one, try await review(one, "/lectures/\(number)/buy")), (one, try await review(one, "/lectures/\(number)/buy")),
      (other, try await review(other, "/lectures/\(number)/buy")),
    ]
    await withTaskGroup(of: Void.self) { group in
      for (browser, path) in reviews + reviews {
        group.addTask { _ = await browser.post("\(path)/confirm", ["password": SiteFixture.password]) }
      }
    }
    for (browser, path) in reviews { _ = try await browser.settled(path) }
    let student = try #require(fixture.keys["student"]).address
    #expect(try await fixture.client.students(of: number).map(\.address) == [student])
    #expect(try await fixture.client.lecture(number).escrow == .klay(10))
    #expect(try await fixture.chain.node.transactionCount(of: student, at: .latest) == 1)
  }

  @Test(
    "a review of what another tab did says that it was done before, and asks no question", arguments: Language.allCases)
  func doneElsewhere(language: Language) async throws {
    let fixture = try await SiteFixture.open()
    let number = try await fixture.openLecture("Elsewhere")
    let visit = try fixture.visit(in: language)
    let place = Link("lectures", "\(number)")
    let account = try await visit.site.account(of: visit.session)
    let requested = RequestedAction(.purchase(number), by: account, back: place, next: place)
    guard case .ready(let prepared) = try await requested.plan(false, visit) else {
      Issue.record("the purchase is not ready")
      return
    }
    let network = try await visit.connection().network
    let proposal = visit.site.proposals.add(requested, prepared, of: visit.session, on: network, isAgain: false)
    #expect(proposal.begin(0))
    // While it is sent it stands there as what is done, and not as the question.
    let sending = Element("div") { ProposalProgress(proposal: proposal, visit: visit).content }.text(.html)
    #expect(sending.contains("buy lecture \(number)") && !sending.contains("?"), "\(sending)")
    proposal.end(.success(()))
    let page = Page("m", nil) { ProposalProgress(proposal: proposal, visit: visit).content }
    guard case .bytes(let bytes) = await visit.answer(page).body else {
      Issue.record("no page")
      return
    }
    let shown = String(decoding: bytes, as: UTF8.self)
    #expect(shown.contains(language[FormText.doneEarlier]), "\(shown)")
    #expect(!shown.contains(ProposalTitle(proposal: proposal, visit: visit).text), "\(shown)")
  }

  @Test("whoever teaches a lecture is not offered to buy it; others are")
  func ownLecture() async throws {
    let fixture = try await SiteFixture.open()
    let number = try await fixture.openLecture("Mine")
    let browser = try await fixture.browser()
    let form = "action=\"/lectures/\(number)/buy\""
    #expect(await browser.get("/lectures/\(number)").text.contains(form))
    #expect(await browser.post("/wallets/teacher/use").status == 303)
    let page = await browser.get("/lectures/\(number)").text
    #expect(!page.contains(form) && page.contains("href=\"/lectures/\(number)/describe\""), "\(page)")
  }

  @Test(
    "a page that waits is read again by its script, and by the browser itself only without one", arguments: [2, nil])
  func waiting(seconds: Int?) async throws {
    let visit = try await SiteFixture.open().visit()
    let page = Page("m", nil) { Element.paragraph("x") }
    guard case .bytes(let bytes) = await visit.answer(page.live(every: seconds)).body else {
      Issue.record("no page")
      return
    }
    let shown = String(decoding: bytes, as: UTF8.self)
    let refresh = "<noscript><meta http-equiv=\"refresh\" content=\"2\"></noscript>"
    #expect(shown.contains(refresh) == (seconds != nil), "\(shown)")
    #expect(shown.contains("data-every=\"2\"") == (seconds != nil), "\(shown)")
    #expect(shown.components(separatedBy: "http-equiv").count == (seconds == nil ? 1 : 2), "\(shown)")
  }

  @Test("a price that changed while somebody looked is shown, and not paid")
  func changedPrice() async throws {
    let fixture = try await SiteFixture.open()
    let number = try await fixture.openLecture("Dearer")
    let (teacher, owner) = (try #require(fixture.keys["teacher"]), try #require(fixture.keys["owner"]))
    let browser = try await fixture.browser()
    let path = try await review(browser, "/lectures/\(number)/buy")
    _ = try await fixture.client.planSettlement(number, from: owner.address).send(from: owner)
    _ = try await fixture.client.planReopen(number, price: try Price(klay: 25), from: teacher.address).send(
      from: teacher)
    let answer = await browser.post("\(path)/confirm", ["password": SiteFixture.password])
    #expect(answer.status == 409)
    #expect(answer.text.contains("25 KLAY"))
    // The second of two quick clicks was on the button below the first price.
    #expect(await browser.post("\(path)/confirm", ["password": SiteFixture.password]).status == 409)
    #expect(answer.text.contains("nothing was sent"))
    #expect(try await fixture.client.lecture(number).studentCount == 0)
  }

  @Test(
    "a score is never chosen for anybody: four of five are not enough, and nothing but a number from 0 to 100 is one")
  func scores() async throws {
    let fixture = try await SiteFixture.open()
    let number = try await fixture.openLecture("Rated")
    let browser = try await fixture.browser()
    let path = try await review(browser, "/lectures/\(number)/buy")
    _ = try await browser.follow("\(path)/confirm", ["password": SiteFixture.password])
    #expect(!(await browser.get("/lectures/\(number)/rate").text.contains("value=\"50\"")))
    for wrong in ["", "101", "-1", "7.5", "x"] {
      let fields = ["score-0": "1", "score-1": "2", "score-2": "3", "score-3": "4", "score-4": wrong]
      let answer = await browser.post("/lectures/\(number)/rate", fields)
      #expect(answer.status == 422)
      #expect(answer.text.contains("href=\"#score-4\""))
      #expect(answer.text.contains("value=\"3\""))
    }
  }

  @Test("what was shown on one network is not sent on another that was chosen since")
  func otherNetwork() async throws {
    let fixture = try await SiteFixture.open()
    let number = try await fixture.openLecture("Here")
    let browser = try await fixture.browser()
    let path = try await review(browser, "/lectures/\(number)/buy")
    #expect(await browser.post("/settings", ["network": "kairos"]).status == 303)
    #expect(await browser.post("\(path)/confirm", ["password": SiteFixture.password]).status != 303)
    #expect(await browser.post("/settings", ["network": "local"]).status == 303)
    #expect(try await fixture.site.outbox().intents().isEmpty)
    #expect(try await browser.follow("\(path)/confirm", ["password": SiteFixture.password]).text.contains("It is done"))
  }

  @Test("a review of one session is none of another, and ends after ten minutes")
  func foreignReview() async throws {
    let fixture = try await SiteFixture.open()
    let number = try await fixture.openLecture("Mine")
    let (one, other) = (try await fixture.browser(), try await fixture.browser())
    let path = try await review(one, "/lectures/\(number)/buy")
    #expect(await other.get(path).status == 404)
    #expect(await other.post("\(path)/confirm", ["password": SiteFixture.password]).status == 404)
  }

  @Test("text that others wrote stays text, in every language", arguments: Language.allCases)
  func hostileTitles(language: Language) async throws {
    let fixture = try await SiteFixture.open()
    let titles = [
      "</title><script>alert(1)</script>", "x\"\u{301} autofocus onfocus=alert(1)", "{{7*7}}", "\u{202E}gnp.exe",
      "a" + String(repeating: "\u{301}", count: 40), "javascript:alert(1)", "x\u{1}\u{7F}\u{200B}",
    ]
    let browser = try await fixture.browser()
    for title in titles {
      let number = try await fixture.openLecture(String(title.prefix(60)))
      for page in ["/lectures", "/lectures/\(number)", "/lectures/\(number)/rate"] {
        let text = await browser.get(page, language: language).text
        #expect(!text.contains("<script>alert"))
        #expect(!text.contains(" onfocus=alert(1)>"))
        #expect(!text.unicodeScalars.contains("\u{202E}"))
      }
    }
    #expect(await browser.get("/lectures", language: language).text.contains("⟨U+202E⟩"))
  }
}

@Suite("What pages refuse")
struct PageRefusalTests {
  @Test("without a session every page says how to come in, and nothing else")
  func noSession() async throws {
    let fixture = try await SiteFixture.open()
    for path in ["/", "/lectures", "/settings", "/transactions", "/nothing", "/enter", "/enter?t=wrong", "/events"] {
      let answer = await fixture.answer("GET", path)
      #expect(answer.status == .forbidden)
      #expect(answer.headers[.setCookie] == nil)
    }
  }

  @Test(
    "a link that is too old is told as that, and not as used, with the way to another", arguments: Language.allCases)
  func oldLink(language: Language) async throws {
    let time = Guarded<Int64>(1_800_000_000)
    let fixture = try await SiteFixture.open(clock: { time.withLock { $0 } })
    let link = "/enter?t=\(fixture.site.entryLinks.make())"
    time.withLock { $0 += EntryLinks.lifetime }
    for (target, reason, other) in [
      (link, GateText.tooOld, GateText.newLink), ("/enter?t=wrong", GateText.newLink, GateText.tooOld),
    ] {
      let answer = await fixture.answer("GET", target, headers: [("Accept-Language", language.rawValue)])
      #expect(answer.status == .forbidden && answer.headers[.setCookie] == nil)
      guard case .bytes(let bytes) = answer.body else { continue }
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(text.contains(language[reason]) && !text.contains(language[other]), "\(text)")
    }
  }

  @Test("a request that names another origin reads nothing, and one that names none does", arguments: ["GET", "HEAD"])
  func foreignReading(method: String) async throws {
    let fixture = try await SiteFixture.open()
    let cookie = try await fixture.browser().cookie
    for (origin, status): (String, HTTPResponse.Status) in [
      ("", .ok), ("http://\(SiteFixture.authority)", .ok), ("http://evil.example", .forbidden), ("null", .forbidden),
    ] {
      let headers = [("Cookie", cookie), ("Origin", origin)]
      #expect(await fixture.answer(method, "/wallets", headers: headers).status == status)
    }
  }

  @Test("a form without the session's secret, or with another's, does nothing")
  func formGuard() async throws {
    let fixture = try await SiteFixture.open()
    let number = try await fixture.openLecture("Guarded")
    let (one, other) = (try await fixture.browser(), try await fixture.browser())
    let foreign = await other.get("/settings").formGuard
    for token in ["", "AAAA", foreign] {
      #expect(await one.post("/lectures/\(number)/buy", guarded: token).status == 403)
    }
    #expect(await one.post("/lectures/\(number)/buy").status == 303)
  }

  @Test("a read-only server shows, and sends nothing")
  func readOnly() async throws {
    let fixture = try await SiteFixture.open(isReadOnly: true)
    let number = try await fixture.openLecture("Shown")
    let browser = try await fixture.browser()
    #expect(await browser.get("/lectures/\(number)").status == 200)
    #expect(await browser.post("/lectures/\(number)/buy").status == 403)
    #expect(await browser.post("/settings", ["lang": "ko"]).status == 303)
  }

  @Test(
    "every page has one heading, a title of its own, and the headers that keep others out", arguments: Language.allCases
  )
  func headers(language: Language) async throws {
    let fixture = try await SiteFixture.open()
    let number = try await fixture.openLecture("Headed")
    let browser = try await fixture.browser()
    for path in [
      "/lectures", "/lectures/\(number)", "/lectures/999", "/nothing", "/settings", "/transactions", "/more",
    ] {
      let page = await browser.get(path, language: language)
      #expect(page.text.components(separatedBy: "<h1>").count == 2)
      #expect(page.text.contains("<html lang=\"\(language.rawValue)\""))
      #expect(page.headers[.cacheControl] == "no-store")
      #expect(!page.text.contains("style=\""))
    }
    #expect(await browser.get("/nothing").status == 404)
    #expect(await browser.get("/lectures/999").status == 404)
  }
}
