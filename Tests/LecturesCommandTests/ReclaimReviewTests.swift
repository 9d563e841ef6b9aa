import ChainSupport
import StrictJSON
import Testing

@testable import LecturesCommand

@Suite("The reviews of taking a payment back, of opening again and of buying again", .timeLimit(.minutes(20)))
struct ReclaimReviewTests {
  private static let languages = [
    ("en", "Title", "1 (runs count from 0 to 4)"), ("ko", "제목", "1 (회차는 0부터 4까지 셈)"),
    ("uk", "Назва", "1 (набори лічать від 0 до 4)"),
  ]

  private static func inOneLine(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  @Test("show title, run, amount and what is lost, and the result says how much is back")
  func reclaim() async throws {
    let home = try await MarketHome()
    try await home.done(
      "create --price 10 --title Soil --from teacher --yes", "purchase 0 --price 10 --from student --yes",
      "settle 0 --from owner --yes",
      "reopen 0 --price 7 --from teacher --yes", "purchase 0 --price 7 --from student --yes")
    try await home.chain.advance(seconds: 91 * 86_400)
    for (language, title, run) in Self.languages {
      let review = await home.run("reclaim 0 --from student --language \(language)", answers: ["n"])
      let question = try #require(review.questions.first, "\(review.errors)")
      for part in [title, "Soil", run, " 7 KLAY"] { #expect(question.contains(part), "\(part): \(question)") }
    }
    let unrated = await home.run("reclaim 0 --from student", answers: ["n"])
    let plain = Self.inOneLine(try #require(unrated.questions.first, "\(unrated.errors)"))
    #expect(plain.contains("never buy or rate this run again") && !plain.contains("rating is removed"), "\(plain)")
    let page = try await HomePages(home.environment, account: "student").review(of: "/lectures/0/reclaim")
    #expect(page.shows("never buy or rate this run again"), "\(page)")
    try await home.done("evaluate 0 --scores 100,80,34,77,99 --from student --yes")
    for (language, said) in [
      ("en", "and its rating is removed"), ("ko", "남긴 평가도 삭제됩니다"), ("uk", "його оцінку буде вилучено"),
    ] {
      let review = await home.run("reclaim 0 --from student --language \(language)", answers: ["n"])
      let question = try #require(review.questions.first, "\(review.errors)")
      #expect(Self.inOneLine(question).contains(said), "\(question)")
    }
    let done = try await home.json("reclaim 0 --from student --yes")
    #expect(done["run"]?.int == 1 && done["amount"]?["value"]?.string == "7", "\(done)")
  }

  @Test("name the runs that were bought before, to who bought them and not to others, at the terminal and on pages")
  func buyingAgain() async throws {
    let home = try await MarketHome()
    try await home.done(
      "create --price 10 --title Soil --from teacher --yes", "purchase 0 --price 10 --from student --yes",
      "settle 0 --from owner --yes", "reopen 0 --price 7 --from teacher --yes")
    for (language, said) in [
      ("en", "you bought run 0 before"), ("ko", "이미 구매한 회차: 0회차."), ("uk", "ви вже купили набір 0:"),
    ] {
      for (account, isTold) in [("student", true), ("owner", false)] {
        let review = await home.run("purchase 0 --from \(account) --language \(language)", answers: ["n"])
        let question = try #require(review.questions.first, "\(review.errors)")
        #expect(question.contains("Soil") && question.contains(said) == isTold, "\(question)")
      }
    }
    let page = try await HomePages(home.environment, account: "student").review(of: "/lectures/0/buy")
    #expect(page.shows("you bought run 0 before"), "\(page)")
    // Of a run that was paid back nothing is said: it counts as not bought.
    try await home.done("purchase 0 --price 7 --from owner --yes")
    try await home.chain.advance(seconds: 91 * 86_400)
    try await home.done(
      "reclaim 0 --from owner --yes", "settle 0 --from owner --yes", "reopen 0 --price 8 --from teacher --yes")
    let review = await home.run("purchase 0 --from owner", answers: ["n"])
    #expect(review.questions.first?.contains("you bought") == false, "\(review.questions)")
  }

  @Test("show the title, the run that opens and its price")
  func reopening() async throws {
    let home = try await MarketHome()
    try await home.done(
      "create --price 10 --title Soil --from teacher --yes", "purchase 0 --price 10 --from student --yes",
      "settle 0 --from owner --yes")
    for (language, title, run) in Self.languages {
      let review = await home.run("reopen 0 --price 12 --from teacher --language \(language)", answers: ["n"])
      let question = try #require(review.questions.first, "\(review.errors)")
      for part in [title, "Soil", run, " 12 KLAY"] { #expect(question.contains(part), "\(part): \(question)") }
    }
  }
}
