import NodeRPC
import Outbox
import Primitives
import Sending
import Testing

@testable import GasPrices

/// How transactions priced by our tiers and by the rules of others fare in the same markets.
@Suite struct MarketTests {
  /// Outcomes of a rule's probes.
  struct Tally {
    var probes = 0
    var next = 0
    var inTime = 0
    /// Of how many a time was promised, and the sum of these times.
    var bound = 0
    var promised = 0
    var in10 = 0
    var included = 0
    /// The sum over those that got in.
    var paid = 0.0

    func share(_ count: Int) -> Double { probes == 0 ? 0 : Double(count) / Double(probes) }
    /// Of those that were promised a time, how many were in by then; nil where nothing was promised.
    var kept: Double? { bound == 0 ? nil : Double(inTime) / Double(bound) }
  }

  struct Probe {
    let rule: String
    let hash: Hash32
    let sentAt: UInt64
    /// In how many blocks it was to be in; nil if nothing was promised.
    let promise: UInt64?
    /// The base fee of the next block, in wei.
    let base: UInt256
  }

  static let markets: [(name: String, demand: SimulatedMarket.Demand)] = [
    ("calm", { _ in 0.5 }),
    ("spike", { $0 >= 45 && $0 < 60 ? 2.5 : 0.5 }),
    ("oscillation", { $0 / 5 % 2 == 0 ? 1.6 : 0.1 }),
    ("empty blocks", { $0 % 7 == 0 ? 0.1 : 0 }),
  ]

  static let rules = ["slow", "standard", "fast", "viem", "ethers", "geth"]

  /// Plays a market: 25 blocks to begin with, then six probes with every second block.
  static func play(_ demand: @escaping SimulatedMarket.Demand, blocks: Int = 70) async throws -> [String: Tally] {
    let market = try await SimulatedMarket(demand)
    var probes: [Probe] = []
    for _ in 0..<25 { try await market.step() }
    for block in 0..<blocks + 10 {
      if block % 2 == 0 && block < blocks {
        let history = try FeeHistory(
          reply: try await market.feeHistory(blocks: FeeRule.blocks, percentiles: FeeRule.percentiles))
        let tiers = try #require(FeeMarket(history: history).map(PriceRule.tiers))
        let past = await market.paidTips(blocks: 40)
        let rivals = RivalRules(base: past.base, tips: past.tips)
        let promise = tiers[1].wait.map { UInt64($0.most) }
        var offers = tiers.map { ($0.speed.rawValue, $0.tip, $0.maximum, $0.wait.map { UInt64($0.most) }) }
        for (name, fees) in [("viem", rivals.viem), ("ethers", rivals.ethers), ("geth", rivals.geth)] {
          offers.append((name, fees.tip, fees.maximum, promise))
        }
        let head = UInt64(await market.height)
        for (name, tip, maximum, promise) in offers {
          guard let hash = try await market.probe(tip: tip, maximum: maximum) else { continue }
          let base = history.baseFeePerGas.last ?? 0
          probes.append(Probe(rule: name, hash: hash, sentAt: head, promise: promise, base: base))
        }
      }
      try await market.step()
    }
    var tallies: [String: Tally] = [:]
    for probe in probes {
      var tally = tallies[probe.rule] ?? Tally()
      tally.probes += 1
      if let promise = probe.promise {
        tally.bound += 1
        tally.promised += Int(promise)
      }
      if let found = await market.inclusion(of: probe.hash) {
        let waited = found.block - probe.sentAt
        if waited <= 1 { tally.next += 1 }
        if let promise = probe.promise, waited <= promise { tally.inTime += 1 }
        if waited <= 10 { tally.in10 += 1 }
        tally.included += 1
        tally.paid += Double(found.price) / Double(probe.base)
      }
      tallies[probe.rule] = tally
    }
    return tallies
  }

  /// Prints what it finds: shares in per cent, the promise in blocks, the price as a multiple of the base fee.
  @Test func theShareThatGetsInWithinThePromisedTime() async throws {
    func column(_ text: String, _ width: Int) -> String {
      String(repeating: " ", count: max(0, width - text.count)) + text
    }
    func percent(_ share: Double) -> String { "\(Int((share * 100).rounded())) %" }
    var promises: [String: (bound: Int, inTime: Int)] = [:]
    var lines = ["market        rule      next block  in time  promised  no promise  in 10 blocks  paid/base"]
    for market in Self.markets {
      let tallies = try await Self.play(market.demand)
      for rule in Self.rules {
        let tally = try #require(tallies[rule])
        #expect(tally.probes == 35, "every probe found an account")
        let promised = Double(tally.promised) / Double(max(1, tally.bound))
        let paid = tally.paid / Double(max(1, tally.included))
        lines.append(
          market.name + String(repeating: " ", count: 14 - market.name.count) + rule
            + column(percent(tally.share(tally.next)), 20 - rule.count) + column(tally.kept.map(percent) ?? "-", 9)
            + column(tally.bound == 0 ? "-" : "\((promised * 10).rounded() / 10)", 10)
            + column(percent(tally.share(tally.probes - tally.bound)), 12)
            + column(percent(tally.share(tally.in10)), 14)
            + column("\((paid * 100).rounded() / 100)", 11))
      }
      let (slow, fast) = (try #require(tallies["slow"]), try #require(tallies["fast"]))
      #expect(fast.next >= slow.next, "who pays more is not later: \(market.name)")
      for rule in ["slow", "standard", "fast"] {
        let tally = try #require(tallies[rule])
        promises[rule, default: (0, 0)].bound += tally.bound
        promises[rule, default: (0, 0)].inTime += tally.inTime
        let isBold = rule == "fast" || ["calm", "empty blocks"].contains(market.name)
        #expect(!isBold || tally.bound == tally.probes, "\(rule) in \(market.name) promises nothing")
      }
      let standard = try #require(tallies["standard"])
      let rival = ["viem", "ethers", "geth"].compactMap { tallies[$0]?.next }.max() ?? 0
      #expect(standard.next >= rival, "the next block takes the standard tier as often as others: \(market.name)")
    }
    // Nine in ten is what is promised; nobody knows of a crowd before it comes.
    for (rule, promise) in promises {
      #expect(promise.inTime * 10 >= promise.bound * 9, "\(rule): \(promise.inTime) of \(promise.bound)")
    }
    print(lines.joined(separator: "\n"))
  }

  @Test func metaMasksOwnVector() throws {
    let levels = RivalRules.metaMask(
      base: try gwei("200"),
      rewards: [
        [try gwei("0"), try gwei("1"), try gwei("0")], [try gwei("0.5"), try gwei("1.6"), try gwei("3")],
        [try gwei("0.5"), try gwei("2"), try gwei("3")],
      ])
    #expect(try levels.map(\.tip) == [gwei("1"), gwei("1.552"), gwei("2.94")])
    #expect(try levels.map(\.maximum) == [gwei("221"), gwei("241.552"), gwei("252.94")])
  }

  @Test func gethsWorkedExample() {
    #expect(
      RivalRules(base: 0, tips: [[1, 1, 1, 2, 2, 3, 5].map { $0 * 1_000_000_000 }]).suggestedTip == 1_000_000_000)
    let blocks: [[UInt256]] = [[1, 1, 1], [2, 2, 3], [5, 6, 7]].map { $0.map { $0 * 1_000_000_000 } }
    #expect(RivalRules(base: 0, tips: blocks).suggestedTip == 2_000_000_000)
  }
}
