import Files

/// The check that a database can be written: a change is made of it that changes nothing, once in a second at most and one
/// at a time, however often it is asked for.
package actor WriteCheck {
  private static let pause = Duration.seconds(1)

  private let database: any SQLDatabase
  private var running: Task<Void, any Error>?
  private var last: (end: ContinuousClock.Instant, result: Result<Void, any Error>)?

  /// The check of a database; nothing is written yet.
  package init(_ database: any SQLDatabase) { self.database = database }

  /// Makes the check, or gives the result of one that was made just now.
  ///
  /// - Throws: the errors of the database.
  package func run() async throws {
    if let last, last.end + Self.pause > .now { return try last.result.get() }
    let task = running ?? Task { [database] in try await database.threads.run { try database.rewriting() } }
    running = task
    let result = await task.result
    if running == task {
      running = nil
      last = (.now, result)
    }
    try result.get()
  }
}
