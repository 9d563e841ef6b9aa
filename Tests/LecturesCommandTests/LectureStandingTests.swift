import ChainSupport
import Keys
import NodeRPC
import Primitives
import StrictJSON
import Testing

@testable import LecturesCommand

@Suite("What was bought, and what was agreed to, is asked of the chain", .timeLimit(.minutes(20)))
struct LectureStandingTests {
  @Test("after a reclaim neither purchase nor evaluate says that an earlier run did it; the next run is bought anew")
  func reclaimed() async throws {
    let home = try await MarketHome()
    try await home.done(
      "create --price 10 --from teacher --yes", "purchase 0 --price 10 --from student --yes",
      "evaluate 0 --scores 1,2,3,4,5 --from student --yes")
    for line in ["purchase 0 --price 10", "evaluate 0 --scores 1,2,3,4,5"] {
      let again = await home.run("\(line) --from student --yes")
      #expect(again.status == .success && again.output.contains("by an earlier run"), "\(again.output)\(again.errors)")
    }
    try await home.chain.advance(seconds: 91 * 86_400)
    try await home.done("reclaim 0 --from student --yes")
    let address = home.student.address
    let (held, count) = (
      try await home.chain.node.balance(of: address), try await home.chain.node.transactionCount(of: address)
    )
    for line in [
      "purchase 0 --price 10", "purchase 0 --price 10 --again", "evaluate 0 --scores 1,2,3,4,5",
      "evaluate 0 --scores 5,5,5,5,5 --again",
    ] {
      let run = await home.run("\(line) --from student --yes")
      #expect(run.status == .refused && run.output.isEmpty, "\(line): \(run.output)\(run.errors)")
      #expect(run.errors.contains("You took the payment for this run"), "\(line): \(run.errors)")
      #expect(!run.errors.contains("Buy it first"), "\(line): \(run.errors)")
    }
    #expect(try await home.chain.node.balance(of: address) == held)
    #expect(try await home.chain.node.transactionCount(of: address) == count)
    try await home.done(
      "settle 0 --from owner --yes", "reopen 0 --price 12 --from teacher --yes",
      "purchase 0 --price 12 --from student --yes", "evaluate 0 --scores 5,5,5,5,5 --from student --yes")
    #expect(try await home.json("mine --from student")["lectures"]?.array?.count == 2)
  }

  @Test("a lecture that is reopened while the password is typed is not bought, neither dearer nor as another run")
  func reopenedMeanwhile() async throws {
    let home = try await MarketHome()
    try await home.done("create --price 10 --from teacher --yes")
    func attempt(_ command: String, price: Int) async -> CommandRun {
      // The yes comes first, then the password.
      await home.run("\(command) --from student", answers: ["y", WalletHome.password]) { turn in
        guard turn == 2 else { return }
        for line in ["settle 0 --from owner --yes", "reopen 0 --price \(price) --from teacher --yes"] {
          let run = await home.run(line)
          #expect(run.status == .success, "\(run.errors)")
        }
      }
    }
    let dearer = await attempt("purchase 0", price: 12)
    #expect(dearer.questions.count == 2 && dearer.status == .overLimit, "\(dearer.errors)")
    #expect(
      dearer.errors.contains("Lecture 0 costs 12 KLAY now, not 10 KLAY; nothing was sent."), "\(dearer.errors)")
    let other = await attempt("purchase 0", price: 12)
    #expect(other.status == .refused, "\(other.errors)")
    #expect(other.errors.contains("Lecture 0 is in its run 2 now, not in run 1"), "\(other.errors)")
    #expect(try await home.chain.node.transactionCount(of: home.student.address) == 0)
    #expect(
      try await home.json("tx list")["intents"]?.array?.contains { $0["what"] == "purchaseLecture(lectureNumber: 0)" }
        == false)

    try await home.done("purchase 0 --price 12 --from student --yes")
    let rated = await attempt("evaluate 0 --scores 1,2,3,4,5", price: 12)
    #expect(rated.status == .refused && rated.errors.contains("in its run 3 now, not in run 2"), "\(rated.errors)")
    #expect(try await home.chain.node.transactionCount(of: home.student.address) == 1)
  }

  @Test("a run that is settled while the owner types the password is not settled again, nor is the next one")
  func settledMeanwhile() async throws {
    let home = try await MarketHome()
    try await home.done("create --price 10 --from teacher --yes")
    let run = await home.run("settle 0 --from owner", answers: ["y", WalletHome.password]) { turn in
      guard turn == 2 else { return }
      for line in ["settle 0 --from owner --yes", "reopen 0 --price 10 --from teacher --yes"] {
        let run = await home.run(line)
        #expect(run.status == .success, "\(run.errors)")
      }
    }
    #expect(run.status == .refused && run.errors.contains("in its run 1 now, not in run 0"), "\(run.errors)")
    #expect(try await home.json("show 0")["lecture"]?["open"] == true)
    let closed = await home.run("settle 0 --from owner", answers: ["y", WalletHome.password]) { turn in
      guard turn == 2 else { return }
      let run = await home.run("settle 0 --from owner --yes")
      #expect(run.status == .success, "\(run.errors)")
    }
    #expect(closed.status == .refused && closed.errors.contains("was settled since you were asked"), "\(closed.errors)")
  }
}
