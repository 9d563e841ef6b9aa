import ChainSupport
import ContractClient
import Foundation
import HTTPTypes
import Keys
import LectureKit
import Localization
import Markup
import NodeRPC
import Operations
import Outbox
import Primitives
import Testing

@testable import WebApp

@Suite("Pages of what is one's own")
struct MinePageTests {
  private static let ninetyDays = 90 * 86_400

  private func buy(_ number: UInt256, by name: String, _ fixture: SiteFixture) async throws {
    let key = try #require(fixture.keys[name])
    _ = try await fixture.client.planPurchase(number, from: key.address).send(from: key)
  }

  @Test("a student sees what was bought, what is to be rated, and what was rated with which scores")
  func student() async throws {
    let fixture = try await SiteFixture.open()
    let browser = try await fixture.browser()
    #expect(await browser.get("/mine").text.contains("You bought nothing yet."))
    let (one, other) = (try await fixture.openLecture("First"), try await fixture.openLecture("Second"))
    for number in [one, other] { try await buy(number, by: "student", fixture) }
    let student = try #require(fixture.keys["student"])
    _ = try await fixture.client.planEvaluation(
      one, scores: try Scores([1, 2, 3, 4, 5]), from: student.address
    ).send(from: student)
    let all = await browser.get("/mine").text
    #expect(all.contains("First") && all.contains("Second"))
    #expect(all.contains("1, 2, 3, 4, 5"))
    #expect(all.contains("All (2)") && all.contains("To rate (1)") && all.contains("Rated (1)"))
    let toRate = await browser.get("/mine?show=rate").text
    #expect(toRate.contains("/lectures/\(other)/rate") && !toRate.contains("First"))
    #expect(await browser.get("/mine?show=nonsense").text.contains("First"))
    #expect(!all.contains("/lectures/\(one)/reclaim"))
  }

  @Test("a payment is taken back after 90 days, once, and the page says so")
  func reclaim() async throws {
    let fixture = try await SiteFixture.open()
    let number = try await fixture.openLecture("Never settled")
    try await buy(number, by: "student", fixture)
    let browser = try await fixture.browser()
    #expect(await browser.post("/lectures/\(number)/reclaim").status == 409)
    try await fixture.chain.advance(seconds: Self.ninetyDays + 3600)
    let page = await browser.get("/mine?show=reclaim").text
    #expect(page.contains("/lectures/\(number)/reclaim"))
    let path = try #require(await browser.post("/lectures/\(number)/reclaim").location)
    #expect(
      try await browser.follow("\(path)/confirm", ["password": SiteFixture.password]).text.contains("It is done"))
    #expect(try await fixture.client.lecture(number).escrow == .zero)
    #expect(await browser.get("/mine").text.contains("You took the payment back"))
    #expect(await browser.get("/mine?show=reclaim").text.contains("None of your lectures"))
  }

  @Test("where nothing waits there is no button, and withdrawing is done already")
  func withdrawal() async throws {
    let fixture = try await SiteFixture.open()
    let browser = try await fixture.browser()
    #expect(!(await browser.get("/mine").text.contains("/mine/withdraw")))
    let answer = await browser.post("/mine/withdraw")
    #expect(answer.status == 200)
    #expect(answer.text.contains("nothing was sent"))
  }

  @Test("a teacher opens a lecture, sees what it holds and what it brought in, and opens it again")
  func teacher() async throws {
    let fixture = try await SiteFixture.open(["teacher", "student"])
    let browser = try await fixture.browser()
    #expect(await browser.get("/mine/teaching").text.contains("You teach nothing yet."))
    let path = try #require(await browser.post("/teach/new", ["price": "10", "title": "Bees"]).location)
    let opened = try await browser.follow("\(path)/confirm", ["password": SiteFixture.password]).text
    let number = try await fixture.client.count() - 1
    #expect(opened.contains("It is done") && opened.contains(FollowUpText.opened(number).english), "\(opened)")
    #expect(opened.contains("href=\"/lectures/\(number)/describe\" class=\"button main\""), "\(opened)")
    try await buy(number, by: "student", fixture)
    #expect(await browser.get("/mine/teaching").text.contains("10 KLAY"))
    #expect(await browser.get("/lectures/\(number)/reopen").text.contains("The lecture is open"))
    let owner = try #require(fixture.keys["owner"])
    _ = try await fixture.client.planSettlement(number, from: owner.address).send(from: owner)
    let page = await browser.get("/mine/teaching")
    #expect(page.text.contains("9 KLAY"))
    #expect(page.text.contains("role=\"img\"") && page.text.contains("<details>"))
    #expect(page.text.contains("/lectures/\(number)/reopen"))
    // Its buttons stand apart.
    #expect(page.text.contains("role=\"cell\"><div class=\"actions\"><a "), "\(page.text)")
    let file = await browser.get("/mine/teaching/csv")
    let lines = file.text.split(separator: "\r\n")
    #expect(lines.first == "lecture,run,price,students,state,held,income,incentive,payout,settledAt")
    #expect(lines.count == 2 && lines[1].hasPrefix("\(number),0,10,1,settled,0,9,0,paid,"))
    #expect(file.headers[.contentDisposition]?.contains("teaching.csv") == true)
    let again = try #require(await browser.post("/lectures/\(number)/reopen", ["price": "12"]).location)
    _ = try await browser.follow("\(again)/confirm", ["password": SiteFixture.password])
    #expect(try await fixture.client.lecture(number).price == Price(klay: 12))
    #expect(await browser.get("/lectures/999/reopen").status == 404)
  }

  @Test("a lecture's form says what is wrong with each field, keeps what was typed, and shows a preview")
  func teachForm() async throws {
    let fixture = try await SiteFixture.open(["teacher"])
    let browser = try await fixture.browser()
    for price in ["", "0", "0.5", "-1", "x", "1e9", String(repeating: "9", count: 90)] {
      let answer = await browser.post("/teach/new", ["price": price, "title": "Kept"])
      #expect(answer.status == 422)
      #expect(answer.text.contains("href=\"#price\"") && answer.text.contains("value=\"Kept\""))
    }
    let long = await browser.post("/teach/new", ["price": "1", "title": String(repeating: "한", count: 34)])
    #expect(long.status == 422 && long.text.contains("href=\"#title\"") && long.text.contains("-2</span>"))
    let preview = await browser.post("/teach/new", ["price": "7", "title": "Seen", "preview": "yes"])
    #expect(preview.status == 200)
    #expect(preview.text.contains("7 KLAY") && preview.text.contains("96</span>"))
    #expect(try await fixture.client.count() == 0)
  }

  @Test("a title that does not show what it holds is asked about, and shown escaped")
  func oddTitle() async throws {
    let fixture = try await SiteFixture.open(["teacher"])
    let browser = try await fixture.browser()
    let title = "safe\u{202E}gnp.exe"
    let asked = await browser.post("/teach/new", ["price": "1", "title": title])
    #expect(asked.status == 422)
    #expect(asked.text.contains("⟨U+202E⟩") && asked.text.contains("name=\"odd\""))
    #expect(await browser.post("/teach/new", ["price": "1", "title": title, "odd": "yes"]).status == 303)
  }

  @Test("the owner sees what is to be settled by money held and by age, and others get no box")
  func queue() async throws {
    let fixture = try await SiteFixture.open(["owner", "teacher", "student"])
    let cheap = try await fixture.openLecture("Oldest, little", price: 1)
    let dear = try await fixture.openLecture("Newest, much", price: 50)
    for number in [cheap, dear] { try await buy(number, by: "student", fixture) }
    let browser = try await fixture.browser()
    func places(_ path: String) async throws -> (Range<String.Index>, Range<String.Index>) {
      let text = await browser.get(path).text
      return (try #require(text.range(of: "Oldest, little")), try #require(text.range(of: "Newest, much")))
    }
    let byHeld = try await places("/mine/owner")
    #expect(byHeld.1.lowerBound < byHeld.0.lowerBound)
    let byAge = try await places("/mine/owner?sort=age")
    #expect(byAge.0.lowerBound < byAge.1.lowerBound)
    // Of a lecture without students no time is unknown: nothing can be taken back.
    _ = try await fixture.openLecture("Nobody is here", price: 2)
    let all = await browser.get("/mine/owner").text
    #expect(all.contains("51 KLAY") && all.contains("Nobody is here") && !all.contains(">?<"), "\(all)")
    #expect(await browser.get("/mine/owner").text.contains("value=\"\(dear)/0\""))
    _ = await browser.post("/settings", ["account": "student"])
    let other = await browser.get("/mine/owner").text
    #expect(other.contains("Only the owner") && !other.contains("type=\"checkbox\" name=\"lecture\""))
  }

  @Test("chosen lectures are settled after one consent that lists all of them, each once")
  func settleChosen() async throws {
    let fixture = try await SiteFixture.open(["owner", "teacher", "student"])
    var numbers: [UInt256] = []
    for title in ["One", "Two", "Three"] { numbers.append(try await fixture.openLecture(title)) }
    for number in numbers { try await buy(number, by: "student", fixture) }
    let browser = try await fixture.browser()
    #expect(await browser.post("/mine/owner/settle").status == 422)
    #expect(await browser.post("/mine/owner/settle", ["lecture": "x"]).status == 400)
    let body = "lecture=\(numbers[0])%2F0&lecture=\(numbers[2])%2F0&lecture=\(numbers[0])%2F0"
    let path = try #require(await browser.postRaw("/mine/owner/settle", body).location)
    let review = await browser.get(path).text
    #expect(review.contains("settle lecture \(numbers[0])?") && review.contains("settle lecture \(numbers[2])?"))
    #expect(review.components(separatedBy: "settle lecture \(numbers[0])?").count == 2)
    #expect(!review.contains("settle lecture \(numbers[1])?"))
    let done = try await browser.follow("\(path)/confirm", ["password": SiteFixture.password])
    #expect(done.text.contains("It is done"))
    for number in [numbers[0], numbers[2]] {
      #expect(done.text.contains("Lecture \(number): 9 KLAY to the teacher, 1 KLAY to the owner."), "\(done.text)")
    }
    #expect(done.text.contains("Together: 18 KLAY to the teachers, 2 KLAY to the owner."))
    #expect(try await fixture.client.lecture(numbers[0]).isOpen == false)
    #expect(try await fixture.client.lecture(numbers[1]).isOpen == true)
    #expect(try await fixture.client.lecture(numbers[2]).isOpen == false)
    let owner = try #require(fixture.keys["owner"]).address
    #expect(try await fixture.site.outbox().intents().filter { $0.account == owner }.count == 2)
  }

  @Test("of several transactions the first that fails ends the others, and the page says which were done")
  func stopsAtFailure() async throws {
    let fixture = try await SiteFixture.open(["student", "teacher"])
    var numbers: [UInt256] = []
    for title in ["One", "Two", "Three"] { numbers.append(try await fixture.openLecture(title)) }
    let (student, owner) = (try #require(fixture.keys["student"]), try #require(fixture.keys["owner"]))
    let visit = try fixture.visit()
    let wanted = numbers
    let requested = RequestedAction(
      by: try await fixture.site.account(of: visit.session), back: Link("mine"), next: Link("mine"),
      planningAll: { planner, visit in
        let (client, _) = try await visit.lectureClient()
        var plans: [Planned<Purchase>] = []
        for number in wanted { plans.append(try await planner.purchase(number, of: client)) }
        return plans
      })
    guard case .ready(let prepared) = try await requested.plan(false, visit) else {
      Issue.record("it is not planned")
      return
    }
    // The second is closed before its turn.
    _ = try await fixture.client.planSettlement(numbers[1], from: owner.address).send(from: owner)
    let proposal = Proposal(
      requested, prepared, of: visit.session, on: try await visit.connection().network, isAgain: false, end: .max)
    #expect(proposal.begin(0))
    await #expect(throws: (any Error).self) {
      try await Proposal.$current.withValue(proposal) { try await prepared.carryOut(Signers(Keyring(student))) }
    }
    #expect(proposal.steps == 1)
    #expect(try await fixture.client.isStudent(student.address, of: numbers[0]))
    #expect(try await !fixture.client.isStudent(student.address, of: numbers[2]))
    proposal.end(.failure(WebRefusal.badForm))
    let shown = Element("div") { ProposalProgress(proposal: proposal, visit: visit).content }.text(.html)
    #expect(shown.contains("done") && shown.contains("failed") && shown.contains("not sent"))
  }

  @Test("a lecture in another run than the page showed is not settled")
  func otherRun() async throws {
    let fixture = try await SiteFixture.open(["owner", "teacher"])
    let number = try await fixture.openLecture("Reopened")
    let (owner, teacher) = (try #require(fixture.keys["owner"]), try #require(fixture.keys["teacher"]))
    _ = try await fixture.client.planSettlement(number, from: owner.address).send(from: owner)
    _ = try await fixture.client.planReopen(number, price: try Price(klay: 9), from: teacher.address).send(
      from: teacher)
    let browser = try await fixture.browser()
    let answer = await browser.post("/mine/owner/settle", ["lecture": "\(number)/0"])
    #expect(answer.status != 303)
    #expect(try await fixture.client.lecture(number).isOpen == true)
  }

  @Test("titles that others wrote stay text on all of these pages", arguments: Language.allCases)
  func hostileTitles(language: Language) async throws {
    let fixture = try await SiteFixture.open(["owner", "student", "teacher"])
    let browser = try await fixture.browser()
    for title in ["</td><script>alert(1)</script>", "x\"\u{301} autofocus onfocus=alert(1)", "\u{202E}gnp.exe"] {
      let number = try await fixture.openLecture(title)
      try await buy(number, by: "owner", fixture)
    }
    for page in ["/mine", "/mine/owner", "/mine/owner?sort=age"] {
      let text = await browser.get(page, language: language).text
      #expect(text.contains("⟨U+202E⟩"))
      #expect(!text.contains("<script>alert") && !text.contains(" onfocus=alert(1)>"))
      #expect(!text.unicodeScalars.contains("\u{202E}"))
    }
    _ = await browser.post("/settings", ["account": "teacher"])
    for page in ["/mine/teaching", "/lectures/2/reopen", "/teach/new"] {
      let answer = await browser.get(page, language: language)
      #expect(answer.status == 200)
      #expect(!answer.text.contains("<script>alert") && !answer.text.unicodeScalars.contains("\u{202E}"))
      #expect(answer.text.components(separatedBy: "<h1>").count == 2)
    }
  }
}
