import Evidence
import NodeRPC
import Primitives

/// The comparison of logs with the roots of receipts in the headers of their blocks, which have the data that filters do not.
///
/// Blocks with events of ours are few: near the head each of them is looked at, of old ranges some.
struct ReceiptsCheck<Node: IndexNode>: Sendable {
  let logs: LogReader<Node>

  /// The fewest blocks of a wide range that are looked at, where so many have logs; else one of a hundred.
  private static var fewest: Int { 4 }
  /// The most blocks whose receipts are asked for at once.
  private static var mostAtOnce: Int { 8 }

  /// Makes sure that the logs of a random choice of blocks are those of the blocks' receipts.
  ///
  /// - Throws: `badAnswer`; a `NodeError`.
  func checkSome(_ found: [Log], in headers: [UInt64: IndexedBlock]) async throws {
    let told = Set(found.compactMap(\.blockNumber))
    let some = told.shuffled().prefix(max(Self.fewest, told.count / 100))
    try await check(found, in: some.sorted().compactMap { headers[$0] })
  }

  /// Makes sure that logs are those of their blocks' receipts, as far as the node gives these; blocks without logs are not
  /// looked at.
  ///
  /// - Throws: `badAnswer`; a `NodeError`.
  func check(_ found: [Log], in blocks: [IndexedBlock]) async throws {
    let told = Dictionary(grouping: found) { $0.blockNumber ?? 0 }
    let withLogs = blocks.filter { told[$0.number] != nil }
    _ = try await withLogs.inParallel(atOnce: Self.mostAtOnce) { block in
      guard let toldHere = told[block.number], let proven = try await provenLogs(of: block) else { return }
      guard proven.elementsEqual(toldHere, by: { $0.place == $1.logIndex && $0.log.hasContents(of: $1) }) else {
        throw ChainIndexError.badAnswer(
          "It gave logs of block \(block.number) that the root of receipts in the block's header contradicts.")
      }
    }
  }

  /// The logs of ours in a block with their places, out of receipts that have the root in its header; nil where that cannot
  /// be computed.
  private func provenLogs(of block: IndexedBlock) async throws -> [(place: UInt64, log: Log)]? {
    guard let root = block.receipts else { return nil }
    // Ethereum's methods show Kaia's own types as legacy ones, whose receipts have another root.
    for isKaia in root.form == .kaia ? [true] : [false, true] {
      guard let receipts = try await logs.node.receipts(of: block, isKaia: isKaia) else {
        if isKaia, root.form == .ethereum { break }
        return nil
      }
      do throws(EvidenceError) {
        guard let isRoot = try root.isOf(receipts.map(\.raw)) else { return nil }
        guard isRoot else { continue }
      } catch {
        continue
      }
      return receipts.flatMap(\.logs).enumerated().compactMap { place, log in
        logs.isAsked(log) ? (UInt64(place), log) : nil
      }
    }
    throw ChainIndexError.badAnswer(
      "The receipts of block \(block.number) that it gave do not have the root in the block's header.")
  }
}
