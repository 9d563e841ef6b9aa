import ChainSupport
import Keys
import Localization
import NodeRPC
import Orders
import Primitives
import StrictJSON
import Testing
import Tokens

@testable import Exchange
@testable import LecturesCommand

@Suite("lectures exchange: contracts, orders and relays in doubt", .timeLimit(.minutes(10)))
struct ExchangeDoubtTests {
  private static let languages = ["en_US.UTF-8", "ko_KR.UTF-8", "uk_UA.UTF-8"]

  /// Makes the code of a home's exchange of version 4 another that does the same.
  private func changeCode(of home: ExchangeHome) async throws {
    let address = try #require(home.contracts.v4)
    _ = try await home.chain.node.call(
      "anvil_setCode",
      [.string(address.checksummed), .string(NativeOrders.deployedBytecode.hex + "00")])
  }

  @Test("code that is not known is agreed to by its address, typed, and by no --yes")
  func unknownCode() async throws {
    let home = try await ExchangeHome()
    _ = try await home.json("exchange order TKA/WKLAY --sell 10 --price 0.3 --from teacher --yes")
    try await home.settle()
    try await changeCode(of: home)
    let address = try #require(home.contracts.v4).checksummed
    for line in [
      "exchange approve TKA 5 --from teacher", "exchange buy TKA/WKLAY 1 --from student",
      "exchange order TKA/WKLAY --sell 1 --price 0.3 --from teacher",
      "exchange trigger add TKA/WKLAY --when bid<=0.2 --sell 1 --from teacher",
    ] {
      for language in Self.languages {
        let run = await home.run("\(line) --yes", language: language)
        #expect(run.status == .notConfirmed && run.errors.contains(address), "\(line): \(run.errors)")
      }
      #expect(try await home.json("\(line) --yes")["code"] == "exchange.unknownCode", "\(line)")
      let dry = await home.run("\(line) --dry-run")
      #expect(dry.status == .success && dry.errors.contains("not known"), "\(line): \(dry.errors)")
    }
    let slip = await home.run("exchange approve TKA 5 --from teacher", answers: ["y", "y", WalletHome.password])
    #expect(slip.status == .notConfirmed && slip.questions.count == 1, "\(slip.errors)")
    let typed = await home.run("exchange approve TKA 5 --from teacher", answers: [address, "y", WalletHome.password])
    #expect(typed.status == .success, "\(typed.errors)")
    // To take it back nobody has to trust it.
    let back = await home.run("exchange approve TKA --revoke --from teacher --yes")
    #expect(back.status == .success, "\(back.errors)")
  }

  @Test("a contract of one's own that is no exchange is told as that, before a relay is called a liar")
  func ownContract() async throws {
    let home = try await ExchangeHome()
    _ = try await home.json("exchange order TKA/WKLAY --sell 10 --price 0.3 --from teacher --yes")
    try await home.settle()
    for line in [
      "exchange buy TKA/WKLAY 1 --from student --yes", "exchange book TKA/WKLAY", "exchange price TKA/WKLAY",
    ] {
      for language in Self.languages {
        let run = await home.run("\(line) --exchange-v4 \(home.base.checksummed)", language: language)
        #expect(run.status == .wrongChain && run.errors.contains(home.base.checksummed), "\(line): \(run.errors)")
        #expect(run.errors.contains("--exchange-v4"), "\(line): \(run.errors)")
      }
      let found = try await home.json("\(line) --exchange-v4 \(home.base.checksummed)")
      #expect(found["code"] == "exchange.wrongContract", "\(found)")
    }
    let old = try await home.json("exchange book TKA/WKLAY --exchange-v1 \(home.base.checksummed)")
    #expect(old["code"] == "exchange.wrongContract" && old["advice"] != nil, "\(old)")
  }

  @Test("somebody else's order is not cancelled, and its maker is named")
  func foreignOrder() async throws {
    let home = try await ExchangeHome()
    for version in ["v1", "v4"] {
      let made = try await home.json(
        "exchange order TKA/WKLAY --sell 10 --price 0.3 --protocol \(version) --from teacher --yes")
      try await home.settle()
      let hash = try #require(made["orderHash"]?.string)
      for language in Self.languages {
        let run = await home.run("exchange cancel \(hash) --from student --yes", language: language)
        #expect(run.status == .refused && run.errors.contains(home.teacher.address.checksummed), "\(run.errors)")
      }
      #expect(try await home.json("exchange cancel \(hash) --from student --yes")["code"] == "exchange.notMaker")
      #expect(try await home.json("exchange cancel \(hash) --from teacher --yes")["cancelled"]?.array?.count == 1)
    }
  }

  @Test("a token is sent by the symbol of a list, and by no symbol that only its own contract says")
  func transfer() async throws {
    let home = try await ExchangeHome()
    let sent = await home.run("wallet transfer --token TKA --amount 1.5 --from teacher --to student --yes")
    #expect(sent.status == .success, "\(sent.errors)")
    #expect(try await home.balance(home.base, home.student) == 1_500_000_000_000_000_000)
    let unknown = await home.run("wallet transfer --token NOPE --amount 1 --from teacher --to student --yes")
    #expect(unknown.status == .usage, "\(unknown.errors)")
    for words in ["No token list here knows NOPE.", "Give the address of the token's contract"] {
      #expect(unknown.errors.contains(words), "\(unknown.errors)")
    }
    for language in Language.allCases {
      let (usdt, none) = (home.base, UnlistedTokenRefusal("NOPE", nil))
      let denied = UnlistedTokenRefusal("USDT", .decimals(usdt, known: 6, told: 18))
      let reason = language[denied].reason ?? ""
      #expect([usdt.checksummed, "6", "18"].allSatisfy { reason.contains($0) }, "\(reason)")
      #expect(language[none].reason == nil && language[none].message.contains("NOPE"))
    }
    let bare = try await MarketHome()
    let none = await bare.run("wallet transfer --token TKA --amount 1 --from owner --to student --yes")
    #expect(none.status == .usage && none.errors.contains("No token list here knows TKA."), "\(none.errors)")
  }

  @Test("records that are not used are told by their kinds, in each language")
  func dropped() {
    let hash = Hash32(UInt256(7))
    let records: [DroppedOrder] = [
      DroppedOrder(hash, .repeated, ""), DroppedOrder(hash, .repeated, ""), DroppedOrder(nil, .malformed, ""),
      DroppedOrder(hash, .expired, ""), DroppedOrder(hash, .wrongHash, ""),
    ]
    let texts = ExchangeDroppedText.sentences(records)
    #expect(texts.count == 4)
    #expect(texts.map(\.english).contains("2 repeated records of relays: each order counts once."))
    #expect(
      ExchangeDroppedText.sentences(Array(records.prefix(2))).map(\.english).joined().contains("signature") == false)
    for text in texts { #expect(ForeignWords.of(text.korean + text.ukrainian) == []) }
  }
}
