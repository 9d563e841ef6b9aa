import LectureIndex
import NodeRPC
import Operations

/// Something of a visitor's own, out of the index of a platform.
struct OwnReading<Value: Sendable>: Sendable {
  let value: Value
  let moment: IndexSnapshot

  /// The time for which an index that has not got the node's newest block yet is waited for.
  private static var patience: Duration { .seconds(2) }
  /// The pause before it is looked at again.
  private static var pause: Duration { .milliseconds(100) }

  /// Reads it; a purchase of just now is in it, unless the index is slow.
  ///
  /// - Returns: Nil where there is no fresh index, and the contract has to be asked.
  static func read(
    on visit: Visit, inIndex indexed: @escaping @Sendable (IndexView) throws -> Value
  ) async throws -> OwnReading? {
    guard let index = await visit.site.index() else { return nil }
    let newest = try await visit.connection().node.blockNumber()
    let end = ContinuousClock.now + patience
    while true {
      let (moment, value) = try await index.read { (try IndexSnapshot($0), try indexed($0)) }
      if moment.isStale { return nil }
      guard moment.block < newest, ContinuousClock.now < end else { return OwnReading(value: value, moment: moment) }
      try await Task.sleep(for: pause)
    }
  }
}
