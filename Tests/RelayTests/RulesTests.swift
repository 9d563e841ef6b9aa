import Orders
import Primitives
import StrictJSON
import Testing

@testable import Relay

@Suite("The rules of a relay")
struct RulesTests {
  private func example(_ change: (inout JSONObject) -> Void = { _ in }) throws -> [UInt8] {
    var object = try #require(try JSON(parsing: RelayRules.example).object)
    change(&object)
    return JSON.object(object).serializedBytes()
  }

  private func reason(_ change: (inout JSONObject) -> Void) throws -> String? {
    let text = try example(change)
    do throws(RelayError) {
      _ = try RelayRules(parsing: text)
      return nil
    } catch {
      #expect(error.code == .rules)
      return error.reason
    }
  }

  @Test("the example has every member that is explained, and can be read")
  func exampleIsComplete() throws {
    let rules = try RelayRules(parsing: Array(RelayRules.example.utf8))
    #expect(rules.chainID == 1001 && rules.exchanges.count == 2 && rules.pairs.count == 1)
    #expect(rules.fees == FeeRule(taker: 1_000_000_000_000_000, takerBasisPoints: 25))
    #expect(rules.pairs[0].fees == FeeRule(takerBasisPoints: 10) && rules.pairs[0].tokenA.precision == 5)
    #expect(rules.limits == RelayLimits() && rules.tokenLists == ["tokens.json"])
    #expect(try JSON(parsing: RelayRules.example).object?.keys == RelayRules.format.map(\.name))
  }

  @Test("a rule that is not known is refused, with the one that was meant")
  func unknown() throws {
    #expect(try reason { $0["pair"] = [] } == "pair is no rule; did you mean pairs?")
    #expect(try reason { $0["fees"] = ["makr": "1"] } == "fees.makr is no rule; did you mean maker?")
    #expect(try reason { $0["limits"] = ["reads": 1] }?.hasPrefix("limits.reads is no rule") == true)
    #expect(try reason { $0["exchanges"] = ["v2": "0x5FbDB2315678afecb367f032d93F642f64180aa3"] } != nil)
  }

  @Test("rules that leave something open, or cannot be, are refused")
  func impossible() throws {
    #expect(try reason { $0["chainId"] = nil } == "chainId is missing.")
    #expect(try reason { $0["exchanges"] = [:] }?.contains("neither v1 nor v4") == true)
    #expect(try reason { $0["pairs"] = [] }?.contains("Nothing is traded") == true)
    #expect(
      try reason {
        ($0["pairs"], $0["anyPair"], $0["tokens"], $0["tokenLists"]) = ([], true, nil, nil)
      }?.contains("two \"tokens\"") == true)
    #expect(try reason { $0["feeRecipient"] = nil }?.contains("no \"feeRecipient\"") == true)
    #expect(try reason { $0["fees"] = ["takerBasisPoints": 10_001] }?.contains("10000 or less") == true)
    #expect(try reason { $0["limits"] = ["connections": 0] }?.contains("from 1 to") == true)
    #expect(try reason { $0["blockedMakers"] = ["0x5FbDB2315678afecb367f032d93F642f64180aa4"] } != nil)
    #expect(try reason { $0["anyPair"] = "yes" } == "anyPair has to be true or false.")
    #expect(throws: RelayError.self) { try RelayRules(parsing: Array("{".utf8)) }
    func pair(_ change: (inout JSONObject) -> Void) throws -> String? {
      try reason { rules in
        var pair = rules["pairs"]?[0]?["tokenA"]?.object ?? [:]
        change(&pair)
        rules["pairs"] = [["tokenA": .object(pair), "tokenB": rules["pairs"]?[0]?["tokenB"] ?? .null]]
      }
    }
    #expect(try pair { $0["minAmount"] = "0" }?.contains("1 or more") == true)
    #expect(try pair { $0["maxAmount"] = "1" }?.contains("below minAmount") == true)
    #expect(try pair { $0["address"] = .string(Address.zero.lowercaseHex) }?.contains("zero address") == true)
    #expect(try pair { $0["address"] = "0x043c471bEe060e00A56CcD02c0Ca286808a5A436" }?.contains("other side") == true)
  }

  @Test("a fee in hundredths of a per cent is rounded up, never beyond what fits")
  func fees() {
    let rule = FeeRule(takerBasisPoints: 25)
    #expect(rule.takerFee(of: 10_000) == 25 && rule.takerFee(of: 10_001) == 26 && rule.takerFee(of: 1) == 1)
    #expect(FeeRule.none.takerFee(of: .max) == 0)
    #expect(rule.takerFee(of: UInt256(1) << 127) > 0)
  }

  @Test("any two of the tokens are a pair where the rules say so, else those that are named")
  func pairs() throws {
    var rules = RelayRules(chainID: 1)
    let tokens = (1...3).map { Address(truncating: UInt256($0)) }
    rules.pairs = [PairRule(TokenRange(tokens[0], minAmount: 7), TokenRange(tokens[1]))]
    rules.tokens = [tokens[2]]
    #expect(rules.pair(tokens[1], tokens[0])?[tokens[0]]?.minAmount == 7)
    #expect(rules.pair(tokens[0], tokens[2]) == nil && rules.pair(tokens[0], tokens[0]) == nil)
    rules.anyPair = true
    #expect(rules.pair(tokens[0], tokens[2]) != nil && rules.pair(tokens[2], tokens[2]) == nil)
    #expect(rules.pair(tokens[0], Address(truncating: 9)) == nil)
  }

  @Test("fees of rules that were replaced are taken for ten minutes more")
  func policy() {
    var rules = RelayRules(chainID: 1)
    let policy = RelayPolicy(rules)
    rules.fees.taker = 1
    policy.change(to: rules, at: 1_000_000)
    #expect(policy.at(1_600_000).recent.map(\.fees.taker) == [1, 0])
    #expect(policy.at(1_600_001).recent.map(\.fees.taker) == [1])
  }
}
