import Foundation
import Primitives
import Testing

@testable import FeePayer

@Suite("An account has one journal")
struct JournalChainTests {
  private static func pay(
    _ service: FeePayerService, _ students: Int..., location: SourceLocation = #_sourceLocation
  ) async throws {
    for student in students {
      let answer = await service.answer(ServiceFixture.request(try ServiceFixture.raw(student: student)))
      #expect(answer.status == 200, "\(answer)", sourceLocation: location)
    }
  }

  private static func live(
    _ fixture: ServiceFixture, _ students: Int..., journal: String? = nil, state: String? = nil
  ) async throws {
    let service = try await fixture.open(journal: journal, state: state)
    for student in students { try await pay(service, student) }
  }

  private static func copy(_ path: String, to other: String) throws {
    try? FileManager.default.removeItem(atPath: other)
    try FileManager.default.copyItem(atPath: path, toPath: other)
  }

  @Test("two journals of one account exclude each other, at the same time and one after the other")
  func second() async throws {
    let fixture = try ServiceFixture()
    let other = fixture.folder.appendingPathComponent("second").path
    do {
      let first = try await fixture.open()
      #expect(await fixture.refusal(journal: other)?.code == .accountBusy)
      try await Self.pay(first, 1)
    }
    let refused = await fixture.refusal(journal: other)
    #expect(refused?.code == .journalExchanged)
    #expect(refused?.reason?.contains(fixture.journal) == true, "\(refused?.reason ?? "")")
    #expect(refused?.reason?.contains("the account's own has") == true, "\(refused?.reason ?? "")")
    #expect(!FileManager.default.fileExists(atPath: other))
    try Data().write(to: URL(fileURLWithPath: other))
    #expect(await fixture.refusal(journal: other)?.code == .journalExchanged)
    try await Self.live(fixture, 2)
  }

  @Test("a copy that is older is refused and left as it is, wherever it is")
  func older() async throws {
    let fixture = try ServiceFixture()
    let other = fixture.folder.appendingPathComponent("copy").path
    try await Self.live(fixture, 1)
    try Self.copy(fixture.journal, to: other)
    try await Self.live(fixture, 2)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: other))
    #expect(await fixture.refusal(journal: other)?.code == .journalShortened)
    #expect(try Data(contentsOf: URL(fileURLWithPath: other)) == bytes)
    try Self.copy(other, to: fixture.journal)
    #expect(await fixture.refusal()?.code == .journalShortened)
  }

  @Test("a copy that went on elsewhere is refused, though it is longer")
  func branched() async throws {
    let fixture = try ServiceFixture()
    let other = fixture.folder.appendingPathComponent("copy").path
    let elsewhere = fixture.folder.appendingPathComponent("elsewhere").path
    try await Self.live(fixture, 1)
    try Self.copy(fixture.journal, to: other)
    try await Self.live(fixture, 2)
    // Another machine, whose chain does not show what the first paid for.
    var stranger = fixture
    stranger.rules.perMinute = 1_000
    fixture.chain.change {
      $0.head = 1
      $0.mined.removeLast()
    }
    try await Self.live(stranger, 3, 4, journal: other, state: elsewhere)
    #expect(await fixture.refusal(journal: other)?.code == .journalExchanged)
  }

  @Test("a mark that lags or is missing refuses nothing")
  func lagging() async throws {
    let fixture = try ServiceFixture()
    try await Self.live(fixture, 1)
    let mark = try Data(contentsOf: URL(fileURLWithPath: fixture.mark))
    try await Self.live(fixture, 2)
    try mark.write(to: URL(fileURLWithPath: fixture.mark))
    try await Self.live(fixture, 3)
    for empty in [Data(), Data(repeating: 0, count: 600)] {
      try empty.write(to: URL(fileURLWithPath: fixture.mark))
      try await Self.live(fixture)
    }
  }

  @Test("a damaged mark is told, and made anew from the journal that is said to be the account's")
  func damagedMark() async throws {
    let fixture = try ServiceFixture()
    try await Self.live(fixture, 1)
    let mark = try Data(contentsOf: URL(fileURLWithPath: fixture.mark))
    for place in 0..<171 {
      var changed = mark
      changed[place] ^= 1
      try changed.write(to: URL(fileURLWithPath: fixture.mark))
      #expect(await fixture.refusal()?.code == .markDamaged)
    }
    #expect(await fixture.refusal { $0.adoptsJournal = true } == nil)
    try await Self.live(fixture, 2)
  }

  @Test("a line that was changed with its check sum is refused by the next one")
  func changed() async throws {
    let fixture = try ServiceFixture()
    try await Self.live(fixture, 1)
    var bytes: [UInt8] = []
    for line in try fixture.lines {
      var entry = line.entry
      if case .approved(var approval) = entry {
        approval.cost = 1
        entry = .approved(approval)
      }
      bytes += JournalLine(number: line.number, time: line.time, entry: entry, chain: line.chain).encoded
    }
    try Data(bytes).write(to: URL(fileURLWithPath: fixture.journal))
    #expect(await fixture.refusal()?.code == .journalDamaged)
  }

  @Test("the last line that was on the disk is missed")
  func lastLine() async throws {
    let fixture = try ServiceFixture()
    try await Self.live(fixture, 1)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: fixture.journal))
    let last = try #require(bytes.dropLast().lastIndex(of: UInt8(ascii: "\n"))) + 1
    var changed = bytes
    changed[last + 20] ^= 1
    for damaged in [bytes[..<last], changed] {
      try damaged.write(to: URL(fileURLWithPath: fixture.journal))
      #expect(await fixture.refusal()?.code == .journalShortened)
      #expect(try Data(contentsOf: URL(fileURLWithPath: fixture.journal)) == damaged)
    }
  }

  @Test("a journal from before there were chains is taken over once, with all that it counts")
  func old() async throws {
    let fixture = try ServiceFixture()
    try await Self.live(fixture, 1)
    let spent = try FeePayerJournal(reading: fixture.journal).spending.spent(
      on: Spending.day(of: ServiceFixture.midnight))
    var bytes: [UInt8] = []
    for line in try fixture.lines {
      var entry = line.entry
      if case .begun(let chainID, let payer, _) = entry {
        entry = .begun(chainID: chainID, feePayer: payer, start: nil)
      }
      bytes += JournalLine(number: line.number, time: line.time, entry: entry).encoded
    }
    try FileManager.default.removeItem(atPath: fixture.mark)
    try Data(bytes).write(to: URL(fileURLWithPath: fixture.journal))
    let service = try await fixture.open()
    #expect(try await service.spentToday() == spent && spent > .zero)
    guard case .chained(let start) = try fixture.lines.last?.entry else {
      Issue.record("it is not chained")
      return
    }
    // From the block of the last settlement on.
    #expect(start.block == 1)
    try await Self.pay(service, 2)
    _ = consume service
    try Data(bytes).write(to: URL(fileURLWithPath: fixture.journal))
    #expect(await fixture.refusal()?.code == .journalExchanged)
  }

  @Test("an older journal that is made the account's goes on, and what it misses is found on the chain")
  func adopted() async throws {
    let fixture = try ServiceFixture(FakeChain { $0.usedPercent = 100 })
    let other = fixture.folder.appendingPathComponent("copy").path
    try await Self.live(fixture, 1)
    try Self.copy(fixture.journal, to: other)
    try await Self.live(fixture, 2)
    let refused = await fixture.refusal(journal: other) { $0.adoptsJournal = true }
    #expect(refused?.code == .strangerPays)
    // A start that failed took nothing from the journal that the account has.
    #expect(await fixture.refusal(journal: other)?.code == .journalShortened)
    #expect(await fixture.refusal() == nil)
    let service = try await fixture.open(journal: other) {
      $0.adoptsJournal = true
      $0.booksPaymentsElsewhere = true
    }
    #expect(try await service.spentToday() == Amount(wei: ServiceFixture.cost.wei * 2))
    _ = consume service
    #expect(await fixture.refusal()?.code == .journalExchanged)
    #expect(await fixture.refusal(journal: other) == nil)
  }

  @Test("a journal whose account pays by a database now is refused, and so is a copy; a start that fails takes nothing")
  func replaced() async throws {
    let fixture = try ServiceFixture(FakeChain { $0.usedPercent = 100 })
    let (copy, ledger) = (
      fixture.folder.appendingPathComponent("copy").path, fixture.folder.appendingPathComponent("l").path
    )
    try await Self.live(fixture, 1)
    try Self.copy(fixture.journal, to: copy)
    fixture.chain.change { $0.firstOfToday = 0 }
    await EachLedger.$isDatabase.withValue(true) {
      #expect(await fixture.refusal(journal: ledger)?.code == .journalExchanged)
      #expect(await fixture.refusal(journal: ledger) { $0.adoptsJournal = true }?.code == .strangerPays)
    }
    #expect(await fixture.refusal() == nil, "the journal is the account's yet")
    try await EachLedger.$isDatabase.withValue(true) {
      _ = try await fixture.open(journal: ledger) {
        $0.adoptsJournal = true
        $0.booksPaymentsElsewhere = true
      }
    }
    for path in [fixture.journal, copy] { #expect(await fixture.refusal(journal: path)?.code == .journalExchanged) }
    await EachLedger.$isDatabase.withValue(true) { #expect(await fixture.refusal(journal: ledger) == nil) }
  }
}
