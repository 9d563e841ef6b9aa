import EVM
import FixtureSupport
import Foundation
import StrictJSON
import Testing

/// GeneralStateTests of ethereum/tests, by state root and logs hash.
///
/// `LECTURES_STATE_TESTS` names a part of the paths to run; without it all are.
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
    let files = all.filter { path in wanted.map { path.contains($0) } ?? true }
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
    for failure in tally.failures.sorted() { Issue.record("\(failure)") }
    #expect(passed == total && total > 0, "\(total - passed) cases fail")
  }

  /// Runs a file; of its failures the first is told, with how many there are.
  private static func run(_ path: String) -> Tally {
    var tally = Tally()
    var failures: [String] = []
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
            if let failure = test.failure(expected, rules: rules) {
              failures.append("\(test.name) \(name) \(index): \(failure)")
            } else {
              tally.passed[name, default: 0] += 1
            }
          }
        }
      }
    } catch {
      tally.total["unreadable", default: 0] += 1
      failures.append("\(error)")
    }
    if let first = failures.first { tally.failures.append("\(path): \(failures.count) fail; \(first)") }
    return tally
  }
}
