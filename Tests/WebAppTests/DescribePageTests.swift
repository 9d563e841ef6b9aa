import ChainSupport
import DatabaseSupport
import Keys
import LectureKit
import Operations
import Primitives
import StrictJSON
import Testing

@testable import WebApp

/// The form on which a teacher describes a lecture, and the signature of a wallet or of an own key.
@Suite(.timeLimit(.minutes(20))) struct DescribePageTests {
  private static let fields = [
    "language-0": "en", "text-0": "Eight evenings.\r\n<b>Bring boots.</b>", "language-1": "ko", "text-1": "저녁 강의",
    "language-2": "uk", "text-2": "", "starts-0": "2026-12-01T18:00", "ends-0": "2026-12-01T19:30", "zone-0": "+02:00",
    "place": "Room 4", "seats": "20", "link": "https://meet.example/soil-4711", "runs": "all",
  ]

  private func school() async throws -> (own: SiteFixture, platform: PlatformFixture, path: String) {
    let own = try await SiteFixture.open(["teacher", "student"])
    let lecture = try await own.openLecture("Soil")
    return (own, try PlatformFixture(own), "/lectures/\(lecture)/describe")
  }

  /// The wallet's part: a signature of the typed data that a page shows.
  private func signature(
    _ own: SiteFixture, _ page: PlatformBrowser.Reading, by name: String = "teacher"
  ) async throws -> String {
    let text = try #require(page.attribute("data-typed")).replacing("&quot;", with: "\"").replacing("&lt;", with: "<")
      .replacing("&gt;", with: ">").replacing("&#39;", with: "'").replacing("&amp;", with: "&")
    let key = try #require(own.keys[name])
    return try await key.sign(typedData: try TypedData(json: try JSON(parsing: text))).bytes65.hex
  }

  @Test("on a platform the teacher's wallet signs what the review shows, and everybody sees it")
  func wallet() async throws {
    let (own, platform, path) = try await school()
    let browser = try await platform.browser(of: "teacher")
    let lecture = String(path.dropLast("/describe".count))
    #expect(await browser.get(lecture).text.contains("href=\"\(path)\""))
    #expect(await browser.get(path).text.contains("name=\"text-2\""))
    let review = try #require(await browser.post(path, Self.fields).location)
    let page = await browser.get(review)
    for part in [
      "Eight evenings.", "&lt;b&gt;Bring boots.", "저녁 강의", "2026-12-01T18:00:00+02:00 – 2026-12-01T19:30:00+02:00",
      "Room 4",
      "20", "https://meet.example/soil-4711", "all runs",
    ] {
      #expect(page.text.contains(part), "\(part): \(page.text)")
    }
    #expect(page.attribute("data-to") == nil && page.attribute("data-fee") == "own")
    // Nobody sees it before it is signed.
    #expect(await !browser.get(lecture).text.contains("Eight evenings"))
    #expect(await browser.tell("\(review)/asked", ["shown": "0"]).json == ["ok": true])
    let signed = try await signature(own, page)
    #expect(await browser.tell("\(review)/signed", ["signature": signed]).json?["state"] == "done")
    // The same once more changes nothing; a transaction is none of it.
    #expect(await browser.tell("\(review)/signed", ["signature": signed]).json?["state"] == "done")
    #expect(await browser.tell("\(review)/sent", ["hash": Hash32.zero.hex]).status == 400)
    #expect(await browser.get(review).text.contains("The description is published"))
    #expect(await browser.get("/transactions").text.contains("Describe the lecture"))
    let stranger = await (try await platform.stranger()).get(lecture).text
    #expect(stranger.contains("Eight evenings.") && stranger.contains("Signed by the teacher"))
    #expect(!stranger.contains("meet.example"))
    // Times are those of the teacher's clock, and say so.
    #expect(stranger.contains("2026-12-01 18:00 UTC+02:00") && stranger.contains("2026-12-01 19:30 UTC+02:00"))
    #expect(stranger.contains("datetime=\"2026-12-01T16:00:00Z\""))
    // The form has it to be changed, the link too, for the teacher alone.
    let again = await browser.get(path).text
    #expect(again.contains("value=\"2026-12-01T18:00\"") && again.contains("soil-4711") && again.contains("저녁 강의"))
  }

  @Test("signatures of others and of other descriptions are refused, and so is anybody but the teacher")
  func refused() async throws {
    let (own, platform, path) = try await school()
    let (teacher, student) = (
      try await platform.browser(of: "teacher"), try await platform.browser(of: "student")
    )
    for answer in [await student.get(path), await student.post(path, Self.fields)] {
      #expect(answer.status >= 400 && answer.text.contains("Only the lecture"), "\(answer.text)")
    }
    #expect(await (try await platform.stranger()).post(path, Self.fields).location?.hasPrefix("/sign-in") == true)
    let review = try #require(await teacher.post(path, Self.fields).location)
    let other = try #require(
      await teacher.post(path, Self.fields.merging(["place": "Room 5"]) { $1 }).location)
    let page = await teacher.get(review)
    for signature in [
      try await signature(own, page, by: "student"), try await signature(own, await teacher.get(other)),
      "0x" + String(repeating: "00", count: 65), "0x12",
    ] {
      let answer = await teacher.tell("\(review)/signed", ["signature": signature])
      #expect(answer.status >= 400 && answer.text.contains("not signed by the lecture"), "\(answer.text)")
    }
    #expect(await student.tell("\(review)/signed", ["signature": try await signature(own, page)]).status == 404)
    let lecture = String(path.dropLast("/describe".count))
    #expect(await !teacher.get(lecture).text.contains("Eight evenings"))
    #expect(
      await teacher.tell("\(review)/signed", ["signature": try await signature(own, page)]).json?["state"] == "done")
  }

  @Test(
    "what cannot be signed is named at its field, and stays typed",
    arguments: [
      (["text-0": "", "text-1": ""], "text-0"), (["language-0": "English"], "language-0"),
      (["language-1": "en"], "text-0"), (["text-1": String(repeating: "x", count: 4_001)], "text-1"),
      (["text-0": "a\u{7}b"], "text-0"), (["ends-0": "2026-12-01T17:00"], "starts-0"), (["zone-0": "Kyiv"], "starts-0"),
      (["starts-0": "2026-02-30T18:00"], "starts-0"), (["seats": "many"], "seats"), (["seats": "1000001"], "seats"),
      (["place": String(repeating: "x", count: 301)], "place"), (["link": "http://meet.example"], "link"),
    ])
  func problems(_ change: [String: String], _ field: String) async throws {
    let (_, platform, path) = try await school()
    let browser = try await platform.browser(of: "teacher")
    let page = await browser.post(path, Self.fields.merging(change) { $1 })
    #expect(page.status == 422 && page.text.contains("href=\"#\(field)\""), "\(page.text)")
    #expect(page.text.contains("id=\"\(field)\""))
  }

  @Test("more rows are added without a script, and nothing that was typed is lost")
  func rows() async throws {
    let (_, platform, path) = try await school()
    let browser = try await platform.browser(of: "teacher")
    let page = await browser.post(path, Self.fields.merging(["more": "yes"]) { $1 })
    #expect(page.status == 200 && page.text.contains("name=\"starts-1\"") && page.text.contains("저녁 강의"))
    #expect(page.text.contains("&lt;b&gt;Bring boots.") && page.text.contains("value=\"Room 4\""))
  }

  @Test("on one's own pages the own key signs it, and it is kept here")
  func ownKey() async throws {
    let (own, _, path) = try await school()
    let browser = try await own.browser()
    let lecture = String(path.dropLast("/describe".count))
    #expect(await browser.get(path).text.contains("kept on this machine alone"))
    // A link is handed out by a site, and none is set.
    #expect(await browser.post(path, Self.fields).text.contains("href=\"#link\""))
    let review = try #require(await browser.post(path, Self.fields.merging(["link": ""]) { $1 }).location)
    let page = await browser.get(review).text
    #expect(
      page.contains("Eight evenings.") && page.contains("no link for buyers") && page.contains("Confirm and sign"))
    let refused = await browser.post("\(review)/confirm", ["password": "wrong", "shown": "0"])
    #expect(refused.status == 422)
    #expect(
      await browser.post("\(review)/confirm", ["password": SiteFixture.password, "shown": "0"]).location == review)
    for _ in 0..<600 where await !browser.get(review).text.contains("The description is signed") {
      try await Task.sleep(for: .milliseconds(50))
    }
    #expect(await browser.get(review).text.contains("The description is signed"))
    #expect(await browser.get(lecture).text.contains("Signed by the teacher"))
    let number = try UInt256(parsing: String(lecture.split(separator: "/")[1]))
    let folder = try #require(DescriptionFolder(of: number, at: own.client, own.site.settings))
    #expect(try await folder.all().count == 1)
  }
}
