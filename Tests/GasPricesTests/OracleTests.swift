import NodeRPC
import Primitives
import Sending
import StrictJSON
import Testing

@testable import GasPrices

@Suite struct OracleTests {
  static func answer(_ changes: JSONObject = [:], message: String = "OK") -> JSON {
    var result: JSONObject = [
      "LastBlock": "23467872", "SafeGasPrice": "0.496839934", "ProposeGasPrice": "0.496840168",
      "FastGasPrice": "0.55411917", "suggestBaseFee": "0.496839934",
      "gasUsedRatio": "0.370119078777807,0.8954731,0.550911766666667,0.212457033333333,0.552463633333333",
    ]
    for (key, value) in changes { result[key] = value }
    return ["status": "1", "message": .string(message), "result": .object(result)]
  }

  @Test func theRecordedAnswer() throws {
    let quote = try OracleReply(Self.answer()).quote
    #expect(quote.block == 23_467_872)
    #expect(quote.baseFee == 496_839_934)
    #expect(quote.tiers.map(\.price) == [496_839_934, 496_840_168, 554_119_170])
    #expect(quote.tiers.map(\.tip) == [0, 234, 57_279_236])
    #expect(quote.tiers[2].maximum == 2 * 496_839_934 + 57_279_236)
    #expect(quote.fullness.count == 5)
  }

  @Test func anAnswerOf2021InWholeGwei() throws {
    let quote = try OracleReply(
      Self.answer([
        "SafeGasPrice": "20", "ProposeGasPrice": "22", "FastGasPrice": "24", "suggestBaseFee": "19.230609716",
      ])
    ).quote
    #expect(try quote.tiers.map(\.price) == [gwei("20"), gwei("22"), gwei("24")])
    #expect(try quote.tiers[0].tip == gwei("0.769390284"))
  }

  @Test func aPriceBelowTheBaseFeeHasNoTip() throws {
    let quote = try OracleReply(Self.answer(["SafeGasPrice": "0.4"])).quote
    #expect(quote.tiers[0].tip == 0)
  }

  @Test func okWithALimitOfCallsIsOk() throws {
    _ = try OracleReply(Self.answer(message: "OK-Missing/Invalid API Key, rate limit of 1/5sec applied"))
  }

  @Test(arguments: [
    "Invalid API Key", "Max rate limit reached, please use API Key for higher rate limit",
    "You are using a deprecated V1 endpoint, switch to Etherscan API V2.",
  ])
  func theErrorForm(text: String) throws {
    let error = try #require(throws: GasPricesError.self) {
      try OracleReply(["status": "0", "message": "NOTOK", "result": .string(text)])
    }
    #expect(error.code == .oracleRefused)
    #expect(error.reason?.contains(text.dropLast()) == true)
  }

  @Test func aKeyThatTheOracleRepeatsIsHidden() throws {
    let error = try #require(throws: GasPricesError.self) {
      try OracleReply(
        ["status": "0", "message": "NOTOK", "result": "Invalid API Key (SECRETKEY123)\u{1b}[31m"],
        hiding: "SECRETKEY123")
    }
    #expect(!error.description.contains("SECRET"))
    #expect(!error.description.contains("\u{1b}"))
  }

  @Test(arguments: [
    ("SafeGasPrice", "1e3"), ("SafeGasPrice", "-1"), ("FastGasPrice", "0x10"), ("ProposeGasPrice", ""),
    ("suggestBaseFee", "0.1234567890123"), ("LastBlock", "x"), ("gasUsedRatio", "0.5,nan"), ("gasUsedRatio", "0.5,,1"),
    ("gasUsedRatio", "2"), ("SafeGasPrice", "99999999999999999999999999999999999999"),
  ])
  func whatIsNoNumberIsRefused(field: String, text: String) {
    #expect(throws: GasPricesError(.badOracleReply, "")) {
      try OracleReply(Self.answer([field: .string(text)]))
    }
  }

  @Test func otherShapesAreRefused() {
    for json: JSON in [
      .null, [], ["status": "1", "message": "OK", "result": "text"], ["status": "1", "message": "OK"],
    ] {
      #expect(throws: GasPricesError.self) { try OracleReply(json) }
    }
    #expect(throws: GasPricesError(.badOracleReply, "")) {
      try OracleReply(Self.answer(["SafeGasPrice": .number("0.5")]))
    }
  }

  @Test func aKeyIsNotSentInTheClear() {
    #expect(throws: GasPricesError(.badOracle, "")) {
      try GasOracle("http://oracle.example/api", key: "abc", chainID: 1, timeout: .seconds(5))
    }
    #expect(throws: GasPricesError(.badOracle, "")) {
      try GasOracle(key: "abc&x=1", chainID: 1, timeout: .seconds(5))
    }
  }

  @Test func errorsSayWhoseAddressItIs() async throws {
    let oracle = #expect(throws: NodeError.self) {
      try GasOracle("ftp://x", key: "K", chainID: 1, timeout: .seconds(1))
    }
    #expect(oracle?.message == "The gas oracle's address cannot be used.")
    let silent = try GasOracle("http://127.0.0.1:1", key: "K", chainID: 1, timeout: .seconds(60))
    let error = await #expect(throws: NodeError.self) { try await silent.quote() }
    #expect(error?.message == "The gas oracle's address failed: the gas oracle refused the connection.")
    #expect(error?.description.contains("node") == false, "\(error?.description ?? "")")
  }
}
