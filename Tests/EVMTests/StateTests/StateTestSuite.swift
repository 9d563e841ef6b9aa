import EVM
import FixtureSupport
import Foundation
import StrictJSON
import Testing

/// GeneralStateTests of ethereum/tests, by state root and logs hash.
///
/// All with `LECTURES_FULL=1`; else those of every eighth file. `LECTURES_STATE_TESTS` names a part of the paths to run.
@Suite(
  "GeneralStateTests",
  .enabled(if: Fixtures.available("ethereum-tests/GeneralStateTests"), "fixtures not found: set LECTURES_FIXTURES"))
struct StateTestSuite {
  struct Tally: Sendable {
    var passed: [String: Int] = [:]
    var total: [String: Int] = [:]
    var failures: [String] = []
    var skips: [String] = []

    mutating func add(_ other: Tally) {
      passed.merge(other.passed, uniquingKeysWith: +)
      total.merge(other.total, uniquingKeysWith: +)
      failures += other.failures
      skips += other.skips
    }
  }

  @Test("every case ends in the state and with the logs that the vectors have")
  func cases() async throws {
    let environment = ProcessInfo.processInfo.environment
    let all = try Fixtures.files(under: "ethereum-tests/GeneralStateTests", suffix: ".json")
    let wanted = environment["LECTURES_STATE_TESTS"]
    let isFull = environment["LECTURES_FULL"] == "1" || wanted != nil
    let files = all.enumerated()
      .filter { isFull || $0.offset % 8 == 0 }.map(\.element)
      .filter { wanted == nil || $0.contains(wanted ?? "") }
    let tally = await withTaskGroup(of: Tally.self) { group in
      for path in files { group.addTask { Self.run(path) } }
      var sum = Tally()
      for await tally in group { sum.add(tally) }
      return sum
    }
    let passed = tally.passed.values.reduce(0, +)
    let total = tally.total.values.reduce(0, +)
    let forks = Fork.allCases.compactMap { fork -> String? in
      guard let name = tally.total.keys.first(where: { Fork(stateTest: $0) == fork }) else { return nil }
      return "\(name) \(tally.passed[name] ?? 0)/\(tally.total[name] ?? 0)"
    }
    for skip in Set(tally.skips).sorted() { print("vectors: GeneralStateTests skips \(skip)") }
    print(
      "vectors: GeneralStateTests \(passed) passed of \(total) in \(files.count) of \(all.count) files; "
        + forks.joined(separator: ", "))
    for failure in tally.failures.sorted().prefix(40) { Issue.record("\(failure)") }
    #expect(passed == total && total > 0, "\(total - passed) cases fail")
  }

  private static func run(_ path: String) -> Tally {
    var tally = Tally()
    do {
      for test in try StateTest.read(path) {
        for (name, cases) in test.posts {
          guard let fork = Fork(stateTest: name) else {
            tally.skips.append("the fork \(name), which is unknown")
            continue
          }
          let rules = RuleSet(fork)
          for (index, expected) in cases.enumerated() {
            tally.total[name, default: 0] += 1
            do {
              if let failure = try test.run(expected, rules: rules) {
                tally.failures.append("\(path) \(test.name) \(name) \(index): \(failure)")
              } else {
                tally.passed[name, default: 0] += 1
              }
            } catch {
              tally.failures.append("\(path) \(test.name) \(name) \(index): \(error)")
            }
          }
        }
      }
    } catch {
      tally.total["unreadable", default: 0] += 1
      tally.failures.append("\(path): \(error)")
    }
    return tally
  }
}
