import ChainSupport
import ContractClient
import DatabaseSupport
import HTTPTypes
import Keys
import LectureKit
import NodeRPC
import Operations
import Primitives
import Sending
import StrictJSON
import Testing

@testable import WebApp

/// Pages for everybody: they hold nobody's keys, and a wallet elsewhere signs.
@Suite(.overEachEngine) struct PlatformTests {
  private func scores(_ values: [Int]) -> [String: String] {
    Dictionary(uniqueKeysWithValues: values.enumerated().map { ("score-\($0)", "\($1)") })
  }

  @Test func anybodyReadsAndNoPageAsksForAPassword() async throws {
    let own = try await SiteFixture.open()
    let lecture = try await own.openLecture("Soil, year one")
    let platform = try PlatformFixture(own, hasExplorer: true)
    let browser = try await platform.browser(of: "student")
    var open = ["/lectures", "/lectures/\(lecture)", "/mine", "/more", "/sign-in", "/settings", "/gas"]
    var seen = Set(open)
    while let target = open.popLast(), seen.count < 60 {
      let page = await browser.get(target)
      #expect([200, 303].contains(page.status), "\(target): \(page.status)")
      #expect(!page.text.contains("type=\"password\""), "\(target)")
      for link in page.text.split(separator: "href=\"").dropFirst() {
        let path = String(link.prefix { $0 != "\"" })
        if path.hasPrefix("/"), !path.hasPrefix("/assets"), !path.contains("rates"), !path.contains("/block/"),
          seen.insert(path).inserted
        {
          open.append(path)
        }
      }
    }
    #expect(seen.count > 12)
    let stranger = try await platform.stranger()
    #expect(await stranger.get("/lectures/\(lecture)").text.contains("Soil, year one"))
  }

  @Test(arguments: [
    "/wallets", "/wallets/new", "/contacts", "/scan", "/join", "/explorer", "/transactions/1", "/enter?t=x",
  ])
  func pagesOfOnePersonAreNotThere(_ target: String) async throws {
    let platform = try PlatformFixture(try await SiteFixture.open())
    let browser = try await platform.browser(of: "student")
    #expect(await browser.get(target).status == 404)
  }

  @Test func theListOfWhatWasSentNamesALectureThatIsNotThereYet() async throws {
    let browser = try await PlatformFixture(try await SiteFixture.open()).browser(of: "teacher")
    let review = try #require(
      await browser.post("/teach/new", ["title": "Soil, year two", "price": "3"]).location)
    #expect(await browser.tell("\(review)/asked", ["shown": "0"]).json == ["ok": true])
    #expect(await browser.get("/transactions").text.contains("Soil, year two"))
  }

  @Test func aLectureIsBoughtByAWalletAndRatedOnce() async throws {
    let own = try await SiteFixture.open()
    let lecture = try await own.openLecture("Soil, year one")
    let platform = try PlatformFixture(own)
    let browser = try await platform.browser(of: "student")
    let review = try #require(await browser.post("/lectures/\(lecture)/buy").location)
    let page = await browser.get(review)
    let student = try #require(own.keys["student"]).address
    #expect(page.attribute("data-from") == student.checksummed)
    #expect(page.attribute("data-to") == own.client.market.address.checksummed)
    #expect(page.attribute("data-value") == Amount(wei: UInt256(10) * 1_000_000_000_000_000_000).wei.quantity)
    #expect(await browser.tell("\(review)/asked", ["shown": "0"]).json == ["ok": true])
    // The wallet may have sent it: the page says so.
    #expect(await browser.get(review).text.contains("asked before"))
    let hash = try await own.send(page, by: "student")
    #expect(await browser.tell("\(review)/sent", ["hash": hash.hex]).json == ["ok": true])
    #expect(await browser.get(review).text.contains("It is done"))
    let list = await browser.get("/transactions").text
    #expect(list.contains("done") && list.contains("Buy this lecture: Soil, year one"), "\(list)")
    #expect(try await own.client.enrolments(of: student).first?.bought == true)
    // A second wish is told that it is done, and no wallet is asked.
    let again = await browser.post("/lectures/\(lecture)/buy")
    #expect(again.status == 200 && again.text.contains("done already"))
    let rating = try #require(await browser.post("/lectures/\(lecture)/rate", scores([100, 80, 34, 77, 99])).location)
    let shown = await browser.get(rating)
    #expect(shown.text.contains("shows 0 KLAY beside the gas") && !page.text.contains("beside the gas"))
    #expect(await browser.tell("\(rating)/asked", ["shown": "0"]).json == ["ok": true])
    let rated = try await own.send(shown, by: "student")
    _ = await browser.tell("\(rating)/sent", ["hash": rated.hex])
    #expect(await browser.get(rating).text.contains("It is done"))
    #expect(await browser.get("/lectures/\(lecture)").text.contains("78 of 100"))
  }

  @Test func aTabThatWasClosedBeforeTheHashCameIsToldByTheChain() async throws {
    let own = try await SiteFixture.open()
    let lecture = try await own.openLecture("Soil, year one")
    let platform = try PlatformFixture(own)
    let browser = try await platform.browser(of: "student")
    let review = try #require(await browser.post("/lectures/\(lecture)/buy").location)
    let page = await browser.get(review)
    _ = await browser.tell("\(review)/asked", ["shown": "0"])
    _ = try await own.send(page, by: "student")
    #expect(await browser.get(review).text.contains("It is done"))
  }

  @Test("what a wallet sent is not offered again, in any tab, until the chain has it")
  func underWay() async throws {
    let own = try await SiteFixture.open()
    let (lecture, other) = (try await own.openLecture("Soil, year one"), try await own.openLecture("Water"))
    let platform = try PlatformFixture(own)
    let browser = try await platform.browser(of: "student")
    let review = try #require(await browser.post("/lectures/\(lecture)/buy").location)
    let page = await browser.get(review)
    #expect(await browser.get("/lectures/\(lecture)").text.contains("Buy this lecture"))
    _ = await browser.tell("\(review)/asked", ["shown": "0"])
    try await own.chain.automine(false)
    let hash = try await own.broadcast(page, by: "student").hash
    _ = await browser.tell("\(review)/sent", ["hash": hash.hex])
    let shown = await browser.get("/lectures/\(lecture)").text
    #expect(shown.contains("You are buying this lecture.") && shown.contains("href=\"\(review)\""))
    #expect(!shown.contains("Buy this lecture"))
    // Neither another lecture nor another visitor is meant.
    #expect(await browser.get("/lectures/\(other)").text.contains("Buy this lecture"))
    #expect(await !(try await platform.browser(of: "owner")).get("/lectures/\(lecture)").text.contains(review))
    try await own.chain.automine(true)
    try await own.chain.mine()
    let bought = await browser.get("/lectures/\(lecture)").text
    #expect(bought.contains("You bought this lecture.") && !bought.contains("You are buying this lecture."))
  }

  @Test func aWalletThatSentSomethingElseIsFoundOut() async throws {
    let own = try await SiteFixture.open()
    let (first, second) = (try await own.openLecture("First"), try await own.openLecture("Second"))
    let platform = try PlatformFixture(own)
    let browser = try await platform.browser(of: "student")
    let wanted = try #require(await browser.post("/lectures/\(first)/buy").location)
    let other = try #require(await browser.post("/lectures/\(second)/buy").location)
    #expect(await browser.tell("\(wanted)/sent", ["hash": Hash32.zero.hex]).text.contains("web.notAsked"))
    #expect(await browser.tell("\(wanted)/asked", ["shown": "0"]).json == ["ok": true])
    let hash = try await own.send(await browser.get(other), by: "student")
    _ = await browser.tell("\(wanted)/sent", ["hash": hash.hex])
    let page = await browser.get(wanted)
    #expect(page.text.contains("It failed") && page.text.contains("something else"))
    #expect(
      try await own.client.enrolments(of: #require(own.keys["student"]).address).map(\.lecture.number) == [second])
  }

  @Test func otherTermsThanWereShownAreNotAskedFor() async throws {
    let own = try await SiteFixture.open()
    let lecture = try await own.openLecture("Soil, year one")
    let platform = try PlatformFixture(own)
    let browser = try await platform.browser(of: "student")
    let review = try #require(await browser.post("/lectures/\(lecture)/buy").location)
    let (owner, teacher) = (try #require(own.keys["owner"]), try #require(own.keys["teacher"]))
    _ = try await own.client.planSettlement(lecture, from: owner.address).send(from: owner)
    _ = try await own.client.planReopen(lecture, price: try Price(klay: 90), from: teacher.address).send(from: teacher)
    let refused = await browser.tell("\(review)/asked", ["shown": "0"])
    #expect(refused.status == 409)
    let page = await browser.get(review)
    #expect(page.status == 409 && page.attribute("data-shown") == "1")
    #expect(page.text.contains("Something changed") && !page.text.contains("Nothing is sent before"))
    // A button of the first showing agrees to nothing that was shown since.
    #expect(await browser.tell("\(review)/asked", ["shown": "0"]).status == 409)
    #expect(await browser.tell("\(review)/asked", ["shown": "1"]).json == ["ok": true])
  }

  @Test func whoDidNotSignInIsSentToSignIn() async throws {
    let own = try await SiteFixture.open()
    let lecture = try await own.openLecture("Soil, year one")
    let stranger = try await PlatformFixture(own).stranger()
    let answer = await stranger.post("/lectures/\(lecture)/buy")
    #expect(answer.status == 303 && answer.location == "/sign-in?next=%2Flectures%2F\(lecture)")
    #expect(await stranger.get("/mine").location == "/sign-in?next=%2Fmine")
  }

  @Test func anotherAccountSeesNothingOfAReview() async throws {
    let own = try await SiteFixture.open()
    let lecture = try await own.openLecture("Soil, year one")
    let platform = try PlatformFixture(own)
    let review = try #require(
      await platform.browser(of: "student").post("/lectures/\(lecture)/buy").location)
    let other = try await platform.browser(of: "owner")
    #expect(await other.get(review).status == 404)
    #expect(await other.tell("\(review)/asked", ["shown": "0"]).status == 404)
  }

  @Test func processesOverOneStoreServeByTurns() async throws {
    let own = try await SiteFixture.open()
    let lecture = try await own.openLecture("Soil, year one")
    let path = own.folder.file("platform.db")
    let (first, second) = (try PlatformFixture(own, storeAt: path), try PlatformFixture(own, storeAt: path))
    let browser = try await first.browser(of: "student")
    let review = try #require(await browser.post("/lectures/\(lecture)/buy").location)
    let page = await browser.at(second).get(review)
    #expect(await browser.at(second).tell("\(review)/asked", ["shown": "0"]).json == ["ok": true])
    let hash = try await own.send(page, by: "student")
    _ = await browser.tell("\(review)/sent", ["hash": hash.hex])
    #expect(await browser.at(second).get(review).text.contains("It is done"))
    #expect(try await second.store.facts(after: 0).map(\.subject).contains(hash.hex))
    // The session ends in both.
    _ = await browser.at(second).post("/session/end")
    #expect(await browser.get("/mine").location != nil)
  }

  @Test func formsFromElsewhereAreRefused() async throws {
    let own = try await SiteFixture.open()
    let platform = try PlatformFixture(own)
    let browser = try await platform.browser(of: "student")
    let other = try await platform.browser(of: "teacher")
    #expect(await browser.post("/mine/withdraw", guarded: "").status == 403)
    let stolen = await other.get("/settings").attribute("name=\"guard\" value") ?? ""
    #expect(await browser.post("/mine/withdraw", guarded: stolen).status == 403)
    func status(_ method: String, _ headers: [(String, String)], hosts: [String] = [PlatformFixture.authority]) async
      -> Int
    {
      await platform.answer(method, "/mine", headers: headers + [("Cookie", browser.cookie)], hosts: hosts).status.code
    }
    #expect(await status("POST", [("Origin", "")]) == 403)
    #expect(await status("POST", [("Origin", "https://evil.example")]) == 403)
    #expect(await status("POST", [("Sec-Fetch-Site", "cross-site")]) == 403)
    #expect(await status("GET", [("Sec-Fetch-Site", "cross-site")]) == 200)
    #expect(await status("GET", [], hosts: ["evil.example"]) == 421)
    #expect(await status("GET", [], hosts: []) == 421)
    #expect(await status("OPTIONS", []) == 405)
  }

  @Test func sessionsEndByThemselves() async throws {
    let clock = TestClock(1_800_000_000)
    let own = try await SiteFixture.open(clock: clock.now)
    let browser = try await PlatformFixture(own).browser(of: "student")
    clock.advance(11 * 3600)
    #expect(await browser.get("/mine").status == 200)
    clock.advance(13 * 3600)
    #expect(await browser.get("/mine").status == 303)
  }

  @Test func aSessionOfSevenDaysIsOver() async throws {
    let clock = TestClock(1_800_000_000)
    let own = try await SiteFixture.open(clock: clock.now)
    let browser = try await PlatformFixture(own).browser(of: "student")
    for _ in 0..<16 {
      clock.advance(10 * 3600)
      #expect(await browser.get("/mine").status == 200)
    }
    clock.advance(10 * 3600)
    #expect(await browser.get("/mine").status == 303)
  }

  @Test func whatIsDoneTooOftenHasToWait() async throws {
    let own = try await SiteFixture.open()
    _ = try await own.openLecture("Soil, year one")
    let platform = try PlatformFixture(own)
    for index in 0..<30 { #expect(try await platform.store.count("proposal x", most: 30) == nil, "\(index)") }
    #expect(try await platform.store.count("proposal x", most: 30) != nil)
    #expect(try await platform.store.count("proposal y", most: 30) == nil)
  }

  @Test func whoWatchesLearnsWhetherItServes() async throws {
    let own = try await SiteFixture.open()
    let platform = try PlatformFixture(own)
    #expect(await platform.answer("GET", "/healthz", hosts: ["10.0.0.7:7789"]).status == .ok)
    #expect(await platform.answer("GET", "/readyz", hosts: ["10.0.0.7:7789"]).status == .ok)
  }

  @Test(arguments: ["/healthz", "/readyz", "/metrics"])
  func whoNamesAnotherHostIsToldNothing(_ path: String) async throws {
    let platform = try PlatformFixture(try await SiteFixture.open())
    for hosts in [["127.0.0.1:7789"], ["localhost"], ["[::1]:7789"]] {
      #expect(await platform.answer("GET", path, hosts: hosts).status == .ok, "\(hosts)")
    }
    for hosts in [["evil.example"], ["127.0.0.1@evil.example"], ["127.0.0.1", "evil.example"]] {
      #expect(await platform.answer("GET", path, hosts: hosts).status == .misdirectedRequest, "\(hosts)")
    }
    let foreign = await platform.answer(
      "GET", path, headers: [("Origin", "https://evil.example")], hosts: ["127.0.0.1:7789"])
    #expect(foreign.status == .misdirectedRequest)
  }
}

/// The names under which a platform may be reached.
@Suite struct PublicNameTests {
  @Test(arguments: [
    ("https://lectures.example", "lectures.example"), ("https://lectures.example/", "lectures.example"),
    ("https://lectures.example:8443", "lectures.example:8443"),
    ("http://school.localhost:7789", "school.localhost:7789"),
    ("http://127.0.0.1:7789", "127.0.0.1:7789"), ("http://[::1]:7789", "[::1]:7789"),
  ])
  func aNameIsRead(_ text: String, _ authority: String) throws {
    #expect(try #require(PublicName(text)).authority == authority)
  }

  @Test(arguments: [
    "", "lectures.example", "http://lectures.example", "https://", "https://lectures.example/path", "https://a b",
    "https://user@lectures.example", "https://lectures.example:443", "https://lectures.example:0", "ftp://x.example",
    "https://lectures.example:70000", "https://.example", "http://localhost.evil.example", "https://x:", "https://[::1",
    "https://Lectures.Example",
  ])
  func anotherTextIsNone(_ text: String) { #expect(PublicName(text) == nil) }
}
