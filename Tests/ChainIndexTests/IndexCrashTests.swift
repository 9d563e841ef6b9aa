import ChainIndex
import ChainSupport
import ContractClient
import Database
import FixtureSupport
import Foundation
import LectureKit
import NodeRPC
import Primitives
import StrictJSON
import Testing

@testable import LectureIndex

/// `lectures index run` killed while it reads, follows and undoes.
@Suite(
  "An index that is killed while it is written", .enabled(if: Program.canRun, "\(TestTools.programAdvice)"),
  .timeLimit(.minutes(60)))
struct IndexCrashTests {
  @Test("is after any kill and reorganisation as if it had been made from scratch")
  func kills() async throws {
    let fixture = try await IndexFixture.open()
    for number in 0..<40 as Range<UInt64> {
      try await fixture.send(
        fixture.market.createLecture(lectureCost: UInt256(number + 1), title: "강의 \(number)"), from: 0)
    }
    let program = try Program(settings: [
      "endpoint": fixture.chain.url, "contract": fixture.market.address.checksummed,
    ])
    let (killed, scratch) = (fixture.folder.file("killed.sqlite"), fixture.folder.file("scratch.sqlite"))
    var random = Seeded(20_261_128)
    var snapshot: JSON?
    for round in 0..<(LongRun.kills.map { max(12, $0 / 10) } ?? 12) {
      let writer = try program.serve("index", "run", "--database", killed)
      if let taken = snapshot, round % 3 == 2 {
        try await fixture.chain.revert(to: taken)
        try await fixture.chain.mine(40)
        snapshot = nil
      } else if snapshot == nil {
        snapshot = try await fixture.chain.snapshot()
      }
      for _ in 0..<4 { await act(on: fixture, &random) }
      try await Task.sleep(for: .milliseconds(random.next() % 400))
      _ = try await writer.end(signal: SIGKILL)
      // Nobody waits until the lease of the dead is over.
      _ = try? await DatabaseFile(killed).write { try $0.execute("UPDATE lease SET until = 0") }
    }
    for file in [killed, scratch] {
      let run = try await program.run("index", "run", "--once", "--database", file)
      #expect(run.status == 0, "\(run.errors)")
    }
    let (one, other) = (
      try await Indexing.dump(LectureIndexFile.open(.file(killed))),
      try await Indexing.dump(LectureIndexFile.open(.file(scratch)))
    )
    #expect(one == other && one.count > 80)
    let verified = try await program.run("index", "verify", "--database", killed, "--json")
    #expect(verified.status == 0, "\(verified.output)")
  }

  /// Sends a random action; one that the contract refuses is mined and logs nothing.
  private func act(on fixture: IndexFixture, _ random: inout Seeded) async {
    let (lecture, student) = (UInt256(random.next() % 40), Int(random.next() % 6) + 1)
    let price = Amount(wei: (lecture + 1) * 1_000_000_000_000_000_000)
    if random.next() % 3 == 0 {
      try? await fixture.send(
        fixture.market.evaluateLecture(
          lectureNumber: lecture, preparationPoint: 100, contentPoint: 80, proceedPoint: UInt256(random.next() % 101),
          communicationPoint: 77, satisfactionPoint: 99), from: student)
    } else {
      try? await fixture.send(fixture.market.purchaseLecture(lectureNumber: lecture, value: price), from: student)
    }
  }
}
