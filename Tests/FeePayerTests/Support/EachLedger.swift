import DatabaseSupport
import Testing

/// A trait that runs each test three times: over a journal, over a file of SQLite's, and over a server of PostgreSQL's.
struct EachLedger: SuiteTrait, TestTrait, TestScoping {
  /// Whether a test runs over a database.
  @TaskLocal static var isDatabase = false

  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await function()
    guard testCase != nil, !Self.isDatabase else { return }
    try await Self.$isDatabase.withValue(true) {
      try await EachEngine.overEachEngine.provideScope(for: test, testCase: testCase, performing: function)
    }
  }
}

extension Trait where Self == EachLedger {
  /// Each test runs over a journal, and over each engine.
  static var overEachLedger: Self { EachLedger() }
}
