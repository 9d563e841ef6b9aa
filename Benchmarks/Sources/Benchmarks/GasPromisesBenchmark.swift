import Foundation
import GasPrices
import NodeRPC
import Outbox
import Primitives
import Sending
import SimulatedFees

/// Whether the standard speed keeps what it promises, and what it pays for that, over markets made from a seed; beside
/// web3.py's strategy with fee histories.
struct GasPromisesBenchmark: Benchmark {
  static let name = "gas-promises"

  /// Another seed and another number of blocks by the environment's `GAS_SEED` and `GAS_BLOCKS`.
  private static let seed = ProcessInfo.processInfo.environment["GAS_SEED"].flatMap(UInt64.init) ?? 1
  private static let count =
    ProcessInfo.processInfo.environment["GAS_BLOCKS"].flatMap(Int.init).map { min(max($0, 500), 1_000_000) } ?? 10_000
  /// The least share that keeps its promise, and the most that half and nineteen of twenty pay.
  private static let (share, median, most) = (0.95, 1.1, 1.5)

  func rows(on ground: Ground) async throws -> [Row] {
    var rows: [Row] = []
    for shape in DemandShape.allCases { rows += try await self.rows(of: shape, on: ground) }
    return rows
  }

  private func rows(of shape: DemandShape, on ground: Ground) async throws -> [Row] {
    // So many more that a history comes before the first.
    let blocks = FeeSimulation.blocks(Self.count + FeeRule.blocks, shape, seed: Self.seed)
    let theirs = try offers(of: blocks, on: ground)
    var (ours, web3) = (PromiseTally(), PromiseTally())
    for next in FeeRule.blocks..<blocks.count {
      let history = FeeHistory(
        blocks[(next - FeeRule.blocks)..<next], number: UInt64(next - FeeRule.blocks), percentiles: FeeRule.percentiles)
      guard let market = FeeMarket(history: history),
        let tier = PriceRule.tiers(market).first(where: { $0.speed == .standard })
      else { throw BenchmarkFailure("there is no price at block \(next)") }
      let promise = tier.wait?.most
      ours.count(.init(tip: tier.tip, maximum: tier.maximum, blocks: promise), next: blocks[next...])
      // It leaves the newest block's base fee room to double.
      let maximum = theirs[next] + 2 * UInt256(blocks[next - 1].baseFee)
      web3.count(.init(tip: theirs[next], maximum: maximum, blocks: promise), next: blocks[next...])
    }
    let name = "Gas, \(shape.rawValue), \(ours.offers) blocks"
    let remark =
      "\(ours.offers - ours.promised) of \(ours.offers) promise nothing; web3.py: in within ours "
      + "\(Self.percent(web3.keptShare)), tip \(Self.times(web3.multiple(0.5))) and \(Self.times(web3.multiple(0.95)))"
    return [
      Row(
        "\(name): in as promised", peer: "what is asked for", .share,
        Duel(ours: [1 / ours.keptShare], peer: [1 / Self.share]), bound: 1,
        limit: "nobody knows of a crowd before it comes",
        remarks: ["seed \(Self.seed); \(remark)"]),
      row("\(name): tip, median", ours.multiple(0.5), "what is asked for", Self.median, bound: 1),
      row("\(name): tip, 95 of 100", ours.multiple(0.95), "what is asked for", Self.most, bound: 1),
      row("\(name): tip, median", ours.multiple(0.5), "web3.py", web3.multiple(0.5), bound: nil),
      row("\(name): tip, 95 of 100", ours.multiple(0.95), "web3.py", web3.multiple(0.95), bound: nil),
    ]
  }

  /// A row of tips, as multiples of the smallest that was included.
  private func row(_ name: String, _ ours: Double, _ peer: String, _ theirs: Double, bound: Double?) -> Row {
    Row(
      name, peer: peer, .multiple, Duel(ours: [ours], peer: [theirs]), bound: bound,
      limit: "a crowd that has gone a block ago")
  }

  /// The tips of web3.py before each block, in wei.
  private func offers(of blocks: [SimulatedBlock], on ground: Ground) throws -> [UInt256] {
    let file = FileManager.default.temporaryDirectory.appending(path: "bench-fees-\(getpid()).txt")
    let answers = file.deletingPathExtension().appendingPathExtension("offers")
    defer { for path in [file, answers] { try? FileManager.default.removeItem(at: path) } }
    let tips = blocks.map { "\($0.tips(at: [5])[0])" }.joined(separator: "\n")
    try tips.write(to: file, atomically: false, encoding: .utf8)
    let answer = try ground.python.run("fees", file.path)
    try require(answer.result == "\(blocks.count)", "web3.py made \(answer.result) offers for \(blocks.count) blocks")
    let offers = try String(contentsOf: answers, encoding: .utf8).split(separator: "\n")
      .compactMap { UInt64($0).map { UInt256($0) } }
    try require(offers.count == blocks.count, "web3.py's offers are no numbers")
    return offers
  }

  private static func percent(_ share: Double) -> String { ResultTable.number(share * 100) + " %" }
  private static func times(_ multiple: Double) -> String { ResultTable.number(multiple) + "×" }
}
