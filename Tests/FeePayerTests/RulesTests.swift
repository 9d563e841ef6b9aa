import ContractABI
import Primitives
import Testing

@testable import FeePayer

@Suite("Rules of a fee payer")
struct RulesTests {
  private func parse(_ text: String) throws -> FeePayerRules { try FeePayerRules(parsing: Array(text.utf8)) }

  @Test("the example can be used as it is")
  func example() throws {
    let rules = try parse(FeePayerRules.example)
    #expect(rules.chainID == 1001)
    #expect(rules.maxGas == 500_000)
    #expect(rules.perDay == .kaia(10))
    #expect(rules.perMinute == 300 && rules.perMinuteOfKey == 300, "a platform is one address to the service")
    let rule = try #require(rules.contracts.values.first)
    #expect(rule.methods?[ABISelector(signature: "purchaseLecture(uint256)")] == "purchaseLecture(uint256)")
    #expect(rule.methods?.count == 4)
    #expect(rule.maxValue == .klay(100))
    #expect(rules.transfers == nil && rules.deploys == nil && !rules.cancels && rules.senders == nil)
  }

  @Test("every part is read")
  func all() throws {
    let rules = try parse(
      """
      {"chainId": 8217, "contracts": [{"address": "0x5FbDB2315678afecb367f032d93F642f64180aa3", "methods": "any"},
       {"address": "0x0000000000000000000000000000000000000abc", "methods": ["0xdeadbeef"], "maxValue": "1 klay"}],
       "transfers": {"maxValue": "2 klay"}, "cancels": true, "deploys": {"maxBytes": 100},
       "senders": ["0x0000000000000000000000000000000000000abd"], "maxGasPrice": "50 gwei", "maxGas": 1, "perDay": "1 klay",
       "perSenderPerDay": 0, "perMinute": {"address": 3, "key": 4},
       "keys": [{"name": "app", "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"}]}
      """)
    #expect(rules.contracts.count == 2)
    #expect(rules.contracts[try Address("0x5FbDB2315678afecb367f032d93F642f64180aa3")]?.methods == nil)
    #expect(
      rules.contracts[Address(truncating: UInt256(0xabc))]?.methods == [
        ABISelector(rawValue: 0xdead_beef): "0xdeadbeef"
      ])
    #expect(rules.transfers == .klay(2) && rules.cancels && rules.deploys == 100)
    #expect(rules.senders == [Address(truncating: UInt256(0xabd))])
    #expect(rules.perSenderPerDay == .zero && rules.perMinute == 3 && rules.perMinuteOfKey == 4)
    #expect(Array(rules.keys.values) == ["app"] && !rules.anonymous)
  }

  @Test(
    "what is missing, unknown or open is refused with its place",
    arguments: [
      (#"{"#, "JSON"), (#"[]"#, "The whole"), (#""perDay": "10 kaia","#, "perDay is missing"),
      (#""maxGas": 500000,"#, "maxGas is missing"), (#""anonymous": true"#, "Nobody may ask"),
    ])
  func refused(part: String, reason: String) throws {
    var text = part
    if part.hasPrefix("\"") {
      text = FeePayerRules.example.replacing(part, with: "")
      if part.contains("anonymous") { text = text.replacing(#""key": 300},"#, with: #""key": 300}"#) }
    }
    let error = #expect(throws: FeePayerError.self) { try parse(text) }
    #expect(error?.code == .rules)
    #expect(error?.reason?.contains(reason) == true, "\(error?.reason ?? "")")
  }

  @Test(
    "a slip of the pen is no rule",
    arguments: [
      (#""maxGas""#, #""maxgas ""#, "maxgas"), (#""10 kaia""#, #""10""#, "perDay"), (#""10 kaia""#, "10", "perDay"),
      (#""10 kaia""#, #""-1 klay""#, "perDay"), ("500000", "-1", "maxGas"), ("500000", "1e6", "maxGas"),
      ("500000", "18446744073709551616", "maxGas"),
      ("purchaseLecture(uint256)", "purchaseLecture(uint257)", "methods[0]"),
      (
        "0x5FbDB2315678afecb367f032d93F642f64180aa3", "0x5FbDB2315678afecb367f032d93F642f64180aa4",
        "contracts[0].address"
      ),
      (#""maxValue": "100 kaia""#, #""maxValue": "100 kaia", "minValue": 0"#, "contracts[0].minValue"),
      ("1001,", #"1001, "chainId": 1,"#, "JSON"),
    ])
  func slips(part: String, instead: String, place: String) throws {
    let error = #expect(throws: FeePayerError.self) { try parse(FeePayerRules.example.replacing(part, with: instead)) }
    #expect(error?.reason?.contains(place) == true, "\(error?.reason ?? "")")
  }
}
