import ChainSupport
import ContractClient
import Foundation
import HTTPTypes
import Keys
import LectureKit
import Localization
import Markup
import NodeRPC
import Operations
import Primitives
import StrictJSON
import Testing

@testable import WebApp

@Suite("Invitations on pages")
struct JoinPageTests {
  private func link(
    _ fixture: SiteFixture, network: String = "school", contract: Address? = nil
  ) -> String {
    "lectures:join?network=\(network)&chain=\(fixture.chain.chainID)&contract="
      + "\((contract ?? fixture.client.market.address).checksummed)&block=0&endpoint=\(fixture.chain.url)&symbol=KLAY"
  }

  private func page(_ link: String) -> String { "/join?link=\(PercentCoding.encoded(link))" }

  private func configuration(_ fixture: SiteFixture) -> String? {
    fixture.folder.read(".config/lectures/config.json")
  }

  @Test("an invitation shows where it leads and what is there, and is taken by a form alone")
  func taken() async throws {
    let fixture = try await SiteFixture.open()
    _ = try await fixture.openLecture("Of the school")
    let browser = try await fixture.browser()
    let link = link(fixture)
    for address in [page(link), "/join?" + link.split(separator: "?")[1]] {
      let shown = await browser.get(address)
      #expect(shown.status == 200)
      #expect(shown.text.contains(fixture.client.market.address.checksummed))
      let code = try await fixture.chain.node.code(of: fixture.client.market.address)
      #expect(shown.text.contains(Keccak256.hash(code).hex))
      #expect(shown.text.contains("A node of this network has a lecture contract"))
    }
    #expect(configuration(fixture) == nil)
    let answer = await browser.post("/join", ["link": link])
    #expect(answer.status == 303)
    let joined = await browser.get(try #require(answer.location)).text
    #expect(joined.contains("use the network school now"))
    #expect(joined.contains("href=\"/lectures\" class=\"button main\""), "\(joined)")
    #expect(fixture.site.settings.networkName == "school")
    #expect(try fixture.site.settings.contract() == fixture.client.market.address)
    #expect(await browser.get("/lectures").text.contains("Of the school"))
    #expect(try #require(configuration(fixture)).contains("school"))
    // What was given for this run alone is not kept with it.
    #expect(!(try #require(configuration(fixture)).contains("keystore")))
  }

  @Test(
    "without an invitation the page asks for one, and names its code and a school to look at",
    arguments: Language.allCases)
  func empty(language: Language) async throws {
    let fixture = try await SiteFixture.open()
    let page = await (try await fixture.browser()).get("/join", language: language).text
    #expect(page.contains(language[PageAdvice.getsInvitation]) && page.contains("name=\"link\""), "\(page)")
    #expect(page.contains("href=\"/scan\"") && !page.contains(language[JoinPageText.toTry]), "\(page)")
    var options = fixture.site.options
    options.demoCommand = "a demo"
    let site = Site(
      fixture.site.settings, texts: { PlainTexts(settings: $0) }, outboxes: OpenOutboxes(), options: options)
    let visit = Visit(
      site: site, request: try #require(WebRequest(.get, "/join", hosts: [SiteFixture.authority])), values: [:],
      session: WebSession(clock: options.clock), language: language, assets: Assets())
    let shown = Element("div") { InvitationAlternatives(visit: visit).content }.text(.html)
    #expect(shown.contains(language[JoinPageText.toTry]) && shown.contains(">a demo</code>"), "\(shown)")
  }

  @Test("the words of pages are those of the settings after an invitation was taken, without another start")
  func words() async throws {
    let fixture = try await SiteFixture.open()
    #expect((fixture.site.texts as? PlainTexts)?.settings.networkName == "local")
    let other = try Address("0x0707070707070707070707070707070707070707")
    let answer = await (try await fixture.browser()).post("/join", ["link": link(fixture, contract: other)])
    #expect(answer.status == 303)
    let settings = try #require(fixture.site.texts as? PlainTexts).settings
    #expect(settings.networkName == "school")
    #expect(try settings.contract() == other)
  }

  @Test("an invitation to a network that the program knows by itself replaces nothing that anybody set up")
  func nothingSetUp() async throws {
    let fixture = try await SiteFixture.open()
    let browser = try await fixture.browser()
    let link = link(fixture, network: "local")
    #expect(!(await browser.get(page(link)).text.contains("name=\"replace\"")))
    #expect(await browser.post("/join", ["link": link]).status == 303)
    // By now it is.
    let moved = self.link(fixture, network: "local", contract: try #require(fixture.keys["teacher"]).address)
    #expect(await browser.get(page(moved)).text.contains("name=\"replace\""))
  }

  @Test("a network that is set up changes only with a confirmation of its own")
  func replaced() async throws {
    let fixture = try await SiteFixture.open()
    let browser = try await fixture.browser()
    let joined = link(fixture) + "&site=https://lectures.example"
    #expect(await browser.get(page(joined)).text.contains("https://lectures.example"))
    #expect(await browser.post("/join", ["link": joined]).status == 303)
    #expect(try fixture.site.settings.site() == "https://lectures.example")
    let moved = joined.replacing("lectures.example", with: "other.example")
    #expect(await browser.get(page(moved)).text.contains("Site now"))
    #expect(await browser.post("/join", ["link": moved]).status == 422)
    let other = try #require(fixture.keys["teacher"]).address
    let link = link(fixture, contract: other)
    let shown = await browser.get(page(link)).text
    #expect(shown.contains("would replace") && shown.contains(fixture.client.market.address.checksummed))
    #expect(shown.contains("No contract is at this address."))
    let before = configuration(fixture)
    let refused = await browser.post("/join", ["link": link])
    #expect(refused.status == 422 && refused.text.contains("href=\"#replace\""))
    #expect(configuration(fixture) == before)
    #expect(await browser.post("/join", ["link": link, "replace": "yes"]).status == 303)
    #expect(try fixture.site.settings.contract() == other)
  }

  @Test("what is no invitation is refused with the reason, and changes nothing", arguments: Language.allCases)
  func refused(language: Language) async throws {
    let fixture = try await SiteFixture.open()
    let browser = try await fixture.browser()
    let good = link(fixture)
    let bad = [
      "x", "lectures:join?", "javascript:alert(1)", good + "&more=1", good + "&network=twice",
      good.replacing("network=school", with: "network=kairos"), good.replacing("contract=0x", with: "contract=0X"),
      good.replacing("http://", with: "http://user:secret@"), good + "&" + String(repeating: "a", count: 3000),
      good.replacing("school", with: "<script>alert(1)</script>"),
    ]
    for link in bad {
      let answer = await browser.get(page(link), language: language)
      #expect(answer.status == 422)
      #expect(answer.text.contains("href=\"#link\"") && !answer.text.contains("<script>alert"))
      #expect(await browser.post("/join", ["link": link]).status != 303)
    }
    #expect(await browser.get("/join", language: language).status == 200)
    #expect(await browser.post("/join").status == 400)
    #expect(configuration(fixture) == nil)
    #expect(fixture.site.settings.networkName == "local")
  }

  @Test("code that is not known is told as that, though it has a lecture contract's functions")
  func unknownCode() async throws {
    let fixture = try await SiteFixture.open()
    let address = fixture.client.market.address
    let code = LectureMarket.deployedBytecode + [0]
    _ = try await fixture.chain.node.call(
      "anvil_setCode", [.string(address.checksummed), .string(Hex.encode(code))])
    let shown = try await fixture.browser().get(page(link(fixture))).text
    #expect(shown.contains(Keccak256.hash(code).hex) && shown.contains("not known to this program"))
    #expect(!shown.contains("A node of this network has a lecture contract"))
  }

  @Test("an invitation to a node of another chain, or to none, is shown with what is wrong")
  func wrongNode() async throws {
    let fixture = try await SiteFixture.open()
    let browser = try await fixture.browser()
    let other = link(fixture).replacing("chain=\(fixture.chain.chainID)", with: "chain=4242")
    #expect(await browser.get(page(other)).text.contains("could not be looked at"))
    let nowhere = link(fixture).replacing(fixture.chain.url, with: "http://127.0.0.1:1")
    #expect(await browser.get(page(nowhere)).text.contains("could not be looked at"))
  }

  @Test("a read-only server shows an invitation and takes none")
  func readOnly() async throws {
    let fixture = try await SiteFixture.open(isReadOnly: true)
    let browser = try await fixture.browser()
    let shown = await browser.get(page(link(fixture)))
    #expect(shown.status == 200 && !shown.text.contains("name=\"link\" value=\"lectures:"))
    #expect(await browser.post("/join", ["link": link(fixture)]).status == 403)
    #expect(configuration(fixture) == nil)
  }
}
