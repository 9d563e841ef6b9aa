import ChainSupport
import ContractClient
import Foundation
import Keys
import LectureKit
import Localization
import Primitives
import Testing

@testable import WebApp

@Suite("Ratings and prices on the page of a lecture", .timeLimit(.minutes(10)))
struct RatingPageTests {
  @Test("single ratings are shown on request, by fifths, and the figure beside the bars")
  func spread() async throws {
    let fixture = try await SiteFixture.open(["student", "teacher", "second", "third"])
    let number = try await fixture.openLecture("Rated")
    let given = ["student": [100, 100, 100, 100, 100], "second": [90, 80, 70, 80, 90], "third": [0, 10, 20, 10, 0]]
    for (name, scores) in given.sorted(by: { $0.key < $1.key }) {
      let key = try #require(fixture.keys[name])
      _ = try await fixture.client.planPurchase(number, from: key.address).send(from: key)
      _ = try await fixture.client.planEvaluation(number, scores: try Scores(scores), from: key.address).send(from: key)
    }
    #expect(try await fixture.client.ratings(of: number).count == 3)
    let browser = try await fixture.browser()
    let plain = await browser.get("/lectures/\(number)").text
    #expect(plain.contains("class=\"radar\"") && plain.contains("href=\"/lectures/\(number)?ratings=yes\""))
    #expect(!plain.contains("80–100"))
    for language in Language.allCases {
      let page = await browser.get("/lectures/\(number)?ratings=yes", language: language).text
      #expect(page.contains("80–100</span><span class=\"number\">2</span>"))
      #expect(page.contains("0–19</span><span class=\"number\">1</span>"))
      #expect(page.contains("40–59</span><span class=\"number\">0</span>"))
    }
  }

  @Test("the five questions are number fields; the sliders beside them are there with a script alone")
  func withoutScript() async throws {
    let fixture = try await SiteFixture.open()
    let number = try await fixture.openLecture("Rated")
    let student = try #require(fixture.keys["student"])
    _ = try await fixture.client.planPurchase(number, from: student.address).send(from: student)
    let browser = try await fixture.browser()
    let page = await browser.get("/lectures/\(number)/rate").text
    for language in Language.allCases {
      let words = await browser.get("/lectures/\(number)/rate", language: language).text
      #expect(words.contains(language[FormText.ratingIsFinal]))
    }
    #expect(page.matches(of: /<input [^>]*type="number"[^>]*>/).count == 5)
    let sliders = page.matches(of: /<input [^>]*type="range"[^>]*>/).map { String($0.output) }
    #expect(sliders.count == 5 && sliders.allSatisfy { $0.contains(" hidden") }, "\(sliders)")
    // The script makes sliders of them.
    let script = await fixture.answer("GET", Assets().link("site.js").text)
    let bytes: [UInt8] = if case .bytes(let bytes) = script.body { bytes } else { [] }
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains("slider.hidden = false"))
    // Beside an empty field it shows no score, to the eye and to a reader of the screen.
    #expect(
      text.contains("classList.toggle('unset', isEmpty)") && text.contains("'aria-valuetext', slider.dataset.unset"))
    for language in Language.allCases {
      let words = await browser.get("/lectures/\(number)/rate", language: language).text
      #expect(words.components(separatedBy: "data-unset=\"\(language[FormText.scoreUnset])\"").count == 6)
    }
    let style = await fixture.answer("GET", Assets().link("site.css").text)
    let rules: [UInt8] = if case .bytes(let bytes) = style.body { bytes } else { [] }
    #expect(String(decoding: rules, as: UTF8.self).contains("input.unset::-webkit-slider-thumb"))
  }

  @Test("the prices of its runs are listed once there are several")
  func prices() async throws {
    let fixture = try await SiteFixture.open()
    let number = try await fixture.openLecture("Twice", price: 10)
    let browser = try await fixture.browser()
    #expect(!(await browser.get("/lectures/\(number)").text.contains("Prices of its runs")))
    let (teacher, owner) = (try #require(fixture.keys["teacher"]), try #require(fixture.keys["owner"]))
    _ = try await fixture.client.planSettlement(number, from: owner.address).send(from: owner)
    _ = try await fixture.client.planReopen(number, price: try Price(klay: 25), from: teacher.address).send(
      from: teacher)
    let page = await browser.get("/lectures/\(number)").text
    #expect(page.contains("Prices of its runs") && page.contains("10 KLAY") && page.contains("25 KLAY"))
    #expect(await browser.get("/lectures/\(number)?ratings=yes").text.contains("No ratings yet"))
  }
}
