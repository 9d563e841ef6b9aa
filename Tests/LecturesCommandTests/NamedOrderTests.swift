import ChainSupport
import ContractClient
import Exchange
import Foundation
import Keys
import NodeDoubles
import NodeRPC
import Orders
import Primitives
import StrictJSON
import Testing

@testable import LecturesCommand

@Suite("lectures exchange fill: an order that was named", .timeLimit(.minutes(10)))
struct NamedOrderTests {
  private static let one = UInt256(1_000_000_000_000_000_000)
  private static let languages = ["en_US.UTF-8", "ko_KR.UTF-8", "uk_UA.UTF-8"]

  private func order(_ home: ExchangeHome, _ line: String, from maker: String) async throws -> String {
    let made = try await home.json("exchange order TKA/WKLAY \(line) --from \(maker) --yes")
    return try #require(made["orderHash"]?.string, "\(made)")
  }

  @Test("is compared with what its taker could fill instead, and not with the taker's own orders")
  func ownOrders() async throws {
    let home = try await ExchangeHome()
    _ = try await order(home, "--buy 10 --price 0.3", from: "teacher")
    let named = try await order(home, "--buy 10 --price 0.2", from: "student")
    try await home.settle()
    let sold = try await home.json("exchange fill \(named) --from teacher --yes")
    #expect(sold["complete"] == true && sold["received"]?["value"] == "2", "\(sold)")
    // An order that is far from the price of others is still asked about.
    let far = try await order(home, "--buy 10 --price 0.1", from: "student")
    _ = try await order(home, "--buy 5 --price 0.2", from: "student")
    try await home.settle()
    #expect(try await home.json("exchange fill \(far) --from teacher --yes")["code"] == "exchange.farFromBest")
  }

  @Test("and is filled is told as that, or as done, whatever others ask by now")
  func filled() async throws {
    let home = try await ExchangeHome()
    let named = try await order(home, "--sell 10 --price 0.5", from: "teacher")
    let first = try await home.json("exchange fill \(named) --from student --yes")
    #expect(first["complete"] == true, "\(first)")
    _ = try await order(home, "--sell 10 --price 0.3", from: "teacher")
    try await home.settle()
    let again = try await home.json("exchange fill \(named) --from student --yes")
    #expect(again["transactions"]?[0]?["hash"] == first["transactions"]?[0]?["hash"], "\(again)")
    let words = ["filled already", "이미 모두 체결된", "уже виконано"]
    for (language, word) in zip(Self.languages, words) {
      let run = await home.run("exchange fill \(named) --again --from student --yes", language: language)
      #expect(run.status == .refused && run.errors.contains(word), "\(run.errors)")
    }
  }

  @Test("and stands in a file is filled beside a relay that hangs")
  func fileBesideHangingRelay() async throws {
    let home = try await ExchangeHome()
    let path = home.file("order.json")
    _ = try await order(home, "--sell 10 --price 0.3 --file \(path)", from: "teacher")
    let relay = try HostileServer { _ in [.hang] }
    let run = await home.run("exchange fill \(path) --relay \(relay.url) --from student --yes")
    #expect(run.status == .success && run.errors.contains("was compared with no book"), "\(run.output)\(run.errors)")
  }

  @Test("and stands in a file is said to be compared with no book where no relay gives one")
  func uncompared() async throws {
    let home = try await ExchangeHome()
    let path = home.file("order.json")
    _ = try await order(home, "--sell 10 --price 0.3 --file \(path)", from: "teacher")
    let broken = try HostileServer { _ in [.reply("<html>", status: 200)] }
    for relay in ["http://127.0.0.1:9", broken.url] {
      for (language, words) in zip(Self.languages, ["was compared with no book", "비교하지 못", "ні з чим не порівняно"]) {
        let run = await home.run(
          "exchange fill \(path) --relay \(relay) --from student --dry-run", language: language)
        #expect(run.status == .success && run.errors.contains(words), "\(run.output)\(run.errors)")
      }
    }
    let compared = await home.run("exchange fill \(path) --from student --dry-run")
    #expect(compared.status == .success && !compared.errors.contains("compared"), "\(compared.errors)")
  }

  @Test("and asks its taker for a fee that no price bounds costs that fee only with a word for it")
  func feeApart() async throws {
    let home = try await ExchangeHome(takerFee: Self.one)
    let path = home.file("order.json")
    let named = try await order(home, "--sell 10 --price 0.3 --protocol v1", from: "teacher")
    let token = CampusToken(address: try #require(home.contracts.v1).feeToken, connection: home.connection)
    _ = try await token.transfer(to: home.student.address, amount: Self.one).send(from: home.bank)
    let signed = try await home.json("exchange orders")["orders"]?[0]?["order"]
    try #require(signed).serialized().write(toFile: path, atomically: true, encoding: .utf8)
    for object in [named, path] {
      let told = try await home.json("exchange fill \(object) --from student --yes")
      #expect(told["code"] == "exchange.takerFee" && told["takerFee"] == .string(Self.one.description), "\(told)")
      for language in Self.languages {
        let run = await home.run("exchange fill \(object) --from student --dry-run", language: language)
        #expect(run.status == .overLimit && run.errors.contains("--allow-fees"), "\(run.errors)")
      }
    }
    #expect(try await home.balance(token.address, home.student) == Self.one)
    #expect(try await home.balance(home.base, home.student) == 0)
    let agreed = try await home.json("exchange fill \(named) --allow-fees --from student --yes")
    #expect(agreed["complete"] == true && agreed["fees"]?[0]?["value"] == "1", "\(agreed)")
    #expect(try await home.balance(token.address, home.student) == 0)
  }

  @Test("is compared with others by the price that its taker pays, the fees in it")
  func feeWithin() async throws {
    let home = try await ExchangeHome()
    _ = try await order(home, "--sell 10 --price 0.3", from: "teacher")
    try await home.settle()
    let exchange = try #require(home.contracts.exchange(of: .v4))
    let time = try #require(try await home.chain.node.block(.latest)).timestamp
    for (salt, fee, isFar) in [(1, 30, true), (2, 1, false)] as [(UInt256, UInt256, Bool)] {
      let dear = try await LimitOrder(
        exchange: exchange, maker: home.teacher.address, taker: .zero, makerToken: home.base,
        takerToken: try #require(home.contracts.wrappedCoin), feeRecipient: home.bank.address,
        makerAmount: 10 * Self.one, takerAmount: 3 * Self.one, takerFee: Self.one * fee / 10,
        expiry: UInt256(time + 86_400), salt: salt
      ).signed(by: home.teacher)
      let path = home.file("\(salt).json")
      try await OrderFile.write(.v4(dear), to: path, for: [exchange])
      let run = await home.run("exchange fill \(path) --from student --dry-run")
      #expect(run.errors.contains("100.00 %") == isFar, "\(run.errors)")
      let told = try await home.json("exchange fill \(path) --amount 1 --from student --yes")
      #expect((told["code"] == "exchange.farFromBest") == isFar, "\(told)")
      #expect(try await home.balance(home.base, home.student) == 0 || !isFar)
    }
  }

  @Test("and is gone in the block leads to the book, since there is no more of it")
  func goneInBlock() async throws {
    for language in Self.languages {
      let home = try await ExchangeHome()
      let named = try await order(home, "--sell 10 --price 0.3 --protocol v1", from: "teacher")
      let approved = await home.run("exchange approve WKLAY 100 --protocol v1 --from student --yes")
      #expect(approved.status == .success, "\(approved.errors)")
      let proxy = try CancellingNode.proxy(of: home, "exchange cancel \(named) --from teacher --yes")
      let run = await home.run(
        "exchange fill \(named) --from student --yes --endpoint \(proxy.url)", language: language)
      #expect(run.status == .refused && run.errors.contains("lectures exchange book TKA/WKLAY"), "\(run.errors)")
      #expect(!run.errors.contains("--again"), "\(run.errors)")
    }
  }

  @Test("and that nobody has is told as unknown, in each language")
  func unknown() async throws {
    let home = try await ExchangeHome()
    let hash = Hash32(UInt256(7)).hex
    for (language, word) in zip(Self.languages, ["There is no order", "찾을 수 없습니다", "немає ні в журналі"]) {
      let run = await home.run("exchange fill \(hash) --from student --yes", language: language)
      #expect(run.status == .refused && run.errors.contains(word) && run.errors.contains(hash), "\(run.errors)")
    }
  }
}
