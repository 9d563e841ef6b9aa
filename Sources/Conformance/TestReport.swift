import EVM

/// Where a test is.
struct TestPlace: Sendable, Hashable, CustomStringConvertible {
  var file: String
  var test: String?
  var fork: String?
  /// The case's number among those of the fork.
  var index: Int?

  var description: String {
    [file, test, fork, index.map { "case \($0)" }].compactMap { $0 }.joined(separator: ", ")
  }
}

extension StateTests {
  /// The outcomes of tests.
  public struct Report: Sendable {
    /// The number of tests by outcome.
    public struct Count: Sendable, Hashable {
      /// The tests that gave what they expect.
      public internal(set) var passed = 0
      /// The tests that gave something else, or could not be carried out.
      public internal(set) var failed = 0
      /// The tests that were not run; the report says why.
      public internal(set) var skipped = 0

      fileprivate static func + (left: Count, right: Count) -> Count {
        Count(
          passed: left.passed + right.passed, failed: left.failed + right.failed, skipped: left.skipped + right.skipped)
      }
    }

    /// The outcomes.
    enum Outcome: Sendable { case passed, failed, skipped }

    /// The counts by fork or, for tests that have none, by suite.
    public private(set) var counts: [String: Count] = [:]
    /// A line for each failure: the place, and what came instead of what was expected.
    public private(set) var failures: [String] = []
    /// The reasons for which tests were skipped, with how many tests that were.
    public private(set) var skips: [String: Int] = [:]

    /// All together.
    public var total: Count { counts.values.reduce(Count(), +) }

    /// Whether something was run and nothing failed.
    public var isSuccess: Bool { total.failed == 0 && total.passed > 0 }

    /// `state-tests: 10686 passed, 0 failed, 0 skipped`
    public var summary: String {
      "state-tests: \(total.passed) passed, \(total.failed) failed, \(total.skipped) skipped"
    }

    /// The lines to print: the failures, the skips, the counts, and at last the summary.
    public var lines: [String] {
      let groups = counts.sorted { Self.order($0.key) < Self.order($1.key) }
      return failures.sorted().map { "failed: \($0)" }
        + skips.sorted { $0.key < $1.key }.map { "skipped: \($0.key)\($0.value > 1 ? " (\($0.value) tests)" : "")" }
        + groups.map { "\($0.key): \($0.value.passed) passed, \($0.value.failed) failed, \($0.value.skipped) skipped" }
        + [summary]
    }

    /// Forks in their order, then suites by name.
    private static func order(_ group: String) -> (Int, String) {
      (Fork(testName: group)?.rawValue ?? Fork.allCases.count, group)
    }

    mutating func add(
      _ outcome: Outcome, _ group: String, at place: TestPlace, _ reason: @autoclosure () -> String = "", count: Int = 1
    ) {
      switch outcome {
      case .passed:
        counts[group, default: Count()].passed += count
      case .failed:
        counts[group, default: Count()].failed += count
        failures.append("\(place): \(reason())")
      case .skipped:
        counts[group, default: Count()].skipped += count
        skips["\(place.file): \(reason())", default: 0] += count
      }
    }

    /// Adds a test that passed unless it has a failure, or throws one.
    mutating func judge(_ group: String, at place: TestPlace, _ failure: () throws -> String?) {
      do {
        let failure = try failure()
        add(failure == nil ? .passed : .failed, group, at: place, failure ?? "")
      } catch {
        add(.failed, group, at: place, "\(error)")
      }
    }

    mutating func add(_ other: Report) {
      counts.merge(other.counts, uniquingKeysWith: +)
      failures += other.failures
      skips.merge(other.skips, uniquingKeysWith: +)
    }
  }
}

extension Fork {
  /// The fork that the official tests call so.
  init?(testName name: String) {
    let names: [String: Fork] = [
      "eip150": .tangerineWhistle, "eip158": .spuriousDragon, "constantinoplefix": .petersburg, "merge": .paris,
      "muirglacier": .istanbul, "arrowglacier": .london, "grayglacier": .london,
    ]
    let name = name.lowercased()
    guard let fork = names[name] ?? Fork.allCases.first(where: { "\($0)".lowercased() == name }) else { return nil }
    self = fork
  }
}
