import ChainSupport
import Foundation
import Keys
import Keystores
import Localization
import NodeDoubles
import NodeRPC
import Operations
import Outbox
import Primitives
import QRCodes
import StrictJSON
import Testing
import WalletBook

@testable import WebApp

@Suite("Wallets on pages")
struct WalletPageTests {
  @Test("a wallet that was just made says which account acts, where it is another one")
  func anotherActs() async throws {
    let browser = try await SiteFixture.open(["student", "teacher"]).browser()
    #expect(await browser.get("/wallets/teacher?made=yes").text.contains("student is still the account that buys"))
    #expect(await !browser.get("/wallets/student?made=yes").text.contains("is still the account"))
  }

  @Test("the list has every wallet with its balance and the sum, in every language", arguments: Language.allCases)
  func list(language: Language) async throws {
    let fixture = try await SiteFixture.open()
    let browser = try await fixture.browser()
    let page = await browser.get("/wallets", language: language)
    #expect(page.status == 200)
    for name in ["student", "teacher", "owner"] { #expect(page.text.contains(">\(name)</bdi>")) }
    for path in [
      "/wallets/student", "/wallets/student/receive", "/wallets/student/send", "/contacts", "/scan",
      "/wallets/new", "/wallets/import", "/wallets/watch", "/wallets/student/backup", "/wallets/student/rename",
      "/wallets/student/remove", "/wallets/student/password", "/wallets/student/receive?amount=1,5",
    ] {
      let page = await browser.get(path, language: language)
      #expect(page.status == 200, "\(path)")
      #expect(page.text.components(separatedBy: "<h1>").count == 2)
    }
    #expect(await browser.get("/wallets/nobody").status == 404)
  }

  @Test("an empty wallet is to be filled first: to receive is its main button, where one with money sends")
  func mainButton() async throws {
    let fixture = try await SiteFixture.open()
    let teacher = try #require(fixture.keys["teacher"]).address
    _ = try await fixture.chain.node.call("anvil_setBalance", [.string(teacher.checksummed), "0x0"])
    let browser = try await fixture.browser()
    for (name, main, other) in [("student", "send", "receive"), ("teacher", "receive", "send")] {
      let page = await browser.get("/wallets/\(name)").text
      #expect(page.contains("href=\"/wallets/\(name)/\(main)\" class=\"button main\""), "\(page)")
      #expect(page.contains("href=\"/wallets/\(name)/\(other)\" class=\"button\""), "\(page)")
    }
  }

  @Test("without a wallet the list says the next step")
  func empty() async throws {
    let fixture = try await SiteFixture.open()
    for entry in try await fixture.site.keystores().list() {
      try await fixture.site.keystores().remove(entry.fileName, expecting: entry.address)
    }
    let page = await (try await fixture.browser()).get("/wallets")
    #expect(page.status == 200)
    #expect(page.text.contains("There is no wallet yet") && page.text.contains("href=\"/wallets/new\""))
  }

  @Test("a node that is down leaves the book's numbers with their age")
  func nodeDown() async throws {
    let fixture = try await SiteFixture.open()
    let browser = try await fixture.browser()
    let before = await browser.get("/wallets/student")
    #expect(!before.text.contains("The node gives no balances"))
    let lonely = try await fixture.withoutNode().browser()
    for path in ["/wallets", "/wallets/student"] {
      let page = await lonely.get(path)
      #expect(page.status == 200)
      #expect(page.text.contains("The node gives no balances now") && page.text.contains("As of "))
    }
  }

  @Test("money is sent after a review, once, and stands among the moves")
  func sending() async throws {
    let fixture = try await SiteFixture.open()
    let browser = try await fixture.browser()
    let (student, teacher) = (
      try #require(fixture.keys["student"]).address, try #require(fixture.keys["teacher"]).address
    )
    let before = try await fixture.chain.node.balance(of: teacher, at: .latest)
    let path = try #require(
      await browser.post("/wallets/student/send", ["to": "teacher", "amount": "1,5"]).location)
    #expect(await browser.get(path).text.contains("1.5 KLAY"))
    #expect(try await fixture.chain.node.transactionCount(of: student, at: .latest) == 0)
    let done = try await browser.follow("\(path)/confirm", ["password": SiteFixture.password])
    #expect(done.text.contains("It is done"))
    _ = await browser.post("\(path)/confirm", ["password": SiteFixture.password])
    let after = try await fixture.chain.node.balance(of: teacher, at: .latest)
    #expect(after.wei - before.wei == 1_500_000_000_000_000_000)
    #expect(try await fixture.chain.node.transactionCount(of: student, at: .latest) == 1)
    #expect(await browser.get("/wallets/student").text.contains("-1.5 KLAY"))
    #expect(await browser.get("/wallets/teacher").text.contains("+1.5 KLAY"))
  }

  @Test(
    "a mistyped address, an unknown name, an unclear amount and another chain's request are refused at their fields",
    arguments: [
      (["to": "0x5CbDd86a2FA8Dc4bDdd8a8f69dBa48572EeC07Fb", "amount": "1"], "to"),
      (["to": "0x12", "amount": "1"], "to"),
      (["to": "teachr", "amount": "1"], "to"), (["amount": "1"], "to"),
      (["to": "teacher", "amount": "1,234"], "amount"),
      (["to": "teacher", "amount": "0"], "amount"), (["to": "teacher", "amount": "x"], "amount"),
      (["to": "teacher"], "amount"), (["to": "teacher", "amount": "1", "all": "yes"], "amount"),
      (["to": "teacher", "amount": "0.0000000000000000001"], "amount"),
      (["to": "teacher", "amount": "1", "chain": "8217"], "to"), (["to": "ethereum:0x12", "amount": "1"], "to"),
      (["to": "teacher", "amount": "1", "token": "0x000000000000000000000000000000000000dEaD"], "token"),
    ])
  func refusals(fields: [String: String], field: String) async throws {
    let fixture = try await SiteFixture.open()
    let answer = await (try await fixture.browser()).post("/wallets/student/send", fields)
    #expect(answer.status == 422)
    #expect(answer.text.contains("href=\"#\(field)\""))
    #expect(try await fixture.site.outbox().intents().isEmpty)
  }

  @Test("an address that only looks like a known one has to be agreed to in the review")
  func lookAlikeReceiver() async throws {
    let fixture = try await SiteFixture.open()
    let browser = try await fixture.browser()
    let known = try #require(fixture.keys["teacher"]).address.lowercaseHex
    let poison = known.prefix(8) + String(repeating: "0", count: 28) + known.suffix(6)
    let path = try #require(
      await browser.post("/wallets/student/send", ["to": String(poison), "amount": "1"]).location)
    #expect(await browser.get(path).text.contains("name=\"accept-0\""))
    #expect(await browser.post("\(path)/confirm", ["password": SiteFixture.password]).status == 422)
    #expect(try await fixture.site.outbox().intents().isEmpty)
  }

  @Test(
    "a page that asks for money tells what came since it was opened, and when that is all", arguments: Language.allCases
  )
  func arriving(language: Language) async throws {
    let fixture = try await SiteFixture.open()
    let browser = try await fixture.browser()
    let teacher = try #require(fixture.keys["teacher"]).address
    // Money of before does not count.
    try await fixture.chain.fund(teacher, .klay(1))
    let opened = await browser.get("/wallets/teacher/receive?amount=10", language: language).text
    #expect(
      opened.contains(language[WalletPaymentText.nothingCame]) && opened.contains("data-live=\"block\""), "\(opened)")
    let found = try #require(opened.firstMatch(of: /data-address="([^"]*)"/))
    let address = String(found.output.1).replacing("&amp;", with: "&")
    // A link leads there, too, where no script reads.
    #expect(opened.contains("href=\"\(address.replacing("&", with: "&amp;"))\""), "\(opened)")
    try await fixture.chain.fund(teacher, .klay(4))
    let partly = await browser.get(address, language: language).text
    for words in [WalletPaymentText.came("4 KLAY"), .stillMissing("6 KLAY")] {
      #expect(partly.contains(language[words]), "\(partly)")
    }
    #expect(!partly.contains(language[WalletPaymentText.complete]))
    // The code and its picture ask for the rest.
    #expect(partly.contains("value=6000000000000000000") && partly.contains("code.png?amount=6\""), "\(partly)")
    #expect(partly.contains("data-address=\"\(address.replacing("&", with: "&amp;"))\""))
    try await fixture.chain.fund(teacher, .klay(7))
    let paid = await browser.get(address, language: language).text
    for words in [WalletPaymentText.came("11 KLAY"), .complete] {
      #expect(paid.contains(language[words]), "\(paid)")
    }
    // Nobody pays again what has come.
    #expect(!paid.contains("ethereum:") && !paid.contains("code.png"), "\(paid)")
    // A page that is opened anew counts anew.
    let fresh = await browser.get("/wallets/teacher/receive", language: language).text
    #expect(fresh.contains(language[WalletPaymentText.nothingCame]))
    #expect(!fresh.contains(language[WalletPaymentText.complete]))
  }

  @Test("a page that asks for money is there without a node, and whatever block its address names")
  func arrivingAtNoBlock() async throws {
    let fixture = try await SiteFixture.open()
    let lonely = await (try await fixture.withoutNode().browser()).get("/wallets/teacher/receive")
    #expect(lonely.status == 200 && !lonely.text.contains("data-address"))
    let browser = try await fixture.browser()
    for block in ["x", "-1", ""] {
      let page = await browser.get("/wallets/teacher/receive?since=\(block)")
      #expect(page.status == 200 && page.text.contains(WalletPaymentText.nothingCame.english))
    }
    // What came since a block that nobody can read on from is not known.
    try await fixture.chain.mine(3_700)
    for block in ["18446744073709551615", "0"] {
      let page = await browser.get("/wallets/teacher/receive?since=\(block)")
      #expect(page.status == 200 && !page.text.contains(WalletPaymentText.nothingCame.english), "\(page.text)")
      #expect(!page.text.contains("data-address"), "\(page.text)")
    }
  }

  @Test("the payments of the page that was looked at last are kept when many others are opened")
  func arrivingBesideOthers() async throws {
    let fixture = try await SiteFixture.open()
    let place = try await fixture.site.connection(for: WebSession(clock: { 1_800_000_000 }))
    let arrivals = ArrivedPaymentsCache()
    func opened(_ number: Int) async throws -> ArrivedPayments {
      try #require(try await arrivals.payments(to: Address(truncating: UInt256(number)), after: nil, at: place))
    }
    let first = try await opened(0)
    for number in 1...63 { _ = try await opened(number) }
    for number in 64...66 {
      let again = try await arrivals.payments(to: Address(truncating: UInt256(0)), after: first.start, at: place)
      #expect(again === first)
      _ = try await opened(number)
    }
  }

  @Test("two looks at once read the blocks once, and the next one reads on from where they ended")
  func arrivingTwice() async throws {
    let fixture = try await SiteFixture.open()
    let proxy = try FaultProxy.node(beside: fixture.chain.url)
    let node = try NodeClient(proxy.url, options: .patient)
    let address = Address(truncating: UInt256(7))
    let payments = try #require(try await ArrivedPayments(to: address, after: nil, over: node))
    try await fixture.chain.fund(address, .klay(1))
    let before = proxy.count(of: "eth_getBlockByNumber")
    async let one = payments.look()
    async let other = payments.look()
    let came = try await [one, other]
    #expect(came == [Amount.klay(1).wei, Amount.klay(1).wei])
    // The block from which they read on, and the payment's.
    #expect(proxy.count(of: "eth_getBlockByNumber") - before == 2)
    try await fixture.chain.fund(address, .klay(1))
    let later = try await payments.look()
    #expect(later == Amount.klay(2).wei)
    #expect(proxy.count(of: "eth_getBlockByNumber") - before == 4)
  }

  @Test("a request for another chain is refused as soon as it is read, with the names of both networks")
  func otherChain() async throws {
    let fixture = try await SiteFixture.open()
    let browser = try await fixture.browser()
    let request = "ethereum:0x0707070707070707070707070707070707070707@8217?value=1500000000000000000"
    let picture = try QRCode(request).picture().png()
    for answer in [
      await browser.post("/scan", ["text": request]), await browser.upload("/scan", "picture", picture),
      await browser.post("/wallets/student/send", ["to": request]),
      await browser.get("/wallets/student/send?to=teacher&units=1&chain=8217"),
    ] {
      #expect(answer.status == 422 && answer.location == nil, "\(answer.text)")
      #expect(answer.text.contains("for another chain, kaia; local is in use"), "\(answer.text)")
    }
    let shown = await browser.get("/scan/request?to=0x0707070707070707070707070707070707070707&units=1&chain=8217")
    #expect(shown.text.contains("for another chain, kaia; local is in use"), "\(shown.text)")
    #expect(!shown.text.contains("/wallets/student/send"))
  }

  @Test("money on another chain is not sent either where the node takes longer than a page waits")
  func otherChainOfSlowNode() async throws {
    let fixture = try await SiteFixture.open(patience: .zero)
    let fields = ["to": "teacher", "amount": "1", "chain": "8217"]
    let answer = await (try await fixture.browser()).post("/wallets/student/send", fields)
    #expect(answer.status == 422 && answer.location == nil, "\(answer.text)")
    #expect(answer.text.contains("for another chain, kaia; local is in use"), "\(answer.text)")
  }

  @Test("a request is drawn as a code that says it, and a picture of it leads back to its fields")
  func receiveAndScan() async throws {
    let fixture = try await SiteFixture.open()
    let browser = try await fixture.browser()
    let teacher = try #require(fixture.keys["teacher"]).address
    let request = PaymentRequest(to: teacher, amount: 1_500_000_000_000_000_000, chainID: fixture.chain.chainID).text
    let page = await browser.get("/wallets/teacher/receive?amount=1.5")
    #expect(page.text.contains(request.replacing("&", with: "&amp;")))
    #expect(page.text.contains(try QRCode(request).path))
    let png = await fixture.answer(
      "GET", "/wallets/teacher/receive/code.png?amount=1.5", headers: [("Cookie", browser.cookie)])
    guard case .bytes(let picture) = png.body else { return }
    #expect(try Picture(file: picture).codes() == [request])
    for location in [
      await browser.upload("/scan", "picture", picture).location,
      await browser.post("/scan", ["text": request]).location,
    ] {
      let found = await browser.get(try #require(location))
      #expect(found.text.contains("1.5 KLAY") && found.text.contains("/wallets/student/send?to="))
    }
    let filled = await browser.get(
      "/wallets/student/send?to=\(teacher.checksummed)&units=1500000000000000000&chain=\(fixture.chain.chainID)")
    #expect(filled.text.contains("value=\"\(teacher.checksummed)\"") && filled.text.contains("value=\"1.5\""))
  }

  @Test("what is no request is not repeated, neither in the page nor in its address")
  func secretScanned() async throws {
    let fixture = try await SiteFixture.open()
    let browser = try await fixture.browser()
    let secret = String(repeating: "ab", count: 32)
    for text in [secret, "0x\(secret)", "abandon abandon about", "javascript:alert(1)"] {
      let answer = await browser.post("/scan", ["text": text])
      #expect(answer.status == 422)
      #expect(!answer.text.contains(text) && answer.location == nil)
      let picture = try QRCode(text).picture().png()
      #expect(await !browser.upload("/scan", "picture", picture).text.contains(text))
    }
    #expect(await browser.upload("/scan", "picture", Array("no picture".utf8)).status == 422)
    #expect(await browser.post("/scan", ["text": "lectures:join?x"]).status == 422)
  }
}
