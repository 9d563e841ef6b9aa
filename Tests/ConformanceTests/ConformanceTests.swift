import Conformance
import FixtureSupport
import Foundation
import Testing

/// The official tests that the fixtures hold.
///
/// `LECTURES_STATE_TESTS` names a folder of GeneralStateTests to run alone.
@Suite(.enabled(if: Fixtures.available("ethereum-tests"), "fixtures not found: set LECTURES_FIXTURES"))
struct ConformanceTests {
  static let alone = ProcessInfo.processInfo.environment["LECTURES_STATE_TESTS"].map { "/" + $0 } ?? ""

  @Test(
    "every test ends as the vectors say, and none is skipped",
    arguments: ["GeneralStateTests" + alone, "TrieTests", "RLPTests", "TransactionTests"])
  func suite(_ name: String) async throws {
    let report = await StateTests.run(paths: [try #require(Fixtures.directory) + "/ethereum-tests/" + name])
    for line in report.lines.dropLast() where !line.hasPrefix("failed") { print("vectors: ethereum-tests/\(line)") }
    for failure in report.failures.prefix(20) { Issue.record("\(failure)") }
    #expect(report.isSuccess && report.skips.isEmpty, "\(report.summary)")
  }
}
