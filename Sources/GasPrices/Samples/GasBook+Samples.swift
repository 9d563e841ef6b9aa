import Alerts
import Database
import NodeRPC
import Primitives

extension GasBook {
  /// Keeps a sample, steps the chain's alerts, and puts into the journal what there is to tell: all of it or nothing.
  ///
  /// - Parameters:
  ///   - sampling: Seconds from sample to sample; after a gap of many of these nobody knows how the price was.
  ///   - blocks: The blocks that it is made of, whose fees are kept too.
  ///   - coins: The prices of the chain's coin, for the alerts on these.
  ///   - units: The names that the network has for its money, for the messages.
  ///   - isConfirmed: Whether a node gave or confirmed it, so that what nobody confirms is measured by it.
  ///   - words: Makes the message of an alert at a value; nil makes it in English.
  /// - Returns: The alerts that crossed, to be delivered.
  /// - Throws: `bookFailed`.
  @discardableResult
  public func record(
    _ sample: GasSample, chainID: UInt256, blocks: FeeHistory? = nil, coins: [CoinPrice] = [], sampling: Int64 = 7,
    units: GasUnits = GasUnits(), isConfirmed: Bool = true,
    words: (@Sendable (Alert<GasSubject>, UInt256) -> String)? = nil
  ) async throws -> [Delivery<GasSubject>] {
    let chain = chainID.description
    return try await file.write { database in
      try Self.believe(sample, isConfirmed: isConfirmed, chain, in: database)
      try Self.keep(sample, chain, in: database)
      if let blocks { try Self.keep(MinedFees.blocks(of: blocks), chain, in: database) }
      return try AlertBook<GasSubject>.step(chain, in: database) { alert in
        alert.rule.subject.value(sample, coins).map {
          AlertReading($0, at: sample.time, patience: max(60, sampling &* 5))
        }
      } message: { alert, reading in
        words?(alert, reading.value) ?? alert.message(reading.value, units)
      }
    }
  }

  /// Keeps many samples at once, the oldest first; alerts are not looked at.
  ///
  /// - Throws: `bookFailed`.
  public func fill(_ samples: [GasSample], chainID: UInt256) async throws {
    let chain = chainID.description
    try await file.write { database in
      for sample in samples { try Self.keep(sample, chain, in: database) }
    }
  }

  private static func keep(_ sample: GasSample, _ chain: String, in database: Connection) throws {
    let added = try database.execute(
      """
      INSERT INTO sample (chain, time, block, baseFee, slow, standard, fast) VALUES (?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (chain, time) DO NOTHING
      """,
      [chain, sample.time, sample.block, sample.baseFee, sample.slow, sample.standard, sample.fast])
    // Two samples of one second count once.
    guard added > 0 else { return }
    let hour = sample.time &- (sample.time % 3600 + 3600) % 3600
    try database.execute(
      """
      INSERT INTO hour (chain, time, count, baseFee, slow, standard, fast, lowest, highest)
      VALUES (?, ?, 1, ?, ?, ?, ?, ?, ?) ON CONFLICT (chain, time) DO UPDATE SET
        count = hour.count + 1, baseFee = hour.baseFee + excluded.baseFee, slow = hour.slow + excluded.slow,
        standard = hour.standard + excluded.standard, fast = hour.fast + excluded.fast,
        lowest = CASE WHEN excluded.lowest < hour.lowest THEN excluded.lowest ELSE hour.lowest END,
        highest = CASE WHEN excluded.highest > hour.highest THEN excluded.highest ELSE hour.highest END
      """,
      [
        chain, hour, Double(sample.baseFee), Double(sample.slow), Double(sample.standard), Double(sample.fast),
        sample.standard, sample.standard,
      ])
    try database.execute("DELETE FROM sample WHERE chain = ? AND time < ?", [chain, sample.time &- sampleLife])
    try database.execute("DELETE FROM hour WHERE chain = ? AND time < ?", [chain, sample.time &- hourLife])
  }

  /// The newest sample of a chain.
  ///
  /// - Throws: `bookFailed`.
  public func newestSample(chainID: UInt256) async throws -> GasSample? {
    try await samples(chainID: chainID, since: .min, newestFirst: true, limit: 1).first
  }

  /// A chain's single samples since a time, in order.
  ///
  /// - Throws: `bookFailed`.
  public func samples(
    chainID: UInt256, since time: Int64, newestFirst: Bool = false, limit: Int = .max
  ) async throws -> [GasSample] {
    let chain = chainID.description
    return try await file.read { database in
      try Self.samples(chain, since: time, newestFirst: newestFirst, limit: limit, in: database)
    }
  }

  static func samples(
    _ chain: String, since time: Int64, newestFirst: Bool, limit: Int, in database: Connection
  ) throws -> [GasSample] {
    try database.rows(
      "SELECT * FROM sample WHERE chain = ? AND time >= ? ORDER BY time \(newestFirst ? "DESC" : "ASC") LIMIT ?",
      [chain, time, limit]
    ).map {
      GasSample(
        time: try $0.value("time"), block: try $0.count("block"), baseFee: try $0.count("baseFee"),
        slow: try $0.count("slow"), standard: try $0.count("standard"), fast: try $0.count("fast"))
    }
  }

  /// A chain's hours that begin at or after a time, in order; hours without samples are missing.
  ///
  /// - Throws: `bookFailed`.
  public func hours(chainID: UInt256, since time: Int64) async throws -> [HourlyPrices] {
    let chain = chainID.description
    return try await file.read { database in
      try database.rows(
        "SELECT * FROM hour WHERE chain = ? AND time >= ? ORDER BY time", [chain, time]
      ).map { row in
        // Sums are kept: an average of averages is none.
        let count = max(1, try row.count("count"))
        let average = { (name: String) throws -> Double in
          // No sample is dearer: it is what a file was made to say.
          let sum: Double = try row.value(name)
          return sum > 0 ? min(sum / Double(count), Double(Int64.max / 2)) : 0
        }
        return HourlyPrices(
          time: try row.value("time"), count: count, baseFee: try average("baseFee"), slow: try average("slow"),
          standard: try average("standard"), fast: try average("fast"), lowest: try row.count("lowest"),
          highest: try row.count("highest"))
      }
    }
  }

  /// Keeps which chain a network is, so that its samples are found when its node is away.
  ///
  /// - Throws: `bookFailed`.
  public func remember(chainID: UInt256, ofNetwork name: String) async throws {
    let chain = chainID.description
    try await file.write { database in
      try database.put(["name": "network \(name)", "value": chain], into: "fact")
    }
  }

  /// The chain that a network was when it was watched the last time, else when its newest alert was added; nil if there is
  /// neither.
  ///
  /// - Throws: `bookFailed`.
  public func chain(ofNetwork name: String) async throws -> UInt256? {
    var known = try await file.read { database in
      try database.value("SELECT value FROM fact WHERE name = ?", ["network \(name)"], as: String.self)
    }
    if known == nil { known = try await alerts.all().map(\.rule.subject).last { $0.network == name }?.chain }
    return known.flatMap { try? UInt256(parsing: $0) }
  }
}
