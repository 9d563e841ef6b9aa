import Foundation
import Keys
import Locking
import Primitives
import Testing
import Transactions

@testable import FeePayer

@Suite("A fee payer that is killed")
struct CrashTests {
  /// Every step of every line that three transactions write, and the places where something is sent.
  static let moments: [(step: Int, occurrence: Int)] =
    (0..<JournalFile.Step.allCases.count).flatMap { step in (1...10).map { (step, $0) } }

  @Test("has signed nothing that its journal does not know, and goes on as if nothing had been", arguments: moments)
  func killed(step: Int, occurrence: Int) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    let witness = folder.appendingPathComponent("sent").path
    let durable = folder.appendingPathComponent("durable").path
    let fixture = try ServiceFixture(FakeChain { $0.usedPercent = 100 }, folder: folder)
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [path = folder.path as String, step = step as Int, occurrence = occurrence as Int] in
      let folder = URL(fileURLWithPath: path)
      let flags = O_WRONLY | O_CREAT | O_APPEND
      let witness = Glibc.open(folder.appendingPathComponent("sent").path, flags, 0o600)
      let durable = Glibc.open(folder.appendingPathComponent("durable").path, O_WRONLY | O_CREAT, 0o600)
      let fixture = try ServiceFixture(
        FakeChain {
          $0.usedPercent = 100
          $0.witness = witness
        }, folder: folder)
      let seen = Guarded(0)
      let service = try await fixture.open { options in
        options.checkpoint = { reached, end in
          if reached == .synced {
            var end = end
            pwrite(durable, &end, 8, 0)
          }
          guard JournalFile.Step.allCases.firstIndex(of: reached) == step else { return }
          let count = seen.withLock { seen in
            seen += 1
            return seen
          }
          if count == occurrence { kill(getpid(), SIGKILL) }
        }
      }
      for student in 1...3 {
        _ = await service.answer(ServiceFixture.request(try ServiceFixture.raw(student: student)))
      }
      // All moments are reached before this.
      exit(0)
    }

    // What the disk has for certain: the rest may go with the power.
    var end: UInt64 = 0
    if let bytes = FileManager.default.contents(atPath: durable), bytes.count == 8 {
      end = bytes.withUnsafeBytes { $0.loadUnaligned(as: UInt64.self) }
    }
    truncate(fixture.journal, off_t(end))

    let raws = ((try? String(contentsOfFile: witness, encoding: .utf8)) ?? "").split(separator: "\n")
    let sent = try raws.map { try SignedTransaction(decoding: Hex.decode(String($0))) }
    let known = Set(
      try fixture.lines.compactMap { line -> Hash32? in
        if case .approved(let approval) = line.entry { approval.id } else { nil }
      })
    for signed in sent {
      guard case .kaia(let transaction) = signed.transaction else { continue }
      #expect(known.contains(transaction.feePayerSigningHash(feePayer: fixture.payer.address)))
    }

    // The chain took what was sent. The next life answers all three, signs nothing anew, and counts each once.
    fixture.chain.change { state in for signed in sent { try? state.mine(signed) } }
    let service = try await fixture.open()
    await service.reconcile()
    for student in 1...3 {
      #expect(await service.answer(ServiceFixture.request(try ServiceFixture.raw(student: student))).status == 200)
    }
    #expect(Set((sent + fixture.chain.sent).map(\.encoded)).count == 3)
    #expect(try await service.spentToday() == Amount(wei: ServiceFixture.cost.wei * 3))
  }
}
