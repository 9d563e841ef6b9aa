import Localization
import Primitives
import Testing

@testable import LectureKit
@testable import LecturesCommand
@testable import Operations

@Suite("What is done of a batch")
struct BatchProgressTests {
  static let teacher = Address.zero

  /// Lectures 0, 1 and 4 in runs 2, 0 and 1, the latter two settled; 2 of a contract that tells no runs. 5 KLAY are in the
  /// escrow of each.
  static func progress(rated: [UInt64] = []) throws -> BatchProgress {
    func lecture(_ number: UInt256, run: UInt64?, isOpen: Bool?) throws -> Lecture {
      Lecture(
        number: number, id: .zero, teacher: teacher, title: "Lecture \(number)", run: run, isOpen: isOpen,
        price: try Price(klay: 10), studentCount: 0, escrow: .klay(5), openedAt: nil, openedAtBlock: nil,
        settledAt: nil, points: EvaluationPoints(count: 0, sums: [0, 0, 0, 0, 0]))
    }
    let lectures = [
      try lecture(0, run: 2, isOpen: true), try lecture(1, run: 0, isOpen: false),
      try lecture(2, run: nil, isOpen: nil), try lecture(4, run: 1, isOpen: false),
    ]
    let enrolments = try rated.map { run in
      Enrolment(
        lecture: lectures[0], run: run, price: nil, bought: true, boughtAt: nil, scores: try Scores([1, 2, 3, 4, 5]),
        reclaimed: false, reclaimable: false, reclaimableFrom: nil)
    }
    return BatchProgress(lectures: lectures, enrolments: enrolments, account: teacher, unit: .kaia)
  }

  static func told(_ row: String, rated: [UInt64] = []) throws -> String {
    switch try progress(rated: rated).status(of: try #require(BatchFile.parse(row).first).action) {
    case .open: "open"
    case .done(let difference):
      try difference.map { "done, \($0.text(on: try #require(Network.builtIn("kaia")), in: .english))" } ?? "done"
    case .impossible(let error): "impossible, \(CommandFailure(error).message)"
    }
  }

  @Test(
    "a settlement is of a run; without one an earlier run's counts",
    arguments: [
      ("settle,0", "done, for its run 2 write 0/2"), ("settle,0/1", "done"), ("settle,0/2", "open"),
      ("settle,0/3", "impossible, Lecture 0 has no run 3 yet."), ("settle,1", "done"), ("settle,1/0", "done"),
      ("settle,2", "open"), ("settle,2/0", "impossible, This contract does not tell which run a lecture is in."),
      ("settle,3", "open"), ("settle,3/1", "open"), ("settle,4", "done"), ("settle,4/1", "done"),
    ])
  func settlements(row: String, expected: String) throws { #expect(try Self.told(row) == expected) }

  @Test("what settlements pay out is what their lectures hold, each once")
  func payout() throws {
    let progress = try Self.progress()
    func payout(_ rows: String) throws -> Amount? { progress.payout(of: try BatchFile.parse(rows).map(\.action)) }
    #expect(try payout("settle,0\nsettle,0/2\nsettle,2\nsettle,9\ncreate,10,Swift") == Amount.klay(10))
    #expect(try payout("evaluate,0,1,2,3,4,5") == nil)
  }

  @Test(
    "a rating is of a run; without one an earlier run's counts",
    arguments: [
      ("0", [], "open"), ("0", [0], "done, for its run 2 write 0/2"), ("0", [0, 2], "done"), ("0/2", [0], "open"),
      ("0/0", [0], "done"), ("0/1", [0], "impossible, Run 1 of lecture 0 can't be rated any more."),
      ("0/3", [], "impossible, Lecture 0 has no run 3 yet."), ("3", [], "open"),
    ] as [(String, [UInt64], String)])
  func ratings(lecture: String, rated: [UInt64], expected: String) throws {
    #expect(try Self.told("evaluate,\(lecture),1,2,3,4,5", rated: rated) == expected)
  }

  @Test("a rating with other scores is not done by the one that was given", arguments: ["0", "0/0", "0/2"])
  func otherScores(lecture: String) throws {
    let told = try Self.told("evaluate,\(lecture),1,2,3,4,6", rated: [0, 2])
    #expect(told == "impossible, You have rated this lecture already.")
  }

  @Test(
    "a lecture is its teacher's and its title's; another price is told",
    arguments: [
      ("create,10,Lecture 0", "done"), ("create,12,Lecture 0", "done, lecture 0 costs 10 KAIA"),
      ("create,10,Lecture 3", "open"),
    ])
  func creations(row: String, expected: String) throws { #expect(try Self.told(row) == expected) }
}
