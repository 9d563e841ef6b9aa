import Localization
import Primitives
import StrictJSON
import Terminal
import Testing

@testable import LecturesCommand

@Suite("Buying and rating are guided", .timeLimit(.minutes(20)))
struct GuidedRatingTests {
  @Test("the review of a purchase shows title, teacher, rating and run, and nothing printed rates when it is pasted")
  func review() async throws {
    let home = try await MarketHome()
    try await home.done(
      "create --price 10 --title Swift --from teacher --yes", "purchase 0 --price 10 --from student --yes",
      "evaluate 0 --scores 100,80,34,77,99 --from student --yes", "settle 0 --from owner --yes",
      "reopen 0 --price 12 --from teacher --yes")
    let bought = await home.run("purchase 0 --from student", answers: ["y", WalletHome.password])
    #expect(bought.status == .success, "\(bought.errors)")
    let review = try #require(bought.questions.first)
    for part in [
      "Title", "Swift", "Teacher", "teacher 0x", "Average", "78  ★★★★☆", "Ratings", "Run",
      "1 (runs count from 0 to 4)",
    ] {
      #expect(review.contains(part), "\(part): \(review)")
    }
    #expect(bought.output.contains("Rate it: lectures evaluate 0\n"), "\(bought.output)")
    #expect(!bought.output.contains("--scores"))
  }

  @Test("without scores the five questions are asked, again after what is no score, and the rating is reviewed")
  func questions() async throws {
    let home = try await MarketHome()
    try await home.done(
      "create --price 10 --title Swift --from teacher --yes", "purchase 0 --price 10 --from student --yes")
    let run = await home.run(
      "evaluate 0 --from student",
      answers: ["100", "101", "80", "", "x", "-1", "1e1", "34", "77", " 99 ", "y", WalletHome.password])
    #expect(run.status == .success && run.output.contains("78"), "\(run.output)\(run.errors)")
    #expect(run.questions.first?.contains("Rate lecture 0 ‘Swift’") == true, "\(run.questions)")
    #expect(run.questions.first?.hasSuffix("Preparation (0 to 100): ") == true, "\(run.questions)")
    #expect(run.questions.count { $0.contains("A score is a whole number from 0 to 100.") } == 5, "\(run.questions)")
    let review = try #require(run.questions.first { $0.contains("Gas at most") })
    for part in ["Title", "Swift", "0 (runs count from 0 to 4)", "a rating is final"] {
      #expect(review.contains(part), "\(part): \(review)")
    }
    #expect(try await home.json("points 0")["sums"]?["communication"]?.int == 77)
  }

  @Test("the review of a rating says in each language that it is final", arguments: ["ko", "uk"])
  func finality(language: String) async throws {
    let home = try await MarketHome()
    try await home.done(
      "create --price 10 --title Swift --from teacher --yes", "purchase 0 --price 10 --from student --yes")
    let run = await home.run(
      "evaluate 0 --scores 1,2,3,4,5 --from student --language \(language)", answers: ["n"])
    let final = try #require(Language(rawValue: language).map { $0[LectureText.ratingIsFinal].plain })
    #expect(run.questions.contains { $0.contains(final) && $0.contains("Swift") }, "\(run.questions)")
    #expect(try await home.json("points 0")["ratings"] == 0)
  }

  @Test("who cannot rate is told before any question, and the end of the input sends nothing")
  func refusals() async throws {
    let home = try await MarketHome()
    try await home.done("create --price 10 --from teacher --yes")
    let stranger = await home.run("evaluate 0 --from student", answers: ["1", "2", "3", "4", "5"])
    #expect(stranger.status == .refused && stranger.questions.isEmpty, "\(stranger.errors)\(stranger.questions)")
    try await home.done("purchase 0 --price 10 --from student --yes")
    for answers in [["a", "-1", "1.5"], ["1", "2"]] {
      let run = await home.run("evaluate 0 --from student", answers: answers)
      #expect(run.status == .notConfirmed && run.errors.contains("Nothing was sent."), "\(run.errors)")
      #expect(run.errors.contains("the answers ended") && !run.errors.contains("yes"), "\(run.errors)")
    }
    for line in ["evaluate 0 --from student", "evaluate 0 --from student --yes"] {
      let nobody = await home.run(line)
      #expect(nobody.status == .usage && nobody.errors.contains("--scores <a,b,c,d,e>"), "\(nobody.errors)")
    }
    #expect(try await home.json("points 0")["ratings"] == 0)
  }

  @Test("mine shows from when a payment can be taken back, until the run is settled")
  func moneyBack() async throws {
    let home = try await MarketHome(since: 1_800_000_000)
    try await home.done("create --price 10 --from teacher --yes", "purchase 0 --price 10 --from student --yes")
    let open = await home.run("mine --from student").output
    #expect(open.contains("Money back") && open.contains("from 2027-04-15"), "\(open)")
    try await home.done("settle 0 --from owner --yes")
    let settled = await home.run("mine --from student").output
    #expect(!settled.contains("from 2027"), "\(settled)")
  }
}
