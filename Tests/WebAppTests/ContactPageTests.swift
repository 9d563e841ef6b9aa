import Keys
import Localization
import Testing

@testable import WebApp

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
