import Foundation
import Keys
import Primitives
import Testing
import Transactions

@testable import FeePayer

@Suite("What a fee payer's account paid for elsewhere")
struct ComparisonTests {
  @Test("ends the start with the hashes, and counts once it is said to be known")
  func atTheStart() async throws {
    let fixture = try ServiceFixture(FakeChain { $0.usedPercent = 100 })
    _ = try await fixture.open()
    let strangers = try [fixture.paidElsewhere(student: 1), fixture.paidElsewhere(student: 2)]
    fixture.chain.change { state in for signed in strangers { try? state.mine(signed) } }
    let before = try fixture.lines
    let refused = await fixture.refusal()
    #expect(refused?.code == .strangerPays)
    for signed in strangers { #expect(refused?.reason?.contains(signed.hash.hex) == true) }
    #expect(try fixture.lines == before)

    for _ in 0..<2 {
      let service = try await fixture.open { $0.booksPaymentsElsewhere = true }
      #expect(try await service.spentToday() == Amount(wei: ServiceFixture.cost.wei * 2))
    }
    let service = try await fixture.open()
    #expect(try await service.spentToday(by: try ServiceFixture.key(1).address) == ServiceFixture.cost)
    #expect(try FeePayerJournal(reading: fixture.journal).spending.paymentsElsewhere == 2)
  }

  @Test(
    "counts in a new ledger, and in another one that takes its place, from the beginning of the day on", .overEachLedger
  )
  func newLedger() async throws {
    let fixture = try ServiceFixture(FakeChain { $0.usedPercent = 100 })
    let paid = try (1...3).map { try fixture.paidElsewhere(student: $0) }
    fixture.chain.change { state in
      for signed in paid { try? state.mine(signed) }
      state.firstOfToday = 2
    }
    // However often it is started.
    for _ in 0..<2 {
      let refused = await fixture.refusal()
      #expect(refused?.code == .strangerPays)
      let named = paid.map { refused?.reason?.contains($0.hash.hex) == true }
      #expect(named == [false, true, true], "\(refused?.reason ?? "")")
    }
    do {
      let service = try await fixture.open { $0.booksPaymentsElsewhere = true }
      #expect(try await service.spentToday() == Amount(wei: ServiceFixture.cost.wei * 2))
      let answer = await service.answer(ServiceFixture.request(try ServiceFixture.raw(student: 4)))
      #expect(answer.status == 200, "\(answer)")
    }
    let other = fixture.folder.appendingPathComponent("other").path
    #expect(await fixture.refusal(journal: other) { $0.adoptsJournal = true }?.code == .strangerPays)
    let service = try await fixture.open(journal: other) {
      $0.adoptsJournal = true
      $0.booksPaymentsElsewhere = true
    }
    #expect(try await service.spentToday() == Amount(wei: ServiceFixture.cost.wei * 3))
  }

  @Test(
    "is looked for behind the newest block before the day, wherever that is",
    arguments: [0, 1, 2, 60_123, 99_999, 100_000])
  func beginning(first: UInt64) async throws {
    let fixture = try ServiceFixture(
      FakeChain {
        $0.head = 100_000
        $0.firstOfToday = first
      })
    let service = try await fixture.open { $0.mostBlocks = 200_000 }
    #expect(service.blocksLeftOut == nil)
    #expect(fixture.chain.read.first?.lowerBound == max(1, first))
    #expect(fixture.chain.read.last?.upperBound == 100_000)
  }

  @Test("is not taken for nothing where the node does not show where the day began: the ledger is not begun")
  func hiddenBeginning() async throws {
    let fixture = try ServiceFixture(
      FakeChain {
        $0.head = 100
        $0.firstOfToday = 50
        $0.hiddenFrom = 1
      })
    #expect(await fixture.refusal()?.code == .blockMissing)
    #expect(!FileManager.default.fileExists(atPath: fixture.journal))
    fixture.chain.change { $0.hiddenFrom = nil }
    _ = try await fixture.open()
    #expect(fixture.chain.read.first?.lowerBound == 50)
  }

  @Test("ends a service that runs: nothing more is signed", .overEachLedger)
  func whileItRuns() async throws {
    let fixture = try ServiceFixture()
    let service = try await fixture.open()
    #expect(await service.answer(ServiceFixture.request(try ServiceFixture.raw(student: 1))).status == 200)
    try await service.compareWithChain()
    let stranger = try fixture.paidElsewhere(student: 2)
    fixture.chain.change { try? $0.mine(stranger) }
    for _ in 0..<2 {
      let error = await #expect(throws: FeePayerError.self) { try await service.compareWithChain() }
      #expect(error?.code == .strangerPays)
    }
    let sent = fixture.chain.sent.count
    #expect(await service.answer(ServiceFixture.request(try ServiceFixture.raw(student: 3))).status == 503)
    #expect(fixture.chain.sent.count == sent)
  }

  @Test(
    "does not include what the journal has under another hash, which counts: the sender's signatures may be exchanged",
    .overEachLedger, arguments: [false, true])
  func otherSignatures(isLookedAtFirst: Bool) async throws {
    let members = try [81, 82, 83].map { try ServiceFixture.key($0) }
    let account = try ServiceFixture.key(8).address
    let joint = AccountKey.roles([.multisig(WeightedMultisig(threshold: 2, of: members.map(\.publicKey))), .fail])
    let fixture = try ServiceFixture(
      FakeChain {
        $0.keys[account] = joint
        $0.mines = false
      })
    let service = try await fixture.open()
    let transaction = ServiceFixture.transaction(from: account)
    _ = await service.answer(ServiceFixture.request(try ServiceFixture.raw(transaction, by: members[0], members[1])))
    #expect(fixture.chain.sent.count == 1)
    var partly = PartlySignedTransaction(transaction)
    for member in members[1...] { try partly.sign(by: member) }
    try partly.signAsFeePayer(by: fixture.payer)
    let other = try partly.completed()
    #expect(other.hash != fixture.chain.sent.first?.hash)
    fixture.chain.change { try? $0.mine(other) }
    #expect(await fixture.chain.transactionCounts(of: account).mined == 1)
    // The hash that is written down never gets a receipt.
    if !isLookedAtFirst { try await service.compareWithChain() }
    for _ in 0..<2 {
      #expect(await service.reconcile() == 0)
      #expect(try await service.spentToday() == Amount(wei: ServiceFixture.cost.wei / 2))
      #expect(try await service.spentToday(by: account) == Amount(wei: ServiceFixture.cost.wei / 2))
    }
  }

  @Test("is looked for in so many blocks at most, from where it was left off")
  func bounded() async throws {
    let fixture = try ServiceFixture()
    _ = try await fixture.open()
    fixture.chain.change {
      $0.head = 3_000
      $0.hiddenFrom = 2_500
    }
    #expect(await fixture.refusal()?.code == .blockMissing)
    fixture.chain.change {
      $0.hiddenFrom = nil
      $0.read = []
    }
    #expect(try await fixture.open().blocksLeftOut == nil)
    #expect(fixture.chain.read.first?.lowerBound == 2_001 && fixture.chain.read.last?.upperBound == 3_000)
    fixture.chain.change {
      $0.head = 10_000
      $0.read = []
    }
    #expect(try await fixture.open { $0.mostBlocks = 500 }.blocksLeftOut == 3_001...9_500)
    #expect(fixture.chain.read.first?.lowerBound == 9_501)
  }
}
