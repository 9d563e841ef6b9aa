import Database
import DatabaseSupport
import Failures
import Primitives
import Testing

@testable import FeePayer

@Suite("The rules of a fee payer's instances", .overEachEngine)
struct SharedRulesTests {
  private let fixture = StoreFixture()

  /// A fixture over this database with other rules.
  private func other(_ change: (inout FeePayerRules) -> Void) -> StoreFixture {
    var other = fixture
    change(&other.rules)
    return other
  }

  private func refusal(_ body: () async throws -> Void) async throws -> FeePayerError {
    try #require(await #expect(throws: FeePayerError.self) { try await body() })
  }

  @Test("name the network's coin in each refusal, and are no others for that")
  func symbol() async throws {
    let first = try fixture.open()
    let named = other { $0.symbol = "KLAY" }
    let second = try named.open()
    let answer = try #require(
      await #expect(throws: ServiceAnswer.self) {
        _ = try await second.approve(StoreFixture.approval(1, of: 1, cost: .max))
      })
    #expect("\(answer.json)".contains(" KLAY. It begins anew") && !"\(answer.json)".contains("KAIA"), "\(answer)")
    #expect(named.rules.text(.kaia(2)) == "2 KLAY" && named.rules.parts == fixture.rules.parts)
    _ = try await first.approve(StoreFixture.approval(2, of: 2, cost: 10))
  }

  @Test("have to be those of the ones that live: another is refused with what differs, and the rest go on")
  func refused() async throws {
    let first = try fixture.open()
    let other = other { rules in
      (rules.perDay, rules.maxGas) = (.kaia(7), 21_000)
      rules.contracts[Address(truncating: 5)] = FeePayerRules.ContractRule(methods: nil)
    }
    let error = try await refusal { _ = try other.open() }
    let reason = try #require(error.reason)
    #expect(error.code == .otherRules, "\(error)")
    #expect(
      reason.contains("perDay: 7 KAIA here, 0.025 KAIA there") && reason.contains("maxGas: 21000 here, 200000 there")
        && reason.contains("contracts \(Address(truncating: 5).checksummed): any") && !reason.contains("perSender"),
      "\(reason)")
    var named = other
    named.rules.symbol = "KLAY"
    let words = try #require(try await refusal { _ = try named.open() }.reason)
    #expect(words.contains("perDay: 7 KLAY here, 0.025 KLAY there") && !words.contains("KAIA"), "\(words)")
    _ = try await first.approve(StoreFixture.approval(1, of: 1, cost: 10))
    let second = try fixture.open()
    _ = try await second.approve(StoreFixture.approval(2, of: 2, cost: 10))
    // What was refused has no lease that others would have to wait for.
    let held = try await fixture.tables().read { try Lease.held(AllotmentSweep.instances, in: $0) }
    #expect(Set(held) == [first.instance, second.instance])
  }

  @Test("name no key, and tell of lists only that they differ")
  func secrets() async throws {
    let first = try fixture.open()
    let other = other { rules in
      rules.keys = [Hash32(7): "app"]
      rules.senders = [Address(truncating: 3)]
    }
    let error = try await refusal { _ = try other.open() }
    #expect(error.code == .otherRules && error.reason == "keys differ; senders differ.", "\(error)")
    try await first.close()
  }

  @Test("may be others once all that had the old ones ended, and from then on those are refused")
  func replaced() async throws {
    let (first, second) = (try fixture.open(), try fixture.open())
    let other = other { $0.perDay = .kaia(7) }
    try await first.close()
    #expect(try await refusal { _ = try other.open() }.code == .otherRules)
    try await second.close()
    let next = try other.open()
    _ = try await next.approve(StoreFixture.approval(1, of: 1, cost: 10))
    #expect(try await refusal { _ = try fixture.open() }.code == .otherRules)
  }

  @Test("tell who looks at the record the budget of a day as long as one lives")
  func budgetTold() async throws {
    let first = try fixture.open()
    _ = try await first.approve(StoreFixture.approval(1, of: 1, cost: 10))
    let place = try fixture.place
    #expect(try FeePayerRecord(of: place, latest: 1).budget == fixture.rules.perDay)
    try await first.close()
    #expect(try FeePayerRecord(of: place, latest: 1).budget == nil)
    let lowered = try other { $0.perDay = Amount(wei: 4) }.open()
    #expect(try FeePayerRecord(of: place, latest: 1).budget == Amount(wei: 4))
    try await lowered.close()
  }

  @Test("of one that was killed count until its lease is over")
  func killed() async throws {
    let tables = try fixture.tables()
    let first = try fixture.open()
    let other = other { $0.cancels = true }
    await first.abandon()
    #expect(try await refusal { _ = try other.open() }.code == .otherRules)
    try await fixture.end(first, in: tables)
    let next = try other.open()
    await next.sweep()
    let kept = try await tables.read { try $0.values("SELECT DISTINCT instance FROM instance_rule", as: String.self) }
    #expect(kept == [next.instance])
  }

  @Test("that changed while an instance was paused keep it from approving anything")
  func paused() async throws {
    let tables = try fixture.tables()
    let first = try fixture.open()
    try await fixture.end(first, in: tables)
    let next = try other { $0.perSenderPerDay = .kaia(1) }.open()
    // It goes on, and takes its lease anew.
    #expect(try first.keeper.renew())
    let order = StoreFixture.approval(1, of: 1, cost: 10)
    #expect(try await refusal { _ = try await first.approve(order) }.code == .otherRules)
    let error = try await refusal { try await first.check() }
    #expect(error.code == .otherRules)
    // Nothing is the matter with the database.
    let answer = ServiceAnswer(error)
    #expect(answer.status == 503 && !"\(answer.json)".contains("database") && "\(answer.json)".contains("just now"))
    #expect(try await next.item(order.id) == nil)
    // Where the rules are its own again it joins by itself.
    try await next.close()
    _ = try await first.approve(order)
  }

  @Test("are compared as what they allow, in whatever order and unit they are written")
  func forms() throws {
    func rules(_ methods: String, _ perDay: String) throws -> FeePayerRules {
      try FeePayerRules(
        parsing: Bytes(
          """
          {"chainId": 1001, "perDay": "\(perDay)", "maxGas": 1, "maxGasPrice": "50 ston", "perSenderPerDay": "1 kaia",
           "anonymous": true,
           "contracts": [{"address": "0x5FbDB2315678afecb367f032d93F642f64180aa3", "methods": [\(methods)]}]}
          """.utf8))
    }
    let one = try rules(#""withdraw()", "purchaseLecture(uint256)""#, "10 kaia")
    let selector = Hex.encode(Array(Keccak256.hash(Bytes("withdraw()".utf8)).bytes.prefix(4)))
    #expect(try rules(#""purchaseLecture(uint256)", "\#(selector)""#, "10000000000 ston").parts == one.parts)
    #expect(try rules(#""withdraw()""#, "10 kaia").parts != one.parts)
  }
}
