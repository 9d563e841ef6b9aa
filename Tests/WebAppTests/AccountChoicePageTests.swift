import Keys
import Keystores
import Localization
import Operations
import Primitives
import Testing

@testable import WebApp

@Suite("Pages where no account is chosen yet", .timeLimit(.minutes(20)))
struct AccountChoicePageTests {
  private func undecided() async throws -> (SiteFixture, TestBrowser) {
    let fixture = try await SiteFixture.open()
    // Nothing names one any more.
    try fixture.site.reread([.account])
    return (fixture, try await fixture.browser())
  }

  private let request = "/scan/request?to=0x0707070707070707070707070707070707070707&units=1500000000000000000"

  @Test("a scanned payment goes on from any wallet, with what was scanned")
  func scanned() async throws {
    let (_, browser) = try await undecided()
    let page = await browser.get(request).text
    for name in ["owner", "student", "teacher"] { #expect(page.contains("href=\"/wallets/\(name)/send?to=")) }
    let target = try #require(page.firstMatch(of: /href="(\/wallets\/student\/send[^"]*)"/)).output.1
    let send = await browser.get(String(target).replacing("&amp;", with: "&")).text
    #expect(send.contains("0x0707070707070707070707070707070707070707") && send.contains("value=\"1.5\""))
  }

  @Test("a scanned payment leads to a new wallet where there is none")
  func nobody() async throws {
    let (fixture, browser) = try await undecided()
    for entry in try await fixture.site.keystores().list() {
      try await fixture.site.keystores().remove(entry.fileName, expecting: entry.address)
    }
    for path in [request, "/teach/new"] { #expect(await browser.get(path).text.contains("href=\"/wallets/new\"")) }
  }

  @Test(
    "the form of a new lecture asks for the account, and is there as soon as one is chosen",
    arguments: Language.allCases)
  func teaching(language: Language) async throws {
    let (_, browser) = try await undecided()
    let asked = await browser.get("/teach/new", language: language).text
    #expect(asked.contains(language[AccountChoiceText.choose]) && asked.contains("action=\"/wallets/teacher/use\""))
    #expect(asked.contains("name=\"back\" value=\"/teach/new\"") && !asked.contains("name=\"price\""))
    #expect(await browser.post("/wallets/teacher/use", ["back": "/teach/new"]).location == "/teach/new")
    #expect(await browser.get("/teach/new", language: language).text.contains("name=\"price\""))
  }

  @Test(
    "any page and any form that needs an account asks for it, and leads back to where it was needed",
    arguments: ["/mine", "/mine/teaching", "/mine/owner"])
  func everywhere(path: String) async throws {
    let (_, browser) = try await undecided()
    let asked = await browser.get(path)
    #expect(
      asked.text.contains("action=\"/wallets/student/use\"") && asked.text.contains("name=\"back\" value=\"\(path)\""),
      "\(asked.text)")
    #expect(await browser.post("/wallets/student/use", ["back": path]).location == path)
    #expect(await browser.get(path).status == 200)
  }

  @Test("a purchase asks for the account, and leads back to the lecture")
  func purchase() async throws {
    let (fixture, browser) = try await undecided()
    let lecture = try await fixture.openLecture("Soil")
    let asked = await browser.post("/lectures/\(lecture)/buy")
    #expect(asked.text.contains("name=\"back\" value=\"/lectures/\(lecture)\""), "\(asked.text)")
    #expect(asked.text.contains("action=\"/wallets/student/use\"") && !asked.text.contains("under Settings"))
    #expect(
      await browser.post("/wallets/student/use", ["back": "/lectures/\(lecture)"]).location == "/lectures/\(lecture)")
    #expect(await browser.post("/lectures/\(lecture)/buy").location?.hasPrefix("/proposals/") == true)
  }

  @Test("who chose one is led to no other site")
  func elsewhere() async throws {
    let (_, browser) = try await undecided()
    #expect(await browser.post("/wallets/teacher/use", ["back": "//example.com/"]).location == "/wallets/teacher")
  }
}
