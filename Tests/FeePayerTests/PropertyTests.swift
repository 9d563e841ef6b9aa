import FixtureSupport
import Foundation
import Keys
import Locking
import Primitives
import StrictJSON
import Testing
import Transactions

@testable import FeePayer

@Suite("Whatever a fee payer is asked", .overEachLedger)
struct PropertyTests {
  /// Students 1 to 6 have the key of their address, 7 a new key, 8 a multisig of 2 of 3.
  private static let rotated = 7
  private static let shared = 8

  private static func address(_ student: Int) throws -> Address { try ServiceFixture.key(student).address }

  private static func chain() throws -> FakeChain {
    let members = try [81, 82, 83].map { try ServiceFixture.key($0).publicKey }
    let (moved, joint) = (try address(rotated), try address(shared))
    let new = try ServiceFixture.key(70).publicKey
    return FakeChain {
      $0.keys[moved] = .publicKey(new)
      $0.keys[joint] = .roles([.multisig(WeightedMultisig(threshold: 2, of: members)), .fail])
    }
  }

  @Test("nothing is signed outside the rules", arguments: [1, 2, 3, 4] as [UInt64])
  func nothingOutside(seed: UInt64) async throws {
    var random = Seeded(seed)
    let chain = try Self.chain()
    var fixture = try ServiceFixture(chain)
    fixture.rules.transfers = .klay(1)
    fixture.rules.perDay = Amount(wei: ServiceFixture.cost.wei * 12)
    var past: [[UInt8]] = []
    var counts: [Int: UInt64] = [:]
    var checked = 0
    // Three lives of the service, on three days.
    for _ in 0..<3 {
      let service = try await fixture.open()
      for _ in 0..<60 {
        var batch: [[UInt8]] = []
        for _ in 0..<8 {
          let body: [UInt8]
          if !past.isEmpty, Int.random(in: 0..<5, using: &random) == 0 {
            body = past.randomElement(using: &random) ?? []
          } else {
            body = try Self.body(&random, &counts)
          }
          past.append(body)
          batch.append(body)
        }
        chain.change { $0.mines = Int.random(in: 0..<4, using: &random) > 0 }
        let requests = batch.map {
          FeePayerService.Request(method: "POST", path: "/api/signAsFeePayer", caller: "1", body: $0)
        }
        await withTaskGroup(of: Void.self) { group in
          for request in requests {
            group.addTask {
              let answer = await service.answer(request)
              // A disk that stands still is told as 503, and is no promise either.
              #expect([200, 400, 429, 500, 503].contains(answer.status))
            }
          }
        }
        if Int.random(in: 0..<10, using: &random) == 0 { chain.mineAll() }
        for student in 1...8 { counts[student] = await chain.transactionCounts(of: try Self.address(student)).mined }
        for signed in chain.sent[checked...] { try Self.check(signed, fixture) }
        checked = chain.sent.count
      }
      try Self.checkBudgets(fixture)
      fixture.clock.withLock { $0 += 86_400 }
    }
    // Else it would have shown nothing.
    #expect(Set(chain.sent.map(\.hash)).count > 20)
  }

  /// One request: mostly right, and wrong in one or the other place.
  private static func body(_ random: inout Seeded, _ counts: inout [Int: UInt64]) throws -> [UInt8] {
    func odds(_ of: Int) -> Bool { Int.random(in: 0..<of, using: &random) == 0 }
    let student = Int.random(in: 1...8, using: &random)
    var transaction = ServiceFixture.transaction(from: try address(student), nonce: counts[student] ?? 0)
    transaction.gasLimit = UInt64.random(in: 21_000...110_000, using: &random)
    if odds(3) { transaction.feePayment = .shared(percent: UInt8.random(in: 1...99, using: &random)) }
    if odds(12) { transaction.feePayment = .sender }
    if odds(12) { transaction.chainID = [1, 8217, 1002].randomElement(using: &random) ?? 1 }
    if odds(12) { transaction.nonce = UInt64.random(in: 0...5, using: &random) }
    if odds(12) { transaction.gasPrice = UInt256(random.next()) }
    if odds(12) { transaction.gasLimit = random.next() }
    let to = odds(4) ? Address(truncating: UInt256(random.next())) : ServiceFixture.contract
    let value: UInt256 = odds(8) ? UInt256(random.next()) * 4 : 0
    switch Int.random(in: 0..<14, using: &random) {
    case 0: transaction.operation = .accountUpdate(.publicKey(try ServiceFixture.key(5).publicKey))
    case 1: transaction.operation = .cancel
    case 2: transaction.operation = .anchoring(data: [1, 2, 3])
    case 3: transaction.operation = .deploy([0x60, 0x00])
    case 4: transaction.operation = .memo(to: to, value: value, memo: [1])
    case 5: transaction.operation = .valueTransfer(to: to, value: value)
    case 6: transaction.operation = .execution(to: to, value: value, input: [1, 2, 3, 4, 5])
    case 7: transaction.operation = .execution(to: to, value: value, input: [])
    default:
      transaction.operation = .execution(
        to: to, value: value, input: ServiceFixture.selector + [UInt8](repeating: 1, count: 192))
    }
    let keys: [Int] =
      switch student {
      case rotated: odds(3) ? [rotated] : [70]
      case shared:
        [[81, 82], [83, 81], [81], [81, 82, 83], [81, 99], [81, 82, 99]].randomElement(using: &random) ?? []
      default: odds(6) ? [student % 6 + 1] : [student]
      }
    var partly = PartlySignedTransaction(transaction)
    for key in keys { try partly.sign(by: ServiceFixture.key(key)) }
    if transaction.type.isFeeDelegated, odds(8) {
      let payer = try ServiceFixture.key([999, 998].randomElement(using: &random) ?? 999)
      if odds(2) {
        try partly.signAsFeePayer(by: payer)
      } else {
        try partly.add(feePayer: payer.address, signatures: [])
      }
    }
    var raw = partly.encoded(odds(2) ? .senderPart : .placeholders)
    if odds(10), !raw.isEmpty {
      switch Int.random(in: 0..<3, using: &random) {
      case 0: raw[Int.random(in: 0..<raw.count, using: &random)] ^= UInt8.random(in: 1...255, using: &random)
      case 1: raw.removeLast(Int.random(in: 1...raw.count, using: &random))
      default: raw += [UInt8.random(in: 0...255, using: &random)]
      }
    }
    if odds(20) { return (["userSignedTx": ["raw": .number("1")]] as JSON).serializedBytes() }
    var text = (["userSignedTx": ["raw": .string(Hex.encode(raw))]] as JSON).serializedBytes()
    if odds(20) { text[Int.random(in: 0..<text.count, using: &random)] = UInt8.random(in: 0...255, using: &random) }
    return text
  }

  /// What has to be true of all that has the fee payer's signature, said in other words than the service's.
  private static func check(_ signed: SignedTransaction, _ fixture: ServiceFixture) throws {
    guard case .kaia(let transaction) = signed.transaction else {
      Issue.record("not one of Kaia's own types was signed")
      return
    }
    #expect(transaction.chainID == 1001)
    #expect(signed.feePayer?.address == fixture.payer.address)
    #expect(transaction.gasPrice <= 50_000_000_000 && transaction.gasLimit <= 200_000)
    switch transaction.operation {
    case .execution(let to, let value, let input):
      #expect(to == ServiceFixture.contract && value == 0 && Array(input.prefix(4)) == ServiceFixture.selector)
    case .valueTransfer(_, let value), .memo(_, let value, _): #expect(value <= Amount.klay(1).wei)
    default: Issue.record("signed: \(transaction.operation)")
    }
    let signers = try signed.senderPublicKeys()
    switch transaction.from {
    case try address(rotated): #expect(signers == [try ServiceFixture.key(70).publicKey])
    case try address(shared):
      let members = try Set([81, 82, 83].map { try ServiceFixture.key($0).publicKey })
      #expect(Set(signers).count >= 2 && members.isSuperset(of: signers))
    default: #expect(signers.map(\.address) == [transaction.from])
    }
    // And the journal knows of it.
    let id = transaction.feePayerSigningHash(feePayer: fixture.payer.address)
    #expect(
      try fixture.lines.contains {
        if case .approved(let approval) = $0.entry { approval.id == id } else { false }
      })
  }

  /// What is mined, and what may still be, is within the budgets of each day; summed up from the journal's lines.
  ///
  /// Of one sender's nonce the chain takes one transaction: a dearer one adds the difference to the day it comes on, and
  /// what was mined fills up the days from the first.
  private static func checkBudgets(_ fixture: ServiceFixture) throws {
    struct Slot: Hashable {
      let sender: Address
      let nonce: UInt64
    }
    var shares: [Slot: [(day: UInt64, cost: UInt256)]] = [:]
    var mined: [Slot: UInt256] = [:]
    var slots: [Hash32: Slot] = [:]
    for line in try fixture.lines {
      switch line.entry {
      case .approved(let approval):
        let slot = Slot(sender: approval.sender, nonce: approval.nonce)
        slots[approval.id] = slot
        let sum = (shares[slot] ?? []).reduce(0 as UInt256) { $0 + $1.cost }
        if approval.cost > sum { shares[slot, default: []].append((line.time / 86_400, approval.cost - sum)) }
      case .settled(let id, let settlement):
        if let slot = slots[id] { mined[slot] = settlement.cost }
      case .begun, .chained, .signed, .superseded, .compared, .elsewhere: break
      }
    }
    var byDay: [UInt64: UInt256] = [:]
    var bySender: [Address: [UInt64: UInt256]] = [:]
    for (slot, parts) in shares {
      var rest = mined[slot] ?? .max
      for (day, cost) in parts {
        let counted = min(rest, cost)
        rest -= counted
        byDay[day, default: 0] += counted
        bySender[slot.sender, default: [:]][day, default: 0] += counted
      }
    }
    #expect(byDay.values.allSatisfy { $0 <= fixture.rules.perDay.wei })
    #expect(bySender.values.allSatisfy { $0.values.allSatisfy { $0 <= fixture.rules.perSenderPerDay.wei } })
  }
}
