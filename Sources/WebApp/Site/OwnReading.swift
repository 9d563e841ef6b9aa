import ContractClient
import LectureIndex
import LectureKit
import NodeRPC

/// Something of a visitor's own: out of the index of a platform where that is fresh, else from the contract.
struct OwnReading<Value: Sendable>: Sendable {
  let value: Value
  /// Nil where the contract itself was asked just now.
  let moment: IndexMoment?

  /// The time for which an index that has not got the node's newest block yet is waited for.
  private static var patience: Duration { .seconds(2) }
  /// The pause before it is looked at again.
  private static var pause: Duration { .milliseconds(100) }

  /// Reads it; who has just bought finds that in it, unless the index is slow.
  static func read(
    at site: Site, of client: LectureClient, inIndex indexed: @escaping @Sendable (IndexView) throws -> Value,
    atNode told: () async throws -> Value
  ) async throws -> OwnReading {
    guard let index = await site.index() else { return OwnReading(value: try await told(), moment: nil) }
    let newest = try await client.connection.node.blockNumber()
    let end = ContinuousClock.now + patience
    while true {
      let (moment, value) = try await index.read { (try IndexMoment($0), try indexed($0)) }
      if moment.isStale { return OwnReading(value: try await told(), moment: nil) }
      guard moment.block < newest, ContinuousClock.now < end else { return OwnReading(value: value, moment: moment) }
      try await Task.sleep(for: pause)
    }
  }
}
