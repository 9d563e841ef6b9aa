import Foundation

/// Fee payers over one server of PostgreSQL: two and four of them beside one, and one beside bare inserts.
struct ScaleBenchmark: Benchmark {
  static let name = "scale"
  /// Orders in flight at each instance.
  private static let inFlight = 16
  private static let rounds = 5

  func rows(on ground: Ground) async throws -> [Row] {
    let stage = try await ScaleStage(ground.programs)
    var rows: [Row] = []
    for (count, bound) in [(2, 1.8), (4, 3.2)] {
      rows.append(try await beside(count, stage, orders: 96, slowly: true, bound: bound))
    }
    for count in [2, 4] { rows.append(try await beside(count, stage, orders: 480, slowly: false, bound: 1)) }
    rows.append(try await bare(stage))
    try await stage.end()
    return rows
  }

  /// So many instances beside one, with as many orders for each.
  private func beside(
    _ count: Int, _ stage: ScaleStage, orders: Int, slowly: Bool, bound: Double
  ) async throws -> Row {
    let (many, one) = (try await stage.start(count, slowly: slowly), try await stage.start(1, slowly: slowly))
    var costs: [Cost] = []
    let duel = try await Duel.run(rounds: Self.rounds) {
      let cost = try await Cost(orders * count, to: many, stage)
      costs.append(cost)
      return cost.clock
    } peer: {
      try await Cost(orders, to: one, stage).clock
    }
    for service in many + one { try service.stop() }
    costs.removeFirst()
    return Row(
      "orders of a fee payer, \(count) instances\(slowly ? ", the database 5 ms away" : "")", peer: "one instance",
      .rate,
      duel, bound: bound,
      limit: slowly ? "round trips to the database" : "devnet, database and clients on the same processors",
      remarks: [
        "\(Self.inFlight) orders in flight at each; of an order: processor time of the instances \(Row.Unit.time.text(costs.map(\.processor).median)), \(Self.text(costs.map(\.commits).median)) commits; p99 \(Row.Unit.time.text(costs.map(\.late).median)), median \(Row.Unit.time.text(costs.map(\.middle).median))"
      ])
  }

  private func bare(_ stage: ScaleStage) async throws -> Row {
    let one = try await stage.start(1, slowly: false)
    let duel = try await Duel.run(rounds: Self.rounds) {
      try await Cost(480, to: one, stage).clock
    } peer: {
      try stage.database.insertion(clients: Self.inFlight)
    }
    for service in one { try service.stop() }
    return Row(
      "orders of one fee payer", peer: "INSERT and COMMIT alone, as many at once", .rate, duel, bound: 0.6,
      limit: "an order is checked, tried, signed, sent and found on the chain; the devnet is on the same processors")
  }

  private static func text(_ number: Double) -> String { String(format: "%.1f", number) }

  /// The cost of an order among many.
  private struct Cost {
    /// The seconds on the clock.
    let clock: Double
    /// The seconds of the processor that the instances used.
    let processor: Double
    let commits: Double
    /// The seconds to an answer: the 99th percentile and the median.
    let (late, middle): (Double, Double)

    init(_ count: Int, to services: [ServerProcess], _ stage: ScaleStage) async throws {
      let loads = try stage.orders(count, parts: services.count)
      let before = (try services.reduce(0) { try $0 + $1.processorSeconds() }, try stage.commits())
      var answers: [Double] = []
      clock = try await seconds(each: count) {
        answers = try await withThrowingTaskGroup(of: [Double].self) { group in
          for (load, service) in zip(loads, services) {
            group.addTask { try await load.send(to: service.port, connections: ScaleBenchmark.inFlight) }
          }
          return try await group.reduce([], +)
        }
      }
      processor = (try services.reduce(0) { try $0 + $1.processorSeconds() } - before.0) / Double(count)
      commits = (try stage.commits() - before.1) / Double(count)
      let sorted = answers.sorted()
      (late, middle) = (sorted[sorted.count * 99 / 100], answers.median)
    }
  }
}
