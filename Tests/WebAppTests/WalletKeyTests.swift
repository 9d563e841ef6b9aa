import HTTPTypes
import Keys
import Keystores
import Primitives
import Testing

@testable import WebApp

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
