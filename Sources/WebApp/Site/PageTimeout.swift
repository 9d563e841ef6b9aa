import Listening
import NodeRPC

/// Work with the timeout of a page.
enum PageTimeout {
  /// The longest that a page waits for a node.
  @TaskLocal static var forNode = Duration.seconds(6)
  /// The longest that a page waits for sources of rates; they go on meanwhile, and the next page shows their answers.
  static let forSources = Duration.seconds(4)
  /// The longest that a health check waits for the platform's store.
  static let forStore = Duration.seconds(4)

  /// The value of work that comes soon; the work is ended where it does not.
  ///
  /// - Throws: The failure of the work; `NodeError` `.timeout`.
  static func node<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) async throws -> Value {
    let task = Task { try await work() }
    guard let value = try await Timeout.value(of: task, within: forNode) else {
      task.cancel()
      throw NodeError(.timeout)
    }
    return value
  }

  /// The value of work at a node that comes soon; nil where it does not, and the work goes on.
  ///
  /// - Throws: The failure of the work.
  static func lasting<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) async throws -> Value? {
    try await Timeout.value(of: Task { try await work() }, within: forNode)
  }

  /// The value of sources that answer soon; nil where they do not, and the work goes on.
  ///
  /// - Throws: The failure of the work.
  static func sources<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value? {
    try await Timeout.value(of: Task { try await work() }, within: forSources)
  }

  /// The value of a store that answers soon; nil where it does not.
  ///
  /// - Throws: The store's failure.
  static func store<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) async throws -> Value? {
    try await Timeout.value(of: Task { try await work() }, within: forStore)
  }
}
