import ChainSupport
import Localization
import NodeRPC
import Primitives
import StrictJSON
import Testing

@testable import LecturesCommand

@Suite("lectures exchange: setting it up, tokens, wrapping and allowances", .timeLimit(.minutes(10)))
struct ExchangeTokenTests {
  /// A home with both exchanges, the token of fees and the wrapped coin, all of the tokens the owner's.
  private func home() async throws -> MarketHome {
    let home = try await MarketHome()
    try await home.done("exchange deploy --from owner --yes")
    return home
  }

  @Test("sets up both versions once, and the next run finds them, with the profile and without")
  func deploy() async throws {
    let home = try await MarketHome()
    let first = try await home.json("exchange deploy --from owner --yes")
    #expect(first["steps"]?.array?.count == 7 && first["kept"] == true, "\(first)")
    let names = ["exchangeV1", "proxy", "feeToken", "exchangeV4", "wrappedCoin"]
    for name in names { #expect(first[name]?.string != nil, "\(name)") }
    #expect(Set(names.compactMap { first[$0]?.string }).count == 5)
    let head = try await home.chain.node.block(.latest)?.number
    let second = try await home.json("exchange deploy --from owner --yes")
    #expect(second["steps"] == [] && second["kept"] == false, "\(second)")
    for name in names { #expect(second[name] == first[name], "\(name)") }
    // A profile that knows nothing of it: the outbox does.
    try await home.done("config unset exchange-v1", "config unset exchange-v4", "config unset wrapped-coin")
    let other = try await home.json("exchange deploy --from owner --yes")
    #expect(other["steps"] == first["steps"] && other["kept"] == true, "\(other)")
    for name in names { #expect(other[name] == first[name], "\(name)") }
    #expect(try await home.chain.node.block(.latest)?.number == head)
  }

  @Test("sets up one version alone, and the other later beside it")
  func oneVersion() async throws {
    let home = try await MarketHome()
    let first = try await home.json("exchange deploy --protocol v4 --from owner --yes")
    #expect(first["exchangeV1"] == .null && first["exchangeV4"]?.string != nil, "\(first)")
    let second = try await home.json("exchange deploy --from owner --yes")
    #expect(second["exchangeV4"] == first["exchangeV4"] && second["exchangeV1"]?.string != nil, "\(second)")
    #expect(second["wrappedCoin"] == first["wrappedCoin"])
    let dry = await home.run("exchange deploy --from owner --dry-run")
    #expect(dry.status == .usage && dry.errors.contains("cannot be simulated"), "\(dry.errors)")
    let unasked = try await MarketHome().run("exchange deploy --from owner")
    #expect(unasked.status == .notConfirmed, "\(unasked.errors)")
  }

  @Test("wraps coins and unwraps tokens, one for one")
  func wrapping() async throws {
    let home = try await home()
    let wrapped = try await home.json("exchange wrap 2.5 --from student --yes")
    #expect(wrapped["balance"]?["value"] == "2.5" && wrapped["amount"]?["value"] == "2.5", "\(wrapped)")
    #expect(wrapped["transaction"]?["value"]?["value"] == "2.5")
    let back = try await home.json("exchange unwrap 1 --from student --yes")
    #expect(back["balance"]?["value"] == "1.5", "\(back)")
    let tokens = try await home.json("exchange tokens --search WKLAY --from student")
    #expect(tokens["tokens"]?[0]?["balance"]?["value"] == "1.5" && tokens["tokens"]?.array?.count == 1, "\(tokens)")
    let dry = await home.run("exchange wrap 1 --from student --dry-run")
    #expect(dry.status == .success, "\(dry.errors)")
    for (line, code) in [
      ("exchange wrap 0", "usage"), ("exchange wrap 0.0000000000000000001", "exchange.tooManyDigits"),
      ("exchange wrap much", "exchange.invalidAmount"),
    ] {
      #expect(try await home.json("\(line) --from student --yes")["code"] == .string(code), "\(line)")
    }
    #expect((await home.run("exchange unwrap 9 --from student --yes")).status != .success)
    let bare = try await MarketHome()
    let none = try await bare.json("exchange wrap 1 --from student --yes")
    #expect(none["code"] == "exchange.noContract", "\(none)")
    #expect(none["advice"]?.string?.contains("--wrapped-coin") == true, "\(none)")
  }

  @Test("allows an amount, sends nothing where it suffices, and takes it back", arguments: ["v1", "v4"])
  func approve(version: String) async throws {
    let home = try await home()
    let tail = "--protocol \(version) --from owner --yes"
    let first = try await home.json("exchange approve CAMP 100 \(tail)")
    #expect(first["before"]?["value"] == "0" && first["after"]?["value"] == "100", "\(first)")
    #expect(first["steps"]?.array?.count == 1 && first["protocol"] == .string(version))
    for enough in ["100", "7.5"] {
      let again = try await home.json("exchange approve CAMP \(enough) \(tail)")
      #expect(again["steps"] == [] && again["transaction"] == .null && again["after"]?["value"] == "100", "\(again)")
    }
    let more = try await home.json("exchange approve CAMP 200 \(tail)")
    #expect(more["steps"]?.array?.count == 1 && more["after"]?["value"] == "200", "\(more)")
    let listed = try await home.json("exchange tokens --approvals --search CAMP --from owner")
    #expect(listed["tokens"]?[0]?["approvals"]?[version]?["value"] == "200", "\(listed)")
    #expect(listed["tokens"]?[0]?["trusted"] == true && listed["tokens"]?[0]?["source"] == "network")
    let shared = "All your open orders and trades of this token share it"
    let dearer = await home.run("exchange approve CAMP 300 \(tail) --dry-run")
    #expect((dearer.output + dearer.errors).contains(shared), "\(dearer.output) \(dearer.errors)")
    let nothing = await home.run("exchange approve CAMP --revoke \(tail) --dry-run")
    #expect(nothing.status == .success && !(nothing.output + nothing.errors).contains(shared), "\(nothing.output)")
    let none = try await home.json("exchange approve CAMP --revoke \(tail)")
    #expect(none["after"]?["value"] == "0" && none["steps"]?.array?.count == 1, "\(none)")
    let already = try await home.json("exchange approve CAMP --revoke \(tail)")
    #expect(already["steps"] == [], "\(already)")
  }

  @Test("an allowance without a bound wants the token's symbol, typed or given")
  func unlimited() async throws {
    let home = try await home()
    let line = "exchange approve CAMP --unlimited --from owner"
    #expect((await home.run("\(line) --yes")).status == .notConfirmed)
    #expect((await home.run("\(line) --yes --symbol COMP")).status == .usage)
    let slip = await home.run(line, answers: ["y", "y", WalletHome.password])
    #expect(slip.status == .notConfirmed && slip.questions.count == 1, "\(slip.errors)")
    let typed = await home.run(line, answers: ["CAMP", "y", WalletHome.password])
    #expect(typed.status == .success && typed.output.contains("any amount of CAMP"), "\(typed.errors)\(typed.output)")
    let given = try await home.json("\(line) --protocol v1 --yes --symbol CAMP")
    #expect(given["after"]?["units"] == .string(UInt256.max.description), "\(given)")
  }

  @Test("another account than the exchange is let with a plain warning, and taken back")
  func otherSpender() async throws {
    let home = try await home()
    let other = "0x00000000000000000000000000000000000000A1"
    let line = "exchange approve CAMP 5 --spender \(other) --from owner --yes"
    for (language, words) in [
      ("en", "no exchange of this network"), ("ko", "거래소가 아닙니다"), ("uk", "не біржа"),
    ] {
      let run = await home.run("\(line) --dry-run --language \(language)")
      #expect(run.status == .success && run.errors.contains(words), "\(run.errors)")
    }
    let text = await home.run(line.replacing("CAMP 5", with: "CAMP 4"))
    #expect(text.output.contains("\(other) may move 4 CAMP now"), "\(text.output)")
    let done = try await home.json(line)
    #expect(done["after"]?["value"] == "5" && done["protocol"] == .null && done["spender"] == .string(other), "\(done)")
    // Another amount goes by way of zero: it could take both.
    let more = try await home.json(line.replacing("CAMP 5", with: "CAMP 7"))
    #expect(more["steps"]?.array?.count == 2 && more["after"]?["value"] == "7", "\(more)")
    let back = try await home.json("exchange approve CAMP --revoke --spender \(other) --from owner --yes")
    #expect(back["after"]?["value"] == "0", "\(back)")
    for wrong in ["--spender nobody", "--spender \(other) --permit", "--spender \(other) --protocol v4"] {
      #expect((await home.run("exchange approve CAMP 5 \(wrong) --from owner --yes")).status != .success, "\(wrong)")
    }
  }

  @Test("a token that changes no allowance but from zero gets zero first, and both steps are shown")
  func throughZero() async throws {
    let home = try await home()
    let token = try await stubborn(at: home)
    let tail = "--from owner --yes"
    #expect(try await home.json("exchange approve \(token) 5 \(tail)")["after"]?["value"] == "5")
    let changed = await home.run("exchange approve \(token) 7 \(tail)")
    #expect(changed.status == .success && changed.errors.contains("two transactions"), "\(changed.errors)")
    let more = try await home.json("exchange approve \(token) 9.25 \(tail)")
    #expect(
      more["steps"]?[0]?["amount"]?["value"] == "0" && more["steps"]?[1]?["amount"]?["value"] == "9.25", "\(more)")
    #expect(more["steps"]?.array?.count == 2 && more["before"]?["value"] == "7" && more["after"]?["value"] == "9.25")
    #expect(more["transaction"]?["hash"] == more["steps"]?[1]?["transaction"]?["hash"])
    #expect(try await home.json("exchange approve \(token) 0.0000001 \(tail)")["code"] == "exchange.tooManyDigits")
  }

  @Test("refuses a token that nobody knows, and a line that does not say how much")
  func refusals() async throws {
    let home = try await home()
    let unknown = try await home.json("exchange approve NOPE 1 --from owner --yes")
    #expect(unknown["code"] == "exchange.unknownToken" && unknown["exit"] == 64, "\(unknown)")
    for line in ["CAMP", "CAMP 1 --revoke", "CAMP 1 --symbol CAMP", "CAMP 0"] {
      #expect((await home.run("exchange approve \(line) --from owner --yes")).status == .usage, "\(line)")
    }
    let bare = try await MarketHome()
    let none = try await bare.json("exchange approve WKLAY 1 --from owner --yes")
    #expect(none["code"] == "exchange.unknownToken", "\(none)")
  }

  @Test("speaks Korean and Ukrainian", arguments: [Language.korean, .ukrainian])
  func languages(language: Language) async throws {
    let home = try await MarketHome()
    for (line, answers) in [
      ("exchange deploy --from owner", ["так", WalletHome.password]), ("exchange deploy --from owner", []),
      ("exchange wrap 2 --from student", ["네", WalletHome.password]),
      ("exchange unwrap 1 --from student", ["так", WalletHome.password]),
      ("exchange approve CAMP 3 --from owner", ["так", WalletHome.password]),
      ("exchange approve CAMP 3 --from owner", []),
      ("exchange approve CAMP --unlimited --from owner", ["CAMP", "так", WalletHome.password]),
      ("exchange approve CAMP --revoke --from owner", ["так", WalletHome.password]),
      ("exchange approve CAMP --revoke --from owner", []), ("exchange tokens --approvals --from owner", []),
    ] as [(String, [String])] {
      let run = await home.run("\(line) --language \(language.rawValue)", answers: answers)
      let all = run.output + run.errors + run.questions.joined(separator: "\n")
      #expect(run.status == .success, "\(line): \(all)")
      // Names of tokens, and versions of the protocol.
      let names: Set = ["CAMP", "WKLAY", "Campus", "Token", "Wrapped", "v"]
      #expect(ForeignWords.of(all, besides: names) == [], "\(line): \(all)")
    }
  }

  /// A token with six decimals whose `approve` reverts where both the allowance and the new amount are above zero.
  private func stubborn(at home: MarketHome) async throws -> String {
    let runtime =
      "60003560e01c" + "8063095ea7b31461004257" + "8063dd62ed3e1461006357" + "8063313ce5671461006b57"
      + "806370a082311461007257" + "624f4c4460e81b" + "5b60005260206000f3"
      + "5b602435" + "801561005957" + "6000541561005957" + "60006000fd" + "5b600055" + "600161003956"
      + "5b60005461003956" + "5b600661003956" + "5b633b9aca0061003956"
    return try await home.deployed("607c80600b6000396000f3" + runtime)
  }
}
