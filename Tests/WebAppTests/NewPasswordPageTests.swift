import Keys
import Localization
import Operations
import Testing

@testable import WebApp

@Suite("New passwords on pages", .timeLimit(.minutes(10)))
struct NewPasswordPageTests {
  private func choices(_ password: String) -> [String: String] {
    [
      "name": "alice", "words": "12", "phrase-language": "english", "new-password": password,
      "new-password-2": password,
    ]
  }

  @Test(
    "that are soon guessed are named before there are words, and taken only if somebody says so",
    arguments: ["1", "1234", "password1", "alice1", "qwertyuiop"])
  func weak(_ password: String) async throws {
    let fixture = try await SiteFixture.open()
    let browser = try await fixture.browser()
    let weakness = try #require(PasswordWeakness.find(in: SecretBytes(utf8: password), of: "alice"))
    let told = await browser.post("/wallets/new", choices(password))
    #expect(told.status == 422 && told.location == nil)
    #expect(told.text.contains("Weak: \(weakness).") && told.text.contains("name=\"weak-password\""))
    #expect(!told.text.contains("value=\"\(password)\""))
    let taken = await browser.post("/wallets/new", choices(password).merging(["weak-password": "yes"]) { $1 })
    #expect(taken.location?.hasSuffix("/words") == true)
  }

  @Test("that are strong are asked nothing about")
  func strong() async throws {
    let browser = try await SiteFixture.open().browser()
    #expect(await !browser.get("/wallets/new").text.contains("weak-password"))
    #expect(await browser.post("/wallets/new", choices("seven slow green boats")).status == 303)
  }

  @Test("are weighed where an account's password is changed, too, by its own name")
  func changed() async throws {
    let browser = try await SiteFixture.open().browser()
    let fields = ["password": SiteFixture.password, "new-password": "student7x", "new-password-2": "student7x"]
    let told = await browser.post("/wallets/student/password", fields)
    #expect(told.status == 422 && told.text.contains("Weak: name."))
    #expect(
      await browser.post("/wallets/student/password", fields.merging(["weak-password": "yes"]) { $1 }).status == 303)
  }

  @Test("have the words of the box in every language", arguments: Language.allCases)
  func words(language: Language) {
    #expect(language[WalletFormText.weakHint].hasSuffix(".") && !language[WalletFormText.weakMeant].isEmpty)
  }
}
