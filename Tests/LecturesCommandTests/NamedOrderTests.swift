import NodeDoubles
import Primitives
import StrictJSON
import Testing

@testable import LecturesCommand

@Suite("lectures exchange fill: an order that was named", .timeLimit(.minutes(10)))
struct NamedOrderTests {
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
