import FixtureSupport
import Foundation
import Locking
import Primitives
import Testing

@testable import FeePayer

@Suite("A fee payer's journal")
struct JournalTests {
  private func filled(_ count: Int = 2) async throws -> ServiceFixture {
    let fixture = try ServiceFixture()
    let service = try await fixture.open()
    for student in 1...count {
      #expect(await service.answer(ServiceFixture.request(try ServiceFixture.raw(student: student))).status == 200)
    }
    return fixture
  }

  @Test("a line that was cut short is cut off, wherever")
  func torn() async throws {
    let fixture = try ServiceFixture()
    let marks = Guarded<[Data]>([])
    let service = try await fixture.open { [mark = fixture.mark] options in
      options.checkpoint = { step, _ in
        guard step == .beforeWrite, let data = FileManager.default.contents(atPath: mark) else { return }
        marks.withLock { $0.append(data) }
      }
    }
    #expect(await service.answer(ServiceFixture.request(try ServiceFixture.raw(student: 1))).status == 200)
    _ = consume service
    // As it was before the last line.
    let mark = try #require(marks.withLock { $0.last })
    let bytes = try Data(contentsOf: URL(fileURLWithPath: fixture.journal))
    let last = try #require(bytes.dropLast().lastIndex(of: UInt8(ascii: "\n"))) + 1
    for end in last..<bytes.count {
      try bytes[..<end].write(to: URL(fileURLWithPath: fixture.journal))
      try mark.write(to: URL(fileURLWithPath: fixture.mark))
      _ = try await fixture.open()
      // How the transaction ended is in its block still, and is written down once more.
      let kept = try Data(contentsOf: URL(fileURLWithPath: fixture.journal))
      #expect(kept.starts(with: bytes[..<last]) && kept.last == UInt8(ascii: "\n"))
    }
  }

  @Test("a journal that others may write, or that is a symbolic link, is refused with what mends it")
  func exposed() async throws {
    let fixture = try await filled()
    chmod(fixture.journal, 0o666)
    let written = await #expect(throws: FeePayerError.self) { _ = try await fixture.open() }
    #expect(written?.code == .journalExposed && written?.advice == "chmod go-w \(fixture.journal)")
    chmod(fixture.journal, 0o600)
    try FileManager.default.moveItem(atPath: fixture.journal, toPath: fixture.journal + ".moved")
    try FileManager.default.createSymbolicLink(atPath: fixture.journal, withDestinationPath: fixture.journal + ".moved")
    await #expect(throws: FeePayerError(.journalExposed, "")) { _ = try await fixture.open() }
  }

  @Test("a journal that is damaged in the middle is refused, and left as it is")
  func damaged() async throws {
    let fixture = try await filled()
    let bytes = try Data(contentsOf: URL(fileURLWithPath: fixture.journal))
    let last = try #require(bytes.dropLast().lastIndex(of: UInt8(ascii: "\n")))
    var random = Seeded(1)
    for _ in 0..<200 {
      var changed = bytes
      let place = Int.random(in: 0..<last, using: &random)
      changed[place] ^= UInt8.random(in: 1...255, using: &random)
      try changed.write(to: URL(fileURLWithPath: fixture.journal))
      let error = await #expect(throws: FeePayerError.self) { try await fixture.open() }
      #expect(error?.code == .journalDamaged || error?.code == .otherJournal)
      #expect(try Data(contentsOf: URL(fileURLWithPath: fixture.journal)) == changed)
    }
  }

  @Test("a file that is no journal, or another's, is not written to")
  func others() async throws {
    let fixture = try ServiceFixture()
    try Data("my diary\n".utf8).write(to: URL(fileURLWithPath: fixture.journal))
    #expect(await #expect(throws: FeePayerError.self) { try await fixture.open() }?.code == .otherJournal)
    try Data("my diary".utf8).write(to: URL(fileURLWithPath: fixture.journal))
    #expect(await #expect(throws: FeePayerError.self) { try await fixture.open() }?.code == .otherJournal)
    #expect(try Data(contentsOf: URL(fileURLWithPath: fixture.journal)) == Data("my diary".utf8))

    var filled = try await filled()
    filled.rules.chainID = 8217
    filled.chain.change { $0.chainID = 8217 }
    let other = filled
    #expect(await #expect(throws: FeePayerError.self) { try await other.open() }?.code == .otherJournal)
  }

  @Test("one service at a time")
  func locked() async throws {
    let fixture = try ServiceFixture()
    let first = try await fixture.open()
    #expect(await fixture.refusal()?.code == .accountBusy)
    let elsewhere = fixture.folder.appendingPathComponent("another").path
    #expect(await fixture.refusal(state: elsewhere)?.code == .journalBusy)
    #expect(try await first.spentToday() == .zero)
  }
}
