import Database
import NodeRPC
import Primitives

extension GasBook {
  /// The number of a chain's newest blocks that are kept.
  public static let mostBlocks: Int64 = 2_000

  /// Keeps the fees of blocks; those of an earlier telling, as of blocks that were left behind, go.
  static func keep(_ blocks: [MinedFees], _ chain: String, in database: Connection) throws {
    guard let newest = blocks.map(\.number).max() else { return }
    try database.execute(
      "DELETE FROM block WHERE chain = ? AND (number > ? OR number <= ?)",
      [chain, newest, newest.subtractingReportingOverflow(mostBlocks).partialValue])
    for block in blocks where block.tips.count == 4 {
      try database.put(
        [
          "chain": chain, "number": block.number, "baseFee": block.baseFee, "fullness": block.fullness,
          "lowest": block.tips[0], "tenth": block.tips[1], "middle": block.tips[2], "ninetieth": block.tips[3],
        ], into: "block", keys: 2)
    }
  }

  /// The blocks of a chain whose fees are kept, in order.
  ///
  /// - Throws: `bookFailed`.
  public func blocks(chainID: UInt256) async throws -> [MinedFees] {
    let chain = chainID.description
    return try await file.read { database in
      try database.rows("SELECT * FROM block WHERE chain = ? ORDER BY number", [chain]).map {
        MinedFees(
          number: try $0.count("number"), baseFee: try $0.count("baseFee"), fullness: try $0.value("fullness"),
          tips: [
            try $0.count("lowest"), try $0.count("tenth"), try $0.count("middle"), try $0.count("ninetieth"),
          ])
      }
    }
  }
}
