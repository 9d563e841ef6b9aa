import ChainSupport
import Keys
import NodeDoubles
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
    let bought = await home.run("mine --from student").output
    #expect(bought.contains("reclaimed") && !bought.contains(" yes "), "\(bought)")
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
      #expect(run.errors.contains("if its teacher opens another run: ask the teacher"), "\(line): \(run.errors)")
      if line.hasPrefix("purchase") {
        #expect(run.errors.contains("sells a run only once to each student"), "\(line): \(run.errors)")
      }
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

  @Test("a lecture that is reopened while its purchase waits for a gas price is not bought, dearer or as another run")
  func reopenedWhileWaiting() async throws {
    let home = try await MarketHome()
    let node = home.chain.node
    func price(_ gwei: Int) async throws {
      let wei = Amount.gwei(gwei).wei.quantity
      _ = try await node.call("hardhat_setNextBlockBaseFeePerGas", [.string(wei)])
      try await home.chain.mine()
    }
    func waiting() async throws -> Bool {
      try await home.json("tx list --open")["intents"]?.array?.contains { $0["state"] == "waiting" } == true
    }
    try await home.done("create --price 10 --from teacher --yes")
    for (reopened, told) in [
      (12, "Lecture 0 costs 12 KLAY now, not 10 KLAY; nothing was sent."),
      (12, "Lecture 0 is in its run 2 now, not in run 1; nothing was sent."),
    ] {
      try await price(100)
      async let run = home.run("purchase 0 --price 12 --from student --wait-for-price 50 --yes")
      while try await !waiting() { try await Task.sleep(for: .milliseconds(100)) }
      try await home.done("settle 0 --from owner --yes", "reopen 0 --price \(reopened) --from teacher --yes")
      try await price(1)
      let ended = await run
      #expect(ended.status != .success && ended.errors.contains(told), "\(ended.output)\(ended.errors)")
      #expect(try await node.transactionCount(of: home.student.address) == 0)
      #expect(try await home.json("tx list --open")["intents"]?.array?.isEmpty == true)
    }
  }

  @Test("what an earlier run did, and the contract does not show, is not told as done")
  func notShown() async throws {
    let home = try await MarketHome()
    try await home.done("create --price 10 --from teacher --yes", "purchase 0 --price 10 --from student --yes")
    let node = FaultProxy.node(port: try #require(UInt16(home.chain.url.split(separator: ":").last ?? "")))
    // A node that is behind: it has the receipt, and the contract's record of somebody else.
    let selector = Keccak256.hash(Bytes("getPurchase(uint256,uint256,address)".utf8)).hex.dropFirst(2).prefix(8)
    let student = home.student.address.lowercaseHex.dropFirst(2)
    let behind = try FaultProxy({ body in
      let asked = String(decoding: body, as: UTF8.self)
      guard asked.contains(selector) else { return node(body) }
      return node(Array(asked.replacing(student, with: String(repeating: "7", count: 40)).utf8))
    })
    let count = try await home.chain.node.transactionCount(of: home.student.address)
    let line = "purchase 0 --price 10 --from student --yes --endpoint \(behind.url)"
    let run = await home.run(line)
    #expect(run.status == .outcomeUnknown && run.output.isEmpty, "\(run.output)\(run.errors)")
    #expect(run.errors.contains("the contract does not show it"), "\(run.errors)")
    #expect(try await home.json(line)["code"] == "lecture.notShown")
    #expect(try await home.chain.node.transactionCount(of: home.student.address) == count)
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
