import ChainSupport
import StrictJSON
import Testing

@testable import LecturesCommand

@Suite("The review of a settlement", .timeLimit(.minutes(20)))
struct SettlementReviewTests {
  @Test(
    "shows the lecture's title, and what teacher and owner get, as the contract pays it then",
    arguments: ["", "100,100,100,100,100", "80,80,80,80,80", "79,80,80,80,80", "60,60,60,60,60", "59,60,60,60,60"])
  func shares(_ scores: String) async throws {
    let home = try await MarketHome()
    try await home.done(
      "create --price 77 --title Soil --from teacher --yes", "purchase 0 --price 77 --from student --yes")
    if !scores.isEmpty { try await home.done("evaluate 0 --scores \(scores) --from student --yes") }
    var reviews: [String] = []
    for language in ["en", "ko", "uk"] {
      let run = await home.run("settle 0 --from owner --dry-run --language \(language)")
      reviews.append(run.output + run.errors)
    }
    let paid = try #require(try await home.json("settle 0 --from owner --yes")["settlement"])
    for (text, point) in zip(reviews, [".", ".", ","]) {
      #expect(text.contains("Soil"), "\(text)")
      for share in ["teacherShare", "ownerShare", "incentive"] {
        let amount = try #require(paid[share]?["value"]?.string, "\(paid)")
        #expect(text.contains(" \(amount.replacing(".", with: point)) "), "\(share) \(amount): \(text)")
      }
    }
  }
}
