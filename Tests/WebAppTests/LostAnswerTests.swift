import ChainSupport
import Database
import DatabaseSupport
import Keys
import NodeRPC
import Primitives
import StrictJSON
import Testing

@testable import WebApp

/// Answers about money that did not reach the browser.
@Suite("An answer that was lost", .overEachEngine) struct LostAnswerTests {
  @Test("leads from a second press to the outcome, before money, contract or price are looked at")
  func pressedAgain() async throws {
    let own = try await SiteFixture.open()
    let lecture = try await own.openLecture("Soil, year one")
    let browser = try await PlatformFixture(own).browser(of: "student")
    let review = try #require(await browser.post("/lectures/\(lecture)/buy").location)
    let page = await browser.get(review)
    #expect(await browser.tell("\(review)/asked", ["shown": "0"]).json == ["ok": true])
    let hash = try await own.send(page, by: "student")
    // The purchase is in a block, its hash was not told, and nothing is left of the money.
    let student = try #require(own.keys["student"]).address
    _ = try await own.chain.node.call("anvil_setBalance", [.string(student.checksummed), "0x0"])
    #expect(await browser.tell("\(review)/asked", ["shown": "0"]).json == ["ok": true, "state": "sent"])
    #expect(await browser.get(review).text.contains("It is done"))
    // The hash that is told once more changes nothing, and is not refused with the word that nothing was sent.
    #expect(await browser.tell("\(review)/sent", ["hash": hash.hex]).json == ["ok": true])
    #expect(await browser.tell("\(review)/asked", ["shown": "0"]).json == ["ok": true, "state": "done"])
    let other = await browser.tell("\(review)/sent", ["hash": Hash32(UInt256(7)).hex])
    #expect(other.status == 409, "\(other.text)")
  }

  @Test("of who pays the fee is one warning without a button to sign, here and from the list, until it is known")
  func unknown() async throws {
    let clock = TestClock(1_800_000_000)
    let own = try await SiteFixture.open(isKaia: true, clock: clock.now)
    let lecture = try await own.openLecture("Soil, year one")
    let platform = try PlatformFixture(own, paysFees: true)
    let browser = try await platform.browser(of: "student")
    let review = try #require(await browser.post("/lectures/\(lecture)/buy").location)
    let id = String(review.dropFirst("/proposals/".count))
    let page = await browser.get(review)
    #expect(page.text.contains("id=\"pay\""))
    _ = await browser.tell("\(review)/asked", ["shown": "0"])
    let before = await browser.get("/api/v1/proposals/\(id)").json?["proposal"]
    #expect(before?["open"] == true && before?["state"] == "asked")
    try await handedIn(id, platform)

    for (language, words) in [
      ("en", "Do not sign it again"), ("ko", "다시 서명하지 마세요"), ("uk", "Не підписуйте знову"),
    ] {
      let shown = browser.reading(
        await platform.answer("GET", review, headers: [("Cookie", browser.cookie), ("Accept-Language", language)]))
      #expect(shown.text.contains(words) && !shown.text.contains("id=\"pay\""), "\(shown.text)")
      #expect(!shown.text.contains("button main") && !shown.text.contains("data-say-payown"), "\(shown.text)")
    }
    #expect(await browser.get("/transactions").text.contains("href=\"\(review)\""))
    #expect(await browser.get("/api/v1/proposals/\(id)").json?["proposal"]?["open"] == false)
    #expect(await browser.tell("\(review)/asked", ["shown": "0"]).json == ["ok": true, "state": "asked"])
    // A second wish is the first, and nobody else sees it.
    #expect(await browser.post("/lectures/\(lecture)/buy").location == review)
    #expect(await (try await platform.browser(of: "owner")).get("/api/v1/proposals/\(id)").status == 404)

    let hash = try await own.send(page, by: "student")
    let known = await browser.get("/api/v1/proposals/\(id)").json?["proposal"]
    #expect(known?["state"] == "done" && known?["hash"] == .string(hash.hex), "\(String(describing: known))")
    #expect(await browser.get(review).text.contains("It is done"))
    let other = await browser.pay(id, "0x31c0")
    #expect(other.status != 200 && other.text.contains("Another transaction was signed"), "\(other.text)")
  }

  @Test("that nobody finds in ten minutes is said to be that, and what is begun then is another review")
  func neverFound() async throws {
    let clock = TestClock(1_800_000_000)
    let own = try await SiteFixture.open(isKaia: true, clock: clock.now)
    let lecture = try await own.openLecture("Soil, year one")
    let platform = try PlatformFixture(own, paysFees: true)
    let browser = try await platform.browser(of: "student")
    let review = try #require(await browser.post("/lectures/\(lecture)/buy").location)
    _ = await browser.tell("\(review)/asked", ["shown": "0"])
    try await handedIn(String(review.dropFirst("/proposals/".count)), platform)
    clock.advance(PlatformStore.proposalLifetime)
    let page = await browser.get(review)
    #expect(page.status == 200 && page.text.contains("Nobody has shown it in ten minutes."), "\(page.text)")
    let next = try #require(await browser.post("/lectures/\(lecture)/buy").location)
    #expect(next != review)
    #expect(await browser.get(next).text.contains("id=\"pay\""))
  }

  @Test("is not made up by a hash that no node knows: that is said, and the transaction that did it is told")
  func invented() async throws {
    let clock = TestClock(1_800_000_000)
    let own = try await SiteFixture.open(clock: clock.now)
    let lecture = try await own.openLecture("Soil, year one")
    let platform = try PlatformFixture(own)
    let invented = Hash32(UInt256(0xcdcd))
    for name in ["student", "owner"] {
      let browser = try await platform.browser(of: name)
      let review = try #require(await browser.post("/lectures/\(lecture)/buy").location)
      let page = await browser.get(review)
      _ = await browser.tell("\(review)/asked", ["shown": "0"])
      _ = await browser.tell("\(review)/sent", ["hash": invented.hex])
      let named = await browser.get(review).text
      #expect(named.contains("no node knows yet") && !named.contains("The wallet sent it"), "\(named)")
      let hash = try await own.send(page, by: name)
      clock.advance(181)
      let text = await browser.get(review).text
      #expect(text.contains("It is done") && text.contains(hash.hex) && !text.contains(invented.hex), "\(text)")
    }
  }

  @Test("by a refusal has the pages' words and the page that is next, for scripts too")
  func refusal() async throws {
    let own = try await SiteFixture.open()
    let lecture = try await own.openLecture("Soil, year one")
    let browser = try await PlatformFixture(own).browser(of: "teacher")
    let error = await browser.tell("/lectures/\(lecture)/buy").json?["error"]
    #expect(error?["code"] == "lecture.ownLecture", "\(String(describing: error))")
    #expect(error?["advice"]?.string?.contains("your own lecture") == true, "\(String(describing: error))")
    #expect(error?["next"]?["page"] == "/mine/teaching")
  }

  @Test("or not, the sentence for other wallets can be taken away where Kaia Wallet is chosen")
  func otherWallets() async throws {
    let own = try await SiteFixture.open(isKaia: true)
    let lecture = try await own.openLecture("Soil, year one")
    let platform = try PlatformFixture(own, paysFees: true)
    let student = try #require(own.keys["student"]).address
    let price = UInt256(10) * 1_000_000_000_000_000_000
    _ = try await own.chain.node.call("anvil_setBalance", [.string(student.checksummed), .string(price.quantity)])
    let browser = try await platform.browser(of: "student")
    let review = try #require(await browser.post("/lectures/\(lecture)/buy").location)
    let page = await browser.get(review)
    #expect(page.attribute("data-fee") == "platform", "\(page.text)")
    let note = page.text.firstMatch(of: /<p [^>]*data-other-wallets[^>]*>[^<]*/).map { String($0.output) }
    #expect(note?.contains("use Kaia Wallet") == true, "\(page.text)")
  }

  /// Notes that the payer of a proposal's fee was asked, as a process does that ends before it hears the answer.
  private func handedIn(_ proposal: String, _ platform: PlatformFixture) async throws {
    try await platform.store.database.write { db in
      try db.execute(
        "INSERT INTO fee_request (id, proposal, day) VALUES (?, ?, ?)", [Hash32(UInt256(9)).bytes, proposal, 20_833])
    }
  }
}
