import ChainSupport
import ContractClient
import Exchange
import Foundation
import Keys
import Localization
import Orders
import Primitives
import StrictJSON
import Testing

@testable import LecturesCommand

@Suite("lectures exchange tokens: lists, trust and allowances", .timeLimit(.minutes(10)))
struct ExchangeTokenListTests {
  /// A list of one chain's tokens.
  private func list(_ version: Int, _ tokens: [(String, String)], on chainID: UInt256, name: String = "School")
    -> String
  {
    let entries = tokens.map {
      #"{"chainId":\#(chainID),"address":"\#($0.0)","decimals":18,"name":"Token","symbol":"\#($0.1)"}"#
    }.joined(separator: ",")
    return
      #"{"name":"\#(name)","timestamp":"2026-11-24T00:00:00Z","version":{"major":\#(version),"minor":0,"patch":0},"#
      + #""tokens":[\#(entries)]}"#
  }

  private func write(_ text: String, to home: ExchangeHome, _ name: String = "list.json") throws -> String {
    let path = home.file(name)
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  @Test("a list is shown without being kept, its harmful entries counted, and one that is too large is refused")
  func show() async throws {
    let home = try await ExchangeHome()
    let chain = home.chain.chainID
    let path = try write(
      list(
        1, [(home.base.checksummed, "CRS"), ("0x00000000000000000000000000000000000000A1", "A\\u001bB")], on: chain),
      to: home)
    let shown = try await home.json("exchange tokens --list \(path)")
    #expect(shown["list"]?["version"] == "1.0.0" && shown["list"]?["leftOut"] == 1, "\(shown)")
    #expect(shown["kept"] == false && shown["list"]?["changes"] == .null)
    // The token is known already, by a list that is trusted more.
    #expect(shown["tokens"]?[0]?["symbol"] == "TKA" && shown["tokens"]?.array?.count == 1, "\(shown)")
    let text = await home.run("exchange tokens --list \(path)")
    #expect(text.status == .success && !text.output.contains("\u{1b}B"), "\(text.output)")
    let large = try write(
      list(1, [(home.base.checksummed, "CRS")], on: chain) + String(repeating: " ", count: 5 << 20), to: home,
      "5mb.json")
    #expect(try await home.json("exchange tokens --list \(large)")["code"] == "exchange.listTooLarge")
    #expect(
      try await home.json("exchange tokens --list \(home.file("none.json"))")["code"] == "exchange.unreadableList")
    #expect(try await home.json("exchange tokens --list http://tokens.example/x.json")["ok"] != true)
  }

  @Test(
    "entries with other decimals than the contract's, or without a contract, are told with the reasons and not taken")
  func contradicted() async throws {
    let home = try await ExchangeHome(settings: ["LECTURES_TOKEN_LISTS": nil])
    let (chain, gone) = (home.chain.chainID, "0x00000000000000000000000000000000000000A1")
    let text = list(1, [(home.base.checksummed, "TKA"), (gone, "GONE"), (gone, "TWICE")], on: chain)
      .replacing("\"decimals\":18", with: "\"decimals\":6", maxReplacements: 1)
    let path = try write(text, to: home)
    let shown = try await home.json("exchange tokens --list \(path)")
    let refused = try #require(shown["refused"]?.array)
    #expect(
      refused.map { $0["reason"] } == ["decimals", "noCode"] || refused.map { $0["reason"] } == ["noCode", "decimals"])
    #expect(refused.first { $0["reason"] == "decimals" }?["listed"] == 6, "\(shown)")
    #expect(refused.first { $0["reason"] == "decimals" }?["told"] == 18, "\(shown)")
    #expect(shown["list"]?["leftOutEntries"]?[0]?["reason"] == "duplicate", "\(shown)")
    #expect(shown["tokens"]?.array?.contains { $0["symbol"] == "GONE" } == false, "\(shown)")
    for (language, words) in [
      (
        "en_US.UTF-8", ["listed with 6 decimals, the contract tells 18", "there is no contract", "Entry 3 is left out"]
      ),
      ("ko_KR.UTF-8", ["계약이 없습니다", "3번째 항목"]), ("uk_UA.UTF-8", ["контракту там немає", "Запис 3"]),
    ] {
      let run = await home.run("exchange tokens --add \(path) --yes", language: language)
      for word in words { #expect(run.errors.contains(word), "\(run.errors)") }
    }
    let known = await home.run("exchange tokens --search gone")
    #expect(known.output.contains("there is no contract"), "\(known.output)")
    let pair = await home.run("exchange book GONE/WKLAY")
    #expect(pair.status == .usage && pair.errors.contains("no contract"), "\(pair.errors)")
  }

  @Test("a list that was added counts as it was until a version that takes tokens away is agreed to")
  func versions() async throws {
    let home = try await ExchangeHome(settings: ["LECTURES_TOKEN_LISTS": nil])
    let chain = home.chain.chainID
    let tokens = [(home.base.checksummed, "TKA")]
    let path = try write(list(1, tokens, on: chain), to: home)
    #expect((await home.run("exchange tokens --add \(path)")).status == .notConfirmed)
    #expect(try await home.json("exchange tokens --add \(path) --dry-run")["kept"] == false)
    #expect(try await home.json("exchange tokens --search TKA")["tokens"]?.array?.isEmpty == true)
    let added = try await home.json("exchange tokens --add \(path) --yes")
    #expect(added["kept"] == true && added["tokens"]?[0]?["symbol"] == "TKA", "\(added)")
    #expect(try await home.json("exchange tokens --search TKA")["tokens"]?[0]?["source"] == "list")
    // Another address takes the symbol over.
    let coin = try await CampusToken.deploy(
      name: "Token", symbol: "TKA", decimals: 18, supply: 1_000, holder: home.teacher.address,
      connection: home.connection
    ).send(from: home.teacher).contract.address.checksummed
    _ = try write(list(2, [(coin, "TKA")], on: chain), to: home)
    let held = await home.run("exchange tokens --search TKA --json")
    #expect(held.errors.contains("2.0.0") && held.output.contains(home.base.checksummed), "\(held.errors)")
    let asked = await home.run("exchange tokens --list \(path)")
    #expect(asked.status == .notConfirmed, "\(asked.errors)")
    let agreed = try await home.json("exchange tokens --list \(path) --yes")
    #expect(agreed["kept"] == true && agreed["list"]?["changes"]?["needsConsent"] == true, "\(agreed)")
    let after = await home.run("exchange tokens --search \(home.base.checksummed) --json")
    #expect(!after.errors.contains("2.0.0") && after.output.contains("\"source\":\"contract\""), "\(after.output)")
    // A list that cannot be had any more leaves what was taken of it.
    _ = try write("{", to: home)
    let broken = await home.run("exchange tokens --search TKA --json")
    #expect(broken.errors.contains("cannot be read") || broken.errors.contains("list"), "\(broken.errors)")
    #expect(broken.output.contains(coin), "\(broken.output)")
  }

  @Test("a token that is trusted by hand keeps the symbol that it had, and one that looks like another is told")
  func trust() async throws {
    let home = try await ExchangeHome()
    let feeToken = try #require(home.contracts.v1?.feeToken)
    let other = try await CampusToken.deploy(
      name: "Other", symbol: "TKА", decimals: 6, supply: 1_000, holder: home.teacher.address,
      connection: home.connection
    ).send(from: home.teacher).contract.address
    let unknown = try await home.json("exchange tokens --search \(other.checksummed)")
    #expect(unknown["tokens"]?[0]?["trusted"] == false, "\(unknown)")
    let warned = await home.run("exchange tokens --trust \(other.checksummed)")
    #expect(warned.status == .notConfirmed && warned.errors.contains(home.base.checksummed), "\(warned.errors)")
    #expect(warned.errors.contains("TKA alone no longer means the token at \(home.base.checksummed)"))
    let kept = try await home.json("exchange tokens --add \(other.checksummed) --yes")
    #expect(kept["kept"] == true && kept["tokens"]?[0]?["conflicts"]?.array?.isEmpty == false, "\(kept)")
    let listed = try await home.json("exchange tokens --search \(other.checksummed)")
    #expect(listed["tokens"]?[0]?["source"] == "hand" && listed["tokens"]?[0]?["decimals"] == 6, "\(listed)")
    // A second one stands beside it, and the first is there once.
    _ = try await home.json("exchange tokens --trust \(feeToken.checksummed) --yes")
    _ = try await home.json("exchange tokens --trust \(other.checksummed) --yes")
    let setting = await home.run("config get trusted-tokens")
    #expect(setting.output.components(separatedBy: other.checksummed).count == 2, "\(setting.output)")
    #expect(setting.output.contains(feeToken.checksummed))
    let empty = try await home.json("exchange tokens --trust 0x00000000000000000000000000000000000000A1 --yes")
    #expect(empty["code"] == "exchange.notAToken", "\(empty)")
    for line in [
      "--trust nobody", "--list a --add b", "--spender \(other.checksummed)", "--approvals --trust \(other)",
    ] {
      #expect((await home.run("exchange tokens \(line)")).status == .usage, "\(line)")
    }
  }

  @Test("allowances of all spenders are shown, and taken back with one command")
  func allowances() async throws {
    let home = try await ExchangeHome()
    let stranger = home.student.address.checksummed
    _ = try await CampusToken(address: home.base, connection: home.connection)
      .approve(spender: home.student.address, amount: 7).send(from: home.teacher)
    for version in ["v1", "v4"] {
      _ = try await home.json("exchange approve TKA 5 --protocol \(version) --from teacher --yes")
    }
    let shown = try await home.json("exchange tokens --approvals --spender \(stranger) --from teacher")
    #expect(shown["approvals"]?.array?.count == 3, "\(shown)")
    #expect(shown["approvals"]?[2]?["spender"] == .string(stranger) && shown["approvals"]?[2]?["protocol"] == .null)
    #expect(shown["approvals"]?[2]?["amount"]?["units"] == "7")
    #expect(try await home.json("exchange tokens --approvals --from teacher")["approvals"]?.array?.count == 2)
    let dry = await home.run("exchange tokens --revoke TKA --from teacher --dry-run")
    #expect(dry.status == .success, "\(dry.errors)")
    let revoked = try await home.json("exchange tokens --revoke TKA --spender \(stranger) --from teacher --yes")
    #expect(revoked["revoked"]?.array?.count == 3 && revoked["approvals"] == [], "\(revoked)")
    #expect(revoked["revoked"]?[0]?["before"]?["value"] == "5")
    let again = try await home.json("exchange tokens --revoke TKA --spender \(stranger) --from teacher --yes")
    #expect(again["revoked"] == [], "\(again)")
  }

  @Test("speaks Korean and Ukrainian", arguments: [Language.korean, .ukrainian])
  func languages(language: Language) async throws {
    let home = try await ExchangeHome()
    let path = try write(list(1, [(home.base.checksummed, "TKA")], on: home.chain.chainID), to: home)
    for line in [
      "--list \(path)", "--add \(path) --yes", "--trust \(home.base.checksummed) --yes", "--approvals --from teacher",
      "--revoke TKA --from teacher --yes",
    ] {
      let run = await home.run("exchange tokens \(line) --language \(language.rawValue)")
      let all = run.output + run.errors
      #expect(run.status == .success, "\(line): \(all)")
      let names: Set = [
        "TKA", "WKLAY", "CAMP", "Campus", "School", "Token", "Wrapped", "KLAY", "A", "v", "LECTURES_TOKEN_LISTS",
        "teacher",
      ]
      #expect(ForeignWords.of(all.replacing(path, with: ""), besides: names) == [], "\(line): \(all)")
    }
  }
}
