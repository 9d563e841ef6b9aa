import ChainSupport
import ContractClient
import HTTPTypes
import Keys
import LectureKit
import Localization
import NodeDoubles
import Operations
import Primitives
import QRCodes
import StrictJSON
import Testing

@testable import WebApp

@Suite("Pages of receipts", .timeLimit(.minutes(10)))
struct ReceiptPageTests {
  /// A lecture that the student bought in its first run and that is open for the second.
  private func reopened() async throws -> (fixture: SiteFixture, number: UInt256) {
    let fixture = try await SiteFixture.open(["student", "teacher", "other"])
    let number = try await fixture.openLecture("Bees & <b>wasps</b>")
    try await fixture.buy(number, by: "student")
    try await fixture.reopen(number, price: 12)
    return (fixture, number)
  }

  private func bytes(_ answer: WebAnswer) -> [UInt8] {
    if case .bytes(let bytes) = answer.body { bytes } else { [] }
  }

  @Test("who bought a run gets its receipt as a code, a link, a file and a picture, also once the lecture opened anew")
  func making() async throws {
    let (fixture, number) = try await reopened()
    let browser = try await fixture.browser()
    let student = try #require(fixture.keys["student"]).address
    let receipt = try await fixture.client.receipts.receipt(number, run: 0, of: student)
    let path = "/lectures/\(number)/runs/0/receipt"
    for target in ["/mine", "/lectures/\(number)"] {
      #expect(await browser.get(target).text.contains("href=\"\(path)\""), "\(target)")
    }
    let page = await browser.get(path)
    #expect(page.status == 200 && page.text.contains("class=\"code\""), "\(page.text)")
    #expect(page.text.contains(receipt.link.replacing("&", with: "&amp;")), "\(page.text)")
    #expect(page.text.contains(receipt.transaction.hex))
    #expect(page.text.contains("10 KLAY") && page.text.contains("Bees &amp; &lt;b&gt;wasps"), "\(page.text)")
    #expect(page.text.contains("As one node tells it."))
    let file = await browser.get("\(path)/receipt.json")
    #expect(try PurchaseReceipt(parsing: file.text) == receipt)
    #expect(file.headers[.contentDisposition]?.contains("receipt.json") == true)
    let picture = await fixture.answer("GET", "\(path)/code.png", headers: [("Cookie", browser.cookie)])
    #expect(picture.headers[.contentType] == "image/png")
    #expect(try Picture(file: bytes(picture)).codes() == [receipt.link])
    // It is about who paid: no digit of that is left out.
    for shown in [page, await browser.get(ReceiptPages.check(receipt).text)] {
      #expect(shown.text.contains(">\(student.checksummed)</code>"), "\(shown.text)")
    }
    // The present run is not bought yet, and nobody else bought the first.
    for wrong in ["/lectures/\(number)/runs/x/receipt", "/lectures/99/runs/0/receipt"] {
      #expect(await browser.get(wrong).status == 404, "\(wrong)")
    }
    try await fixture.buy(number, by: "other")
    // Each bought the other's run.
    for (name, run) in [("student", 1), ("other", 0)] {
      _ = await browser.post("/settings", ["account": name])
      let refused = await browser.get("/lectures/\(number)/runs/\(run)/receipt")
      #expect(refused.status == 409 && refused.text.contains("It bought run \(1 - run)."), "\(refused.text)")
      #expect(refused.text.contains(PageAdvice.otherRun.english), "\(refused.text)")
      #expect(refused.text.contains("<a href=\"/mine\" class=\"button main\">"), "\(refused.text)")
    }
    _ = await browser.post("/settings", ["account": "teacher"])
    for language in Language.allCases {
      let refused = await browser.get(path, language: language).text
      #expect(refused.contains(language[PageAdvice.boughtRun(0)]), "\(refused)")
    }
  }

  @Test("anybody checks one by its link, its file or a picture, and is told what the chain does not bear out")
  func checking() async throws {
    let (fixture, number) = try await reopened()
    let student = try #require(fixture.keys["student"]).address
    let receipt = try await fixture.client.receipts.receipt(number, run: 0, of: student)
    let browser = try await fixture.browser()
    _ = await browser.post("/settings", ["account": "other"])
    func page(_ text: String) async -> TestBrowser.Reading {
      await browser.get("/receipts?receipt=\(PercentCoding.encoded(text))")
    }
    for text in [receipt.link, " \(receipt.json.serialized()) "] {
      let good = await page(text)
      #expect(good.status == 200 && good.text.contains("The receipt is good"), "\(good.text)")
      #expect(good.text.contains("Evidence") && good.text.contains("Bees &amp;"), "\(good.text)")
      #expect(!good.text.contains(ReceiptPageText.claims.english), "\(good.text)")
    }
    for (part, other, told) in [
      ("price=10", "price=3", "otherPrice(10)"), ("run=0", "run=1", "otherRun(0)"),
      ("lecture=\(number)", "lecture=\(number + 1)", "otherLecture(\(number))"),
      (receipt.transaction.hex, Hash32.zero.hex, "unknownTransaction"),
      ("chain=\(receipt.chainID)", "chain=8217", "otherChain(\(receipt.chainID))"),
    ] {
      let forged = await page(receipt.link.replacing(part, with: other))
      #expect(forged.status == 200 && forged.text.contains("The receipt is not good"), "\(part): \(forged.text)")
      #expect(forged.text.contains(told) && !forged.text.contains("The receipt is good"), "\(part): \(forged.text)")
      // Its claims stand apart from what they were held against, and without a title that the chain has.
      let parts = forged.text.split(separator: ">\(ReceiptPageText.claims.english)</h2>").map(String.init)
      #expect(parts.count == 2 && parts[0].contains(">\(ReceiptPageText.chainSays.english)</h2>"), "\(forged.text)")
      #expect(parts[0].contains(told) && !parts[0].contains(receipt.transaction.hex + "</code>"), "\(forged.text)")
      #expect(parts.last?.contains("Bees") == false, "\(forged.text)")
    }
    let code = try QRCode(receipt.link).picture(scale: 6).png()
    for file in [Array(receipt.json.serialized(prettyIndent: 2).utf8), Array(receipt.link.utf8), code] {
      let answer = await browser.upload("/receipts", "file", file)
      #expect(answer.status == 303 && answer.location == ReceiptPages.check(receipt).text, "\(answer.text)")
    }
    // A code that was scanned leads there, too.
    let scanned = await browser.post("/scan", ["text": receipt.link])
    #expect(scanned.location == ReceiptPages.check(receipt).text)
  }

  @Test("what is no receipt is told at its field, and a form without the session's secret reads nothing")
  func refusals() async throws {
    let fixture = try await SiteFixture.open()
    let browser = try await fixture.browser()
    for text in ["x", "{}", "lectures:receipt?chain=1", "<script>alert(1)</script>"] {
      let answer = await browser.get("/receipts?receipt=\(PercentCoding.encoded(text))")
      #expect(answer.status == 422 && answer.text.contains("href=\"#receipt\""), "\(text): \(answer.text)")
      #expect(!answer.text.contains("<script>alert"))
    }
    let other = try QRCode("https://example.org/").picture(scale: 6).png()
    for file in [[], Array("{}".utf8), [0xff, 0xd8, 0xff], other] {
      let answer = await browser.upload("/receipts", "file", file)
      #expect(answer.status == 422 && answer.text.contains("href=\"#file\""), "\(answer.text)")
    }
    #expect(await browser.post("/receipts", guarded: "x").status == 403)
    #expect(await browser.post("/scan", ["text": "lectures:receipt?chain=1"]).status == 422)
    let reading = try await SiteFixture.open(isReadOnly: true)
    #expect(try await reading.browser().upload("/receipts", "file", Array("{}".utf8)).status == 422)
  }

  @Test("where two nodes contradict each other it is undecided, and with a third it is what two tell")
  func contradiction() async throws {
    let fixture = try await SiteFixture.open()
    let number = try await fixture.openLecture("Soil")
    try await fixture.buy(number, by: "student")
    let student = try #require(fixture.keys["student"]).address
    let receipt = try await fixture.client.receipts.receipt(number, run: 0, of: student)
    let liar = try FaultProxy.node(beside: fixture.chain.url, to: "eth_getTransactionReceipt") {
      $0.replacing(#""status":"0x1""#, with: #""status":"0x0""#)
    }
    let honest = try FaultProxy.node(beside: fixture.chain.url, to: "eth_none")
    let target = ReceiptPages.check(receipt).text
    let two = await (try await fixture.over([liar.url, fixture.chain.url], quorum: 2).browser()).get(target)
    #expect(two.text.contains("is undecided") && !two.text.contains("The receipt is"), "\(two.text)")
    #expect(
      two.text.contains(ReceiptPageText.nodesSay.english) && two.text.contains("The receipt claims"), "\(two.text)")
    let three = await (try await fixture.over([liar.url, fixture.chain.url, honest.url], quorum: 2).browser())
      .get(target)
    #expect(three.text.contains("The receipt is good") && !three.text.contains("undecided"), "\(three.text)")
  }

  @Test("after a payment was taken back there is no receipt on the pages, and the one made before is not good")
  func reclaimed() async throws {
    let fixture = try await SiteFixture.open()
    let number = try await fixture.openLecture("Never settled")
    try await fixture.buy(number, by: "student")
    let student = try #require(fixture.keys["student"])
    let receipt = try await fixture.client.receipts.receipt(number, run: 0, of: student.address)
    try await fixture.chain.advance(seconds: 91 * 86_400)
    _ = try await fixture.client.planReclaim(number, from: student.address).send(from: student)
    let browser = try await fixture.browser()
    for target in ["/mine", "/lectures/\(number)"] {
      #expect(await !browser.get(target).text.contains("/receipt\""), "\(target)")
    }
    #expect(await browser.get(ReceiptPages.check(receipt).text).text.contains("reclaimed"))
    let path = "/lectures/\(number)/runs/0/receipt"
    for target in [path, "\(path)/receipt.json", "\(path)/code.png"] {
      let refused = await browser.get(target)
      #expect(refused.status == 409 && refused.text.contains("was taken back in block"), "\(refused.text)")
      #expect(refused.text.contains(PageAdvice.paidBack.english), "\(refused.text)")
      #expect(refused.text.contains("<a href=\"/lectures/\(number)\" class=\"button main\">"), "\(refused.text)")
    }
  }

  @Test("a run that was paid back is not offered again, and its page says why and what then; the next run is")
  func paidBack() async throws {
    let fixture = try await SiteFixture.open()
    let number = try await fixture.openLecture("Never settled")
    try await fixture.buy(number, by: "student")
    let student = try #require(fixture.keys["student"])
    try await fixture.chain.advance(seconds: 91 * 86_400)
    _ = try await fixture.client.planReclaim(number, from: student.address).send(from: student)
    let (browser, form) = (try await fixture.browser(), "action=\"/lectures/\(number)/buy\"")
    let visitor = try await PlatformFixture(fixture).browser(of: "student")
    for language in Language.allCases {
      let page = await browser.get("/lectures/\(number)", language: language).text
      #expect(page.contains(language[LecturePageText.paidBack]) && !page.contains(form), "\(page)")
    }
    let said = LecturePageText.paidBack.english
    let page = await visitor.get("/lectures/\(number)").text
    #expect(page.contains(said) && !page.contains(form), "\(page)")
    let rating = await browser.get("/lectures/\(number)/rate").text
    #expect(rating.contains(said) && !rating.contains("score-0"), "\(rating)")
    #expect(await !browser.get("/lectures").text.contains("badge good"))
    // Whoever asks all the same is told, and led to the page that says so.
    let refused = await browser.post("/lectures/\(number)/buy")
    #expect(refused.status == 409 && refused.text.contains(PageAdvice.paidBack.english), "\(refused.text)")
    try await fixture.reopen(number, price: 12)
    for next in [await browser.get("/lectures/\(number)").text, await visitor.get("/lectures/\(number)").text] {
      #expect(next.contains(form) && !next.contains(said), "\(next)")
      #expect(next.contains(MinePageText.reclaimed.english), "\(next)")
    }
  }

  @Test("the review of a purchase names the runs that were bought before, on a platform too")
  func boughtBefore() async throws {
    let (fixture, number) = try await reopened()
    let (browser, platform) = (try await fixture.browser(), try PlatformFixture(fixture))
    let path = "/lectures/\(number)/buy"
    for (name, isTold) in [("student", true), ("other", false)] {
      _ = await browser.post("/settings", ["account": name])
      let visitor = try await platform.browser(of: name)
      let review = try #require(await browser.post(path).location)
      let own = await browser.get(review)
      #expect(own.status == 200 && own.text.contains("Bought before") == isTold, "\(own.text)")
      let asked = try #require(await visitor.post(path).location)
      let wallet = await visitor.get(asked)
      #expect(wallet.status == 200 && wallet.text.contains("Bought before") == isTold, "\(wallet.text)")
    }
  }

  @Test("on a platform who signed in makes one and everybody checks it, without files")
  func platform() async throws {
    let (own, number) = try await reopened()
    let platform = try PlatformFixture(own)
    let (student, stranger) = (try await platform.browser(of: "student"), try await platform.stranger())
    let path = "/lectures/\(number)/runs/0/receipt"
    #expect(await student.get("/lectures/\(number)").text.contains("href=\"\(path)\""))
    let receipt = try PurchaseReceipt(parsing: await student.get("\(path)/receipt.json").text)
    #expect(await stranger.get(path).location?.hasPrefix("/sign-in") == true)
    let page = await stranger.get(ReceiptPages.check(receipt).text)
    #expect(page.status == 200 && page.text.contains("The receipt is good"), "\(page.text)")
    #expect(!page.text.contains("type=\"file\""))
    #expect(await stranger.post("/receipts").status == 405)
  }

  @Test("the pages speak all three languages", arguments: Language.allCases)
  func languages(language: Language) async throws {
    let (fixture, number) = try await reopened()
    let student = try #require(fixture.keys["student"]).address
    let receipt = try await fixture.client.receipts.receipt(number, run: 0, of: student)
    let browser = try await fixture.browser()
    let page = await browser.get("/lectures/\(number)/runs/0/receipt", language: language).text
    #expect(page.contains(language[ReceiptPageText.title]) && page.contains(language[ReceiptPageText.asFile]))
    let check = await browser.get(ReceiptPages.check(receipt).text, language: language).text
    #expect(check.contains(language[ReceiptPageText.good]) && check.contains(language[ReceiptPageText.fileHint]))
    for text in [page, check] { #expect(text.ranges(of: "<h1>").count == 1) }
  }
}
