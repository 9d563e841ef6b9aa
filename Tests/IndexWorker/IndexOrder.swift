import ChainIndex
import CrashSupport
import Database
import LectureIndex

/// The order to read a generated chain into an index, up to its newest block.
struct IndexOrder: WorkerOrder {
  /// The index's file.
  var path: String
  var market: GeneratedMarket

  func follow() async throws {
    typealias Runner = IndexRunner<GeneratedMarket, LectureProjection<GeneratedMarket>>
    var options = Runner.Options(holder: "a worker")
    (options.isOnce, options.firstBlock, options.poll) = (true, 1, .milliseconds(1))
    let projection = LectureProjection(contract: GeneratedMarket.contract, facts: market)
    try await Runner(market, projection, try LectureIndexFile.open(.file(path)), options).run()
  }
}
