import ChainSupport
import ContractClient
import Exchange
import Keys
import NodeRPC
import Orders
import Outbox
import Primitives
import StrictJSON
import Testing
import Tokens

@testable import LecturesCommand

@Suite("What a trade says about money", .timeLimit(.minutes(10)))
struct TradeMoneyTests {
  private let one = UInt256(1_000_000_000_000_000_000)

  @Test(
    "The fee in the token that is paid is told, with what left in all",
    arguments: [
      ("C.UTF-8", "Bought 10 TKA for 3 WKLAY, and paid 0.03 WKLAY of fees: 3.03 WKLAY in all."),
      ("ko_KR.UTF-8", "수수료: 0.03 WKLAY, 수수료 포함 지불: 3.03 WKLAY"),
      ("uk_UA.UTF-8", "комісії — 0,03 WKLAY: разом сплачено 3,03 WKLAY"),
    ])
  func feeOnTop(locale: String, words: String) async throws {
    let home = try await ExchangeHome(takerBasisPoints: 100)
    let coin = try #require(home.contracts.wrappedCoin)
    let made = try await home.json("exchange order TKA/WKLAY --sell 10 --price 0.3 --from teacher --yes")
    #expect(made["state"] == "posted", "\(made)")
    try await home.settle()
    let price = try await home.json("exchange price TKA/WKLAY --buy 10")
    #expect(price["worst"]?["value"] == "0.303" && price["pays"]?["value"] == "3.03", "\(price)")
    #expect(price["fees"]?[0]?["value"] == "0.03" && price["fees"]?[0]?["symbol"] == "WKLAY", "\(price)")
    let shown = await home.run("exchange price TKA/WKLAY --buy 10", language: locale)
    #expect(shown.output.contains(locale.hasPrefix("uk") ? "0,03 WKLAY" : "0.03 WKLAY"), "\(shown.output)")
    let line = "exchange buy TKA/WKLAY 10 --from student --yes"
    let bought = try await home.json(line)
    #expect(bought["paid"]?["value"] == "3" && bought["paidInAll"]?["value"] == "3.03", "\(bought)")
    #expect(bought["received"] == bought["receivedInAll"] && bought["fees"]?[0]?["value"] == "0.03", "\(bought)")
    #expect(try await home.balance(coin, home.student) == ExchangeHome.holdings * one - 303 * one / 100)
    // Asked again it is the trade that was made.
    let again = await home.run(line, language: locale)
    #expect(again.status == .success && again.output.contains(words), "\(again.output)\(again.errors)")
  }

  @Test("The fee in the token that is bought is told, with what came of it")
  func feeOut() async throws {
    let home = try await ExchangeHome()
    let v1 = try #require(home.contracts.v1)
    let token = CampusToken(address: v1.feeToken, connection: home.connection)
    for key in [home.teacher, home.student] {
      _ = try await token.transfer(to: key.address, amount: 10 * one).send(from: home.bank)
    }
    let calls = ExchangeCalls(home.contracts, over: home.connection)
    let approval = try await calls.approval(of: v1.feeToken, amount: 2 * one, for: .v1, by: home.teacher.address)
    for step in approval.steps {
      _ = try await step.prepare(from: home.teacher.address).send(from: home.teacher)
    }
    let time = try #require(try await home.chain.node.block(.latest)).timestamp
    let order = try await OrderV1(
      exchange: v1.exchange, maker: home.teacher.address, taker: .zero, makerToken: v1.feeToken,
      takerToken: try #require(home.contracts.wrappedCoin), feeRecipient: home.bank.address, makerAmount: 2 * one,
      takerAmount: one * 6 / 10, takerFee: one * 67 / 1000, expiry: UInt256(time + 86_400), salt: 1
    ).signed(by: home.teacher)
    let path = home.file("order.json")
    try await OrderFile.write(.v1(order), to: path, for: [try #require(home.contracts.exchange(of: .v1))])
    let before = try await home.balance(v1.feeToken, home.student)
    let bought = try await home.json("exchange fill \(path) --from student --yes")
    #expect(bought["received"]?["value"] == "2" && bought["receivedInAll"]?["value"] == "1.933", "\(bought)")
    #expect(bought["fees"]?[0]?["value"] == "0.067" && bought["paid"] == bought["paidInAll"], "\(bought)")
    #expect(try await home.balance(v1.feeToken, home.student) == before + one * 1933 / 1000)
    let again = await home.run("exchange fill \(path) --from student --yes")
    #expect(again.output.contains("of fees: 1.933 ") && again.output.contains(" came."), "\(again.output)")
    let sends = await home.run("tx list")
    #expect(sends.output.contains("1.933 "), "\(sends.output)")
  }

  @Test("An order whose maker pays a fee is shown with it before anything is let for it, and asked about once")
  func makerFee() async throws {
    let home = try await ExchangeHome(makerFee: one / 100)
    let line = "exchange order TKA/WKLAY --sell 10 --price 0.3 --protocol v1 --from teacher"
    let refused = await home.run(line, answers: ["n"])
    #expect(refused.status == .notConfirmed && refused.questions.count == 1, "\(refused.questions)")
    #expect(refused.questions.first?.contains("0.01 ") == true, "\(refused.questions)")
    let proxy = try #require(home.contracts.v1).proxy
    let allowed = try await TokenReader(node: home.connection.node).allowances(
      of: [home.teacher.address], for: proxy, tokens: [home.base])
    #expect(allowed[home.teacher.address, home.base] == 0)
    let made = await home.run("\(line) --file \(home.file("order.json"))", answers: ["y", "y"])
    #expect(made.status == .success && made.questions.count == 2, "\(made.errors)")
    #expect(made.questions.last?.contains("move 10 TKA") == true, "\(made.questions)")
  }

  @Test("A trade that is declined after its allowance was sent does not say that nothing was sent")
  func declined() async throws {
    let home = try await ExchangeHome()
    _ = try await home.json("exchange order TKA/WKLAY --sell 10 --price 0.3 --from teacher --yes")
    try await home.settle()
    let run = await home.run("exchange buy TKA/WKLAY 10 --from student", answers: ["y", "y", "n"])
    #expect(run.status == .notConfirmed && run.errors.contains("Already sent:"), "\(run.errors)")
    #expect(run.errors.contains("Nothing more was sent") && !run.errors.contains("Nothing was sent"), "\(run.errors)")
  }

  @Test("A token that no list has is shown with its address", arguments: ["C.UTF-8", "ko_KR.UTF-8", "uk_UA.UTF-8"])
  func unlisted(locale: String) async throws {
    let home = try await ExchangeHome(settings: ["LECTURES_TOKEN_LISTS": nil])
    let pair = "\(home.base.checksummed)/WKLAY"
    let order = await home.run("exchange order \(pair) --sell 10 --price 0.3 --from teacher --yes", language: locale)
    #expect(order.status == .success && order.errors.contains("TKA? \(home.base.checksummed)"), "\(order.errors)")
    try await home.settle()
    let run = await home.run("exchange buy \(pair) 10 --from student --dry-run", language: locale)
    #expect(run.status == .success && run.output.contains("TKA? \(home.base.checksummed)"), "\(run.output)")
    if locale == "C.UTF-8" { #expect(run.output.contains("unlisted"), "\(run.output)") }
  }

  @Test("A trade that was filled in part is listed as that")
  func listed() async throws {
    let home = try await ExchangeHome()
    _ = try await home.json("exchange order TKA/WKLAY --sell 10 --price 0.3 --from teacher --yes")
    try await home.settle()
    let bought = try await home.json("exchange buy TKA/WKLAY 10 --from student --yes")
    let hash = try Hash32(try #require(bought["transactions"]?[0]?["hash"]?.string))
    let path = home.file("lectures/outbox.sqlite")
    await Outbox(path: path).remark(hash, DealRemark.part("buy 4 TKA for 1.2 WKLAY").text)
    for (locale, words) in [
      ("C.UTF-8", "mined, in part: buy 4 TKA for 1.2 WKLAY"),
      ("ko_KR.UTF-8", "채굴됨, 일부만: 4 TKA 구매, 1.2 WKLAY 지불"),
      ("uk_UA.UTF-8", "у блоці, частково: купівля 4 TKA за 1,2 WKLAY"),
    ] {
      let run = await home.run("tx list", language: locale)
      #expect(run.output.contains(words), "\(run.output)")
    }
  }
}
