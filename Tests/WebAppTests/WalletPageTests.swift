import ChainSupport
import Foundation
import HTTPTypes
import NodeRPC
import Outbox
import Keys
import Keystores
import Localization
import Operations
import Primitives
import QRCodes
import Testing
import WalletBook

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

@Suite("Wallets on pages")
struct WalletPageTests {
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
    #expect(await browser.get("/wallets/student").text.contains("−1.5 KLAY"))
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

@Suite("Keys on pages")
struct WalletKeyTests {
  private let password = ["new-password": "long enough", "new-password-2": "long enough"]
  /// The first key of the phrase is published (Hardhat, Anvil).
  private let phrase = "test test test test test test test test test test test junk"
  private let first = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"

  @Test("words, a private key and a key file are taken over; what is wrong with one is told at its field")
  func importing() async throws {
    let fixture = try await SiteFixture.open()
    let browser = try await fixture.browser()
    let wrong = await browser.post(
      "/wallets/import", password.merging(["name": "w", "secret": "test test junk"]) { $1 })
    #expect(wrong.status == 422)
    #expect(wrong.text.contains("href=\"#secret\"") && !wrong.text.contains("test test junk"))
    let words = try await browser.follow(
      "/wallets/import", password.merging(["name": "words", "secret": phrase]) { $1 })
    #expect(words.text.contains(first) && words.text.contains("key of a recovery phrase"))
    let key = try PrivateKey.random()
    let digits = key.secret.withUnsafeBytes { Hex.encode($0) }
    let made = try await browser.follow("/wallets/import", password.merging(["name": "key", "secret": digits]) { $1 })
    #expect(made.text.contains(key.address.checksummed))
    let twice = await browser.post("/wallets/import", password.merging(["name": "key2", "secret": digits]) { $1 })
    #expect(twice.status == 422)
    let agreed = password.merging(["name": "key2", "secret": digits, "agree": "yes"]) { $1 }
    #expect(await browser.post("/wallets/import", agreed).status == 422)
    let file = try KeystoreFile.encrypt(try PrivateKey.random(), password: SecretBytes(utf8: "theirs"), kdf: .light)
    for (word, status) in [("", 422), ("wrong", 422), ("theirs", 303)] {
      let answer = await browser.upload(
        "/wallets/import/file", "file", file.bytes, ["file-name": "theirs", "file-password": word])
      #expect(answer.status == status)
    }
    #expect(try await fixture.site.keystores().list().map(\.name).sorted().suffix(3) == ["teacher", "theirs", "words"])
  }

  @Test("a key is shown after its password alone, hidden until it is opened, and its file is what it was")
  func backup() async throws {
    let fixture = try await SiteFixture.open()
    let browser = try await fixture.browser()
    let key = try #require(fixture.keys["student"])
    let digits = key.secret.withUnsafeBytes { Hex.encode($0) }
    for word in ["", "wrong"] {
      let answer = await browser.post("/wallets/student/backup", ["password": word])
      #expect(answer.status == 422)
      #expect(!answer.text.contains(digits))
    }
    let shown = await browser.post("/wallets/student/backup", ["password": SiteFixture.password])
    #expect(shown.status == 200 && shown.headers[.cacheControl] == "no-store")
    #expect(shown.text.contains("<details data-secret=\"\">") && shown.text.contains(digits))
    let file = await browser.get("/wallets/student/key-file")
    #expect(
      try KeystoreFile(Array(file.text.utf8)).decrypt(password: SecretBytes(utf8: SiteFixture.password)).address
        == key.address)
  }

  @Test("wrong passwords are counted over all pages of an account")
  func tries() async throws {
    let fixture = try await SiteFixture.open()
    let browser = try await fixture.browser()
    for _ in 0..<3 { _ = await browser.post("/wallets/student/backup", ["password": "wrong"]) }
    for _ in 0..<2 {
      _ = await browser.post("/wallets/student/password", password.merging(["password": "wrong"]) { $1 })
    }
    #expect(await browser.post("/wallets/student/backup", ["password": SiteFixture.password]).status == 429)
    #expect(await browser.post("/wallets/teacher/backup", ["password": SiteFixture.password]).status == 200)
  }

  @Test("a wallet is watched, renamed and removed; a key goes only for its name")
  func changing() async throws {
    let fixture = try await SiteFixture.open()
    let browser = try await fixture.browser()
    #expect(
      await browser.post("/wallets/watch", ["name": "cold", "address": first]).location?.hasPrefix("/wallets/cold")
        == true)
    #expect(await browser.get("/wallets").text.contains("watched only"))
    #expect(await browser.post("/wallets/cold/send", ["to": "teacher", "amount": "1"]).status == 404)
    #expect(await browser.post("/wallets/cold/rename", ["name": "teacher"]).status == 422)
    #expect(await browser.post("/wallets/cold/rename", ["name": "vault"]).location == "/wallets/vault")
    #expect(await browser.post("/wallets/vault/remove", ["typed": "vault"]).location == "/wallets")
    #expect(await browser.get("/wallets/vault").status == 404)
    #expect(await browser.post("/wallets/student/rename", ["name": "pupil"]).location == "/wallets/pupil")
    #expect(await browser.get("/settings").text.contains("pupil"))
    #expect(await browser.post("/wallets/pupil/remove", ["typed": "student"]).status == 422)
    #expect(try await fixture.site.keystores().list().count == 3)
    #expect(await browser.post("/wallets/pupil/remove", ["typed": "pupil"]).status == 303)
    #expect(try await fixture.site.keystores().list().map(\.name) == ["owner", "teacher"])
  }

  @Test("the old password has to be right before there is a new one")
  func newPassword() async throws {
    let fixture = try await SiteFixture.open()
    let browser = try await fixture.browser()
    let path = "/wallets/student/password"
    #expect(await browser.post(path, password.merging(["password": "wrong"]) { $1 }).status == 422)
    #expect(await browser.post(path, password.merging(["password": SiteFixture.password]) { $1 }).status == 303)
    #expect(
      try await fixture.site.keystores().unlock("student", password: SecretBytes(utf8: "long enough")).address
        == fixture.keys["student"]?.address)
  }
}

@Suite("Contacts on pages")
struct ContactPageTests {
  private let address = "0x5CbDd86a2FA8Dc4bDdd8a8f69dBa48572EeC07FB"

  @Test("a contact is added, paid by its name, renamed and removed")
  func wholeWay() async throws {
    let fixture = try await SiteFixture.open()
    let browser = try await fixture.browser()
    #expect(await browser.post("/contacts", ["name": "school", "address": address]).location == "/contacts")
    #expect(await browser.get("/contacts").text.contains("/wallets/student/send?to=school"))
    #expect(await browser.post("/wallets/student/send", ["to": "school", "amount": "1"]).status == 303)
    #expect(await browser.post("/contacts/school/rename", ["name": "university"]).status == 303)
    #expect(await browser.get("/contacts/school").status == 404)
    #expect(await browser.post("/contacts/university/remove").status == 303)
    #expect(!(await browser.get("/contacts").text.contains("university")))
  }

  @Test(
    "the objections are those of the commands: taken names, invalid ones and mistyped addresses are refused, others agreed to",
    arguments: [
      (["name": "teacher"], "name"), (["name": "-x"], "name"), (["address": "0x5CbD"], "address"),
      (["name": "Teacher"], "agree"), (["name": "school.eth"], "agree"), (["address": "teacher"], "agree"),
    ])
  func objections(changes: [String: String], field: String) async throws {
    let fixture = try await SiteFixture.open()
    let browser = try await fixture.browser()
    let fields = ["name": "school", "address": address].merging(changes) { $1 }
    let answer = await browser.post("/contacts", fields)
    #expect(answer.status == 422)
    #expect(answer.text.contains("href=\"#\(field)\""))
    if field == "agree" {
      #expect(await browser.post("/contacts", fields.merging(["agree": "yes"]) { $1 }).status == 303)
    }
  }

  @Test("names that others chose stay text", arguments: Language.allCases)
  func hostileNames(language: Language) async throws {
    let fixture = try await SiteFixture.open()
    let browser = try await fixture.browser()
    let names = ["<script>alert(1)<", "x\"\u{301} autofocus onfocus=alert(1)", "{{7*7}}", "a b&c=d?#%20"]
    for name in names {
      let added = await browser.post("/contacts", ["name": name, "address": address, "agree": "yes"])
      guard added.status == 303 else { continue }
      for path in ["/contacts", "/contacts/\(PercentCoding.encoded(name))", "/wallets/student/send"] {
        let page = await browser.get(path, language: language)
        #expect(page.status == 200)
        #expect(!page.text.contains("<script>alert") && !page.text.contains(" onfocus=alert(1)>"))
      }
    }
    #expect(await browser.get("/contacts").text.contains("{{7*7}}"))
  }
}
