import Foundation
import HTTPTypes
import Keys
import Keystores
import Operations
import Primitives
import Testing

@testable import WebApp

@Suite("Making a wallet on pages")
struct WalletMakingTests {
  private let choices = [
    "name": "alice", "words": "12", "phrase-language": "english", "new-password": "long enough",
    "new-password-2": "long enough",
  ]

  /// The words on a page, in their order.
  private func words(_ page: TestBrowser.Reading) -> [String] {
    guard let start = page.text.range(of: "<ol class=\"words\"") else { return [] }
    let list = page.text[start.upperBound...].components(separatedBy: "</ol>")[0]
    return list.components(separatedBy: "<li>").dropFirst().map {
      String($0.prefix { $0 != "<" })
    }
  }

  /// The places of the words that a page asks for, from 1.
  private func asked(_ page: TestBrowser.Reading) -> [Int] {
    page.text.components(separatedBy: "name=\"word-").dropFirst().compactMap { Int($0.prefix { $0 != "\"" }) }
  }

  @Test(
    "words are shown once, three of them are given back, and only then is there a wallet",
    arguments: ["english", "korean"])
  func wholeWay(language: String) async throws {
    let fixture = try await SiteFixture.open()
    let browser = try await fixture.browser()
    let path = try #require(
      await browser.post("/wallets/new", choices.merging(["phrase-language": language]) { $1 }).location)
    let page = await browser.get(path)
    let words = words(page)
    #expect(words.count == 12)
    #expect(page.text.contains("data-secret"))
    #expect(page.headers[.cacheControl] == "no-store")
    #expect(try await fixture.site.keystores().list().count == 3)
    let check = path.replacing("/words", with: "/check")
    let asked = asked(await browser.get(check))
    #expect(Set(asked).count == 3)
    let answers = Dictionary(uniqueKeysWithValues: asked.map { ("word-\($0)", " \(words[$0 - 1].uppercased()) ") })
    let done = try await browser.follow(check, answers)
    #expect(done.status == 200)
    let address = try await Mnemonic(phrase: words.joined(separator: " ")).addresses(
      passphrase: "", at: [try .ethereum()])[0]
    #expect(done.text.contains(address.checksummed))
    #expect(done.text.contains("key of a recovery phrase"))
    #expect(await browser.post(check, answers).location == "/wallets/alice")
    #expect(
      try await fixture.site.keystores().unlock("alice", password: SecretBytes(utf8: "long enough")).address == address)
  }

  @Test("neither Back nor a reload shows the words again, nor does another session, nor a look at the page's head")
  func once() async throws {
    let fixture = try await SiteFixture.open()
    let (browser, other) = (try await fixture.browser(), try await fixture.browser())
    let path = try #require(await browser.post("/wallets/new", choices).location)
    #expect(words(await other.get(path)).isEmpty)
    #expect(await fixture.answer("HEAD", path, headers: [("Cookie", browser.cookie)]).status == .gone)
    #expect(words(await browser.get(path)).count == 12)
    for _ in 0..<2 {
      let again = await browser.get(path)
      #expect(again.status == 410)
      #expect(words(again).isEmpty)
      #expect(again.text.contains("They are not shown again"))
      #expect(again.text.contains("href=\"/wallets/new\""))
    }
  }

  @Test("wrong words make no wallet, are not written back, and three times are the end")
  func wrongWords() async throws {
    let fixture = try await SiteFixture.open()
    let browser = try await fixture.browser()
    let path = try #require(await browser.post("/wallets/new", choices).location)
    let words = words(await browser.get(path))
    let check = path.replacing("/words", with: "/check")
    let asked = asked(await browser.get(check))
    var answers = Dictionary(uniqueKeysWithValues: asked.map { ("word-\($0)", words[$0 - 1]) })
    answers["word-\(asked[0])"] = "xylophone"
    for _ in 0..<2 {
      let answer = await browser.post(check, answers)
      #expect(answer.status == 422)
      #expect(answer.text.contains("href=\"#word-\(asked[0])\""))
      #expect(!answer.text.contains("xylophone") && !answer.text.contains("value=\"\(words[asked[1] - 1])\""))
    }
    #expect(await browser.post(check, answers).status == 410)
    answers["word-\(asked[0])"] = words[asked[0] - 1]
    #expect(await browser.post(check, answers).status == 410)
    #expect(try await fixture.site.keystores().list().count == 3)
  }

  @Test("the words are gone after a quarter of an hour, by locking, and when another wallet is begun")
  func ends() async throws {
    let draft = PhraseDraft("a", try Mnemonic.generate(), password: SecretBytes(utf8: "x"), now: 1000)
    let session = WebSession { 1000 + PhraseDraft.lifetime }
    session.begin(draft)
    #expect(session.draft(draft.id)?.words() == nil)
    let fixture = try await SiteFixture.open()
    let browser = try await fixture.browser()
    let first = try #require(await browser.post("/wallets/new", choices).location)
    let second = try #require(await browser.post("/wallets/new", choices).location)
    #expect(await browser.get(first).status == 410)
    _ = await browser.post("/lock")
    #expect(await browser.get(second).status == 410)
  }

  @Test(
    "a name that is taken or cannot be one, and passwords that differ, are told at their fields",
    arguments: [
      (["name": "student"], "name"), (["name": ""], "name"), (["name": "0x123"], "name"), (["name": "../x"], "name"),
      (["new-password-2": "other"], "new-password-2"), (["new-password": "", "new-password-2": ""], "new-password"),
    ])
  func problems(changes: [String: String], field: String) async throws {
    let fixture = try await SiteFixture.open()
    let answer = await (try await fixture.browser()).post("/wallets/new", choices.merging(changes) { $1 })
    #expect(answer.status == 422)
    #expect(answer.text.contains("href=\"#\(field)\""))
    #expect(!answer.text.contains("long enough"))
  }

  @Test("a name that looks like another's has to be agreed to")
  func lookAlike() async throws {
    let fixture = try await SiteFixture.open()
    let browser = try await fixture.browser()
    let answer = await browser.post("/wallets/new", choices.merging(["name": "Student"]) { $1 })
    #expect(answer.status == 422)
    #expect(answer.text.contains("name=\"agree\""))
    #expect(
      await browser.post("/wallets/new", choices.merging(["name": "Student", "agree": "yes"]) { $1 }).status == 303)
  }
}
