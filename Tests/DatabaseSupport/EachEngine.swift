import Database
import Foundation
import Locking
import Testing

/// The databases of a test, on the engine that it runs over.
public final class TestDatabases: Sendable {
  /// The databases of a test that runs over a server; nil over files.
  @TaskLocal public static var current: TestDatabases?

  private let names = Guarded<[String: String]>([:])

  /// None yet.
  public init() {}

  /// The place of a store: a file at a path, or in memory without one; where the test runs over a server, a database of its
  /// own for each path.
  package static func place(_ path: String?) throws -> DatabasePlace {
    guard let current else { return path.map { .file($0) } ?? .memory }
    return .server(try PostgresAddress(try PostgresCluster.shared.address(of: current.name(path)), isSecret: true))
  }

  /// The place as a command's argument.
  public static func argument(_ path: String) throws -> String {
    guard let current else { return path }
    return "postgres://lectures@/\(try current.name(path))?host=\(try PostgresCluster.shared.folder)"
  }

  private func name(_ path: String?) throws -> String {
    if let path, let name = names.withLock({ $0[path] }) { return name }
    let name = try PostgresCluster.shared.makeDatabase()
    if let path { names.withLock { $0[path] = name } }
    return name
  }
}

/// A trait that runs each test twice: over a file of SQLite's, and over a server of PostgreSQL's.
public struct EachEngine: SuiteTrait, TestTrait, TestScoping {
  /// It is for every test of a suite.
  public var isRecursive: Bool { true }

  /// Runs a test over files, then over a server.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await function()
    guard testCase != nil, TestDatabases.current == nil else { return }
    guard PostgresCluster.isInstalled else {
      if ProcessInfo.processInfo.environment["CI"] != nil { Issue.record(PostgresCluster.advice) }
      return
    }
    try await TestDatabases.$current.withValue(TestDatabases()) { try await function() }
  }
}

extension Trait where Self == EachEngine {
  /// Each test runs over a file, and over a server.
  public static var overEachEngine: Self { EachEngine() }
}
