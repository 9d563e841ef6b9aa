import ContractClient
import Exchange
import Keys
import Localization
import NodeDoubles
import Orders
import Primitives
import StrictJSON
import Testing
import Tokens

@testable import LecturesCommand

/// Orders go while the person looks at the review, before the answer.
@Suite("lectures exchange buy: a book that moves between the review and the yes", .timeLimit(.minutes(10)))
struct DealOfferTests {
  private static let moved = "The book moved since this trade was agreed to; nothing was sent."
  private let one = UInt256(1_000_000_000_000_000_000)

  /// A home with sell orders of 10 TKA at prices, and their hashes.
  private func home(_ prices: [String]) async throws -> (ExchangeHome, [String]) {
    let home = try await ExchangeHome()
    var orders: [String] = []
    for price in prices {
      let made = try await home.json("exchange order TKA/WKLAY --sell 10 --price \(price) --from teacher --yes")
      orders.append(try #require(made["orderHash"]?.string, "\(made)"))
    }
    try await home.settle()
    return (home, orders)
  }

  private func approve(_ home: ExchangeHome) async {
    let run = await home.run("exchange approve WKLAY 100 --from student --yes")
    #expect(run.status == .success, "\(run.errors)")
  }

  private func paid(by home: ExchangeHome) async throws -> UInt256 {
    let coin = try #require(home.contracts.wrappedCoin)
    return ExchangeHome.holdings * one - (try await home.balance(coin, home.student))
  }

  @Test("is shown at its new price before anything is let for the old one", arguments: [true, false])
  func dearerBeforeAllowance(isTaken: Bool) async throws {
    let (home, orders) = try await home(["0.3", "0.301"])
    let answers = ["y", "y"] + (isTaken ? ["y", "y", "y"] : ["n"])
    let run = await home.run("exchange buy TKA/WKLAY 10 --from student", answers: answers) { turn in
      if turn == 2 { _ = await home.run("exchange cancel \(orders[0]) --from teacher --yes") }
    }
    #expect(run.status == (isTaken ? .success : .notConfirmed) && run.errors.contains(Self.moved), "\(run.errors)")
    try #require(run.questions.count == answers.count, "\(run.questions)")
    #expect(run.questions[0].contains("for 3 WKLAY") && run.questions[1].contains("move 3 WKLAY"), "\(run.questions)")
    #expect(run.questions[2].contains("for 3.01 WKLAY"), "\(run.questions)")
    #expect(try await paid(by: home) == (isTaken ? one * 301 / 100 : 0))
    guard !isTaken else { return }
    // The allowance of the price that is gone was not sent.
    let (coin, exchange) = (try #require(home.contracts.wrappedCoin), try #require(home.contracts.v4))
    let allowed = try await TokenReader(node: home.connection.node).allowances(
      of: [home.student.address], for: exchange, tokens: [coin])
    #expect(allowed[home.student.address, coin] == 0)
  }

  @Test("names the bound as the highest price of what is bought, and as the lowest of what is sold")
  func bound() async throws {
    let (home, _) = try await home(["0.3"])
    _ = try await home.json("exchange order TKA/WKLAY --buy 10 --price 0.2 --from student --yes")
    try await home.settle()
    for (language, highest, lowest) in [
      ("en", "Highest price allowed", "Lowest price allowed"), ("ko", "허용하는 최고 가격", "허용하는 최저 가격"),
      ("uk", "Найвища дозволена ціна", "Найнижча дозволена ціна"),
    ] {
      for (line, said, other) in [
        ("buy TKA/WKLAY 10 --from student", highest, lowest), ("sell TKA/WKLAY 10 --from teacher", lowest, highest),
      ] {
        let run = await home.run("exchange \(line) --language \(language)", answers: ["n"])
        let question = try #require(run.questions.first, "\(run.errors)")
        #expect(question.contains(said) && !question.contains(other), "\(question)")
      }
    }
  }

  @Test("is offered with what is left, the exchange is let move the difference, and it is paid once")
  func dearer() async throws {
    let (home, orders) = try await home(["0.3", "0.301"])
    let line = "exchange buy TKA/WKLAY 10 --from student"
    let run = await home.run(line, answers: Array(repeating: "y", count: 6)) { turn in
      if turn == 3 { _ = await home.run("exchange cancel \(orders[0]) --from teacher --yes") }
    }
    // The allowance for the first price was sent.
    let moved = Self.moved.replacing("nothing was", with: "nothing more was")
    #expect(run.status == .success && run.errors.contains(moved), "\(run.errors)")
    // The price, then the allowance for it, then all that is signed.
    try #require(run.questions.count == 6, "\(run.questions)")
    #expect(run.questions[0].contains("for 3 WKLAY") && run.questions[1].contains("move 3 WKLAY"), "\(run.questions)")
    #expect(run.questions[2].contains("for 3 WKLAY"), "\(run.questions)")
    #expect(run.questions.dropFirst(3).allSatisfy { $0.contains("3.01 WKLAY") }, "\(run.questions)")
    #expect(run.output.contains("10 TKA") && run.output.contains("3.01 WKLAY"), "\(run.output)")
    #expect(try await paid(by: home) == one * 301 / 100)
    // The trade is the one that was agreed to at last: the same command follows it and pays nothing.
    let again = await home.run(line, answers: [])
    #expect(again.status == .success && again.questions.isEmpty, "\(again.errors)")
    #expect(try await home.balance(home.base, home.student) == 10 * one)
    #expect(try await paid(by: home) == one * 301 / 100)
  }

  @Test("is offered at a price beyond the first bound, which nobody has to take", arguments: [true, false])
  func beyondBound(isTaken: Bool) async throws {
    let (home, orders) = try await home(["0.3", "0.5"])
    await approve(home)
    let run = await home.run(
      "exchange buy TKA/WKLAY 10 --from student", answers: ["y", isTaken ? "y" : "n"]
    ) { turn in
      if turn == 1 { _ = await home.run("exchange cancel \(orders[0]) --from teacher --yes") }
    }
    #expect(run.status == (isTaken ? .success : .notConfirmed) && run.errors.contains(Self.moved), "\(run.errors)")
    #expect(run.questions.count == 2 && run.questions.last?.contains("for 5 WKLAY") == true, "\(run.questions)")
    #expect(try await paid(by: home) == (isTaken ? one * 5 : 0))
  }

  @Test("is told where nothing is left, and nothing is paid", arguments: ["en_US.UTF-8", "ko_KR.UTF-8", "uk_UA.UTF-8"])
  func nothingLeft(language: String) async throws {
    let (home, orders) = try await home(["0.3"])
    await approve(home)
    let run = await home.run("exchange buy TKA/WKLAY 10 --from student", language: language, answers: ["y", "y"]) {
      turn in
      if turn == 1 { _ = await home.run("exchange cancel \(orders[0]) --from teacher --yes") }
    }
    #expect(run.status == .refused && run.questions.count == 1, "\(run.errors)")
    if language.hasPrefix("en") {
      #expect(run.errors.contains(Self.moved) && run.errors.contains("There is no order to take"), "\(run.errors)")
    }
    #expect(try await paid(by: home) == 0)
  }

  @Test("is offered three times more and no further")
  func mostOffers() async throws {
    let (home, orders) = try await home(["0.3", "0.3001", "0.3002", "0.3003", "0.3004"])
    await approve(home)
    let run = await home.run(
      "exchange buy TKA/WKLAY 10 --from student", answers: Array(repeating: "y", count: orders.count)
    ) { turn in
      _ = await home.run("exchange cancel \(orders[turn - 1]) --from teacher --yes")
    }
    #expect(run.status == .overLimit && run.questions.count == 4, "\(run.errors)")
    #expect(run.errors.ranges(of: Self.moved).count == 4, "\(run.errors)")
    #expect(try await home.balance(home.base, home.student) == 0)
    #expect(try await paid(by: home) == 0)
  }

  @Test("of one order that was named tells what became of it")
  func named() async throws {
    let (home, orders) = try await home(["0.3", "0.301"])
    await approve(home)
    let run = await home.run("exchange fill \(orders[0]) --from student", answers: ["y", "y"]) { turn in
      if turn == 1 { _ = await home.run("exchange cancel \(orders[0]) --from teacher --yes") }
    }
    #expect(run.status == .refused && !run.errors.contains(Self.moved) && run.questions.count == 1, "\(run.errors)")
    #expect(try await paid(by: home) == 0)
  }

  @Test("of which a part was sent says that it stands, and how it goes on", arguments: Language.allCases)
  func rest(language: Language) throws {
    let error = ExchangeError(
      .orderGone, "There is no order to take; nothing was sent.", reason: "It is filled or cancelled.")
    let rest = try #require(
      #expect(throws: ExchangeError.self) { try DealRun(results: [], failure: error).requireComplete() })
    let failure = CommandFailure(rest)
    #expect(failure.code.name == "exchange.partlyFilled" && failure.code.status == .failure)
    let words = failure.words(in: language)
    #expect(words.message != CommandFailure(error).words(in: language).message && words.advice != nil)
    #expect(!["nothing", "아무것도", "нічого"].contains { words.message.contains($0) }, "\(words.message)")
    if language == .english { #expect(words.reason == "It is filled or cancelled.") }
    let mined = ExchangeError(
      .orderGone, "It failed.", reason: "The exchange says no.", cause: ContractError(.failedOnChain, "Reverted."))
    let failed = try #require(
      #expect(throws: ExchangeError.self) { try DealRun(results: [], failure: mined).requireComplete() })
    #expect(CommandFailure(failed).code.name == "exchange.partlyFilled")
    let told = CommandFailure(failed).words(in: language)
    #expect(told.message != words.message && told.advice == words.advice, "\(told)")
  }

  @Test("with --yes is one that moved, where it moved after the exchange was let move the old price")
  func dearerAfterAllowance() async throws {
    let (home, orders) = try await home(["0.3", "0.301"])
    let proxy = try CancellingNode.proxy(of: home, "exchange cancel \(orders[0]) --from teacher --yes")
    let run = await home.run("exchange buy TKA/WKLAY 10 --from student --yes --endpoint \(proxy.url) --json")
    let error = try JSON(parsing: run.output)["error"]
    #expect(run.status == .overLimit && error?["code"] == "exchange.priceMoved", "\(run.output)\(run.errors)")
    #expect(try await paid(by: home) == 0)
  }
}
