import ChainSupport
import Keys
import LectureKit
import Localization
import NodeDoubles
import NodeRPC
import Operations
import Outbox
import Primitives
import Testing

@testable import WebApp

/// Pages over several nodes, of which one lies: what is shown is what enough of them tell, and what they do not agree on is
/// no fact to buy by.
@Suite("Pages over several nodes")
struct QuorumPageTests {
  /// A further node of a fixture's chain, which changes its answers to a method.
  private func node(
    of fixture: SiteFixture, to method: String = "eth_none",
    tells forged: @escaping @Sendable (String) -> String = { $0 }
  ) throws -> FaultProxy {
    try FaultProxy.node(beside: fixture.chain.url, to: method, tells: forged)
  }

  /// A node that tells 9 in the place of each 7 that a contract returns.
  private func liar(of fixture: SiteFixture) throws -> FaultProxy {
    try FaultProxy.node(beside: fixture.chain.url, tells: 9, for: 7)
  }

  /// A node that tells that each account holds one peb.
  private func poorLiar(of fixture: SiteFixture) throws -> FaultProxy {
    try node(of: fixture, to: "eth_getBalance") {
      $0.replacing(#/"result":"0x[0-9a-f]+"/#, with: #""result":"0x1""#)
    }
  }

  private func host(_ url: String) -> String { String(url.trimmingPrefix("http://").prefix { $0 != "/" }) }

  /// A site with a lecture that costs 7, and the words of that price and of the lie.
  private func market() async throws -> (own: SiteFixture, lecture: UInt256, price: String, lie: String) {
    let own = try await SiteFixture.open()
    let number = try await own.openLecture("Soil, year one", price: 7)
    let network = try own.site.settings.network()
    return (own, number, network.text(try Price(klay: 7)), network.text(try Price(klay: 9)))
  }

  @Test("show what two of three tell, whoever is asked first, and name who contradicts it")
  func majority() async throws {
    let (own, number, price, lie) = try await market()
    let (liar, honest) = (try liar(of: own), try node(of: own))
    for urls in [[liar.url, own.chain.url, honest.url], [own.chain.url, honest.url, liar.url]] {
      let browser = try await own.over(urls, quorum: 2).browser()
      for path in ["/lectures", "/lectures/\(number)"] {
        let page = await browser.get(path)
        #expect(page.status == 200 && page.text.contains(price) && !page.text.contains(lie), "\(page.text)")
        #expect(page.text.contains("agreed by 2 of 3") && page.text.contains("contradicted: "), "\(page.text)")
      }
      #expect(await browser.get("/lectures/\(number)").text.contains("/lectures/\(number)/buy"))
      for path in ["/mine", "/mine/owner", "/mine/teaching"] {
        let page = await browser.get(path)
        #expect(page.status == 200 && page.text.contains("agreed by "), "\(page.text)")
      }
    }
  }

  @Test("show no price on which two contradict each other, but who tells what, and offer no purchase")
  func contradiction() async throws {
    let (own, number, price, _) = try await market()
    let liar = try liar(of: own)
    for urls in [[own.chain.url, liar.url], [liar.url, own.chain.url]] {
      let fixture = own.over(urls, quorum: 2)
      let browser = try await fixture.browser()
      for path in ["/lectures", "/lectures/\(number)", "/mine/owner", "/lectures/\(number)/reopen"] {
        let page = await browser.get(path)
        #expect(page.status == 503 && page.text.contains("The answer is disputed"), "\(page.text)")
        #expect(urls.allSatisfy { page.text.contains("(\(host($0)))") } && page.text.contains(price), "\(page.text)")
        #expect(!page.text.contains("/buy") && page.text.contains("buy nothing before they agree"), "\(page.text)")
      }
      let refused = await browser.post("/lectures/\(number)/buy")
      #expect(refused.status == 503 && refused.location == nil, "\(refused.text)")
      #expect(try await fixture.site.outbox().intents().isEmpty)
    }
  }

  @Test("offer a purchase at the price that a quorum tells, whoever is asked first, but not against the trial")
  func purchase() async throws {
    let (own, number, price, lie) = try await market()
    let (liar, honest) = (try liar(of: own), try node(of: own))
    for urls in [[own.chain.url, honest.url, liar.url], [liar.url, own.chain.url, honest.url]] {
      let browser = try await own.over(urls, quorum: 2).browser()
      let review = try #require(await browser.post("/lectures/\(number)/buy").location)
      let text = await browser.get(review).text
      #expect(text.contains(price) && !text.contains(lie), "\(text)")
    }
    let refusing = try node(of: own, to: "eth_estimateGas", tells: RefusedTrial.wrongPayment)
    let browser = try await own.over([refusing.url, own.chain.url, honest.url], quorum: 2).browser()
    let refused = await browser.post("/lectures/\(number)/buy")
    #expect(refused.status == 503 && refused.location == nil, "\(refused.text)")
    #expect(refused.text.contains("wrong payment (\(host(refusing.url)))"), "\(refused.text)")
  }

  @Test("of wallets show the balances that two of three tell, and say so where two contradict each other")
  func balances() async throws {
    let own = try await SiteFixture.open()
    let (liar, honest) = (try poorLiar(of: own), try node(of: own))
    let student = try #require(own.keys["student"]).address
    let network = try own.site.settings.network()
    let held = network.text(try await own.chain.node.balance(of: student, at: .latest))
    let lie = network.text(Amount(wei: 1))
    let disputing = try await own.over([liar.url, own.chain.url], quorum: 2).browser()
    for path in ["/wallets", "/wallets/student"] {
      let page = await disputing.get(path)
      #expect(page.status == 200 && page.text.contains("The balances are disputed"), "\(page.text)")
      #expect(!page.text.contains("class=\"price\">\(lie)"), "\(page.text)")
    }
    #expect(await disputing.get("/wallets/student/send").text.contains("disputed: the nodes contradict each other"))
    let agreeing = try await own.over([liar.url, own.chain.url, honest.url], quorum: 2).browser()
    let page = await agreeing.get("/wallets/student")
    #expect(page.text.contains("class=\"price\">\(held)") && !page.text.contains("are disputed"), "\(page.text)")
    #expect(page.text.contains("agreed by 2 of 3") && page.text.contains("contradicted: balances["), "\(page.text)")
  }

  @Test(
    "of one node say so",
    arguments: [
      (Language.english, "As one node tells it."), (.korean, "노드 하나의 답입니다."), (.ukrainian, "Так каже один вузол."),
    ])
  func oneNode(language: Language, words: String) async throws {
    let (own, number, _, _) = try await market()
    let browser = try await own.browser()
    for path in [
      "/lectures", "/lectures/\(number)", "/mine", "/mine/teaching", "/mine/owner", "/wallets",
      "/wallets/student/receive",
    ] {
      let page = await browser.get(path, language: language)
      #expect(page.status == 200 && page.text.contains(words), "\(page.text)")
    }
  }

  @Test("of a platform show visitors no price on which its nodes contradict each other")
  func platform() async throws {
    let (own, number, price, _) = try await market()
    let (liar, honest) = (try liar(of: own), try node(of: own))
    let two = try await PlatformFixture(
      own, values: [.endpoint: [own.chain.url, liar.url], .quorum: ["2"]]
    ).stranger()
    let disputed = await two.get("/lectures/\(number)")
    #expect(disputed.status == 503 && disputed.text.contains("The answer is disputed"), "\(disputed.text)")
    #expect(!disputed.text.contains("/buy"))
    let three = try await PlatformFixture(
      own, values: [.endpoint: [liar.url, own.chain.url, honest.url], .quorum: ["2"]]
    ).stranger()
    let agreed = await three.get("/lectures/\(number)")
    #expect(agreed.status == 200 && agreed.text.contains(price), "\(agreed.text)")
  }
}
