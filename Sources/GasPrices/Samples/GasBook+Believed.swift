import Database
import Primitives

extension GasBook {
  /// The last prices of a chain that a node gave or confirmed; those that nobody confirms are measured by them, before
  /// and after a restart.
  ///
  /// Where none were confirmed they are the newest sample of before the first that was not.
  ///
  /// - Throws: `bookFailed`.
  public func believedSample(chainID: UInt256) async throws -> GasSample? {
    let chain = chainID.description
    return try await file.read { try Self.believed(chain, in: $0) }
  }

  /// Keeps by what the next unconfirmed prices are measured, before a sample is kept.
  static func believe(_ sample: GasSample, isConfirmed: Bool, _ chain: String, in database: Connection) throws {
    guard let believed = isConfirmed ? sample : try believed(chain, in: database) else { return }
    try database.put(["name": fact(chain), "value": believed.fact], into: "fact")
  }

  private static func believed(_ chain: String, in database: Connection) throws -> GasSample? {
    let kept = try database.value("SELECT value FROM fact WHERE name = ?", [fact(chain)], as: String.self)
    return try kept.flatMap { GasSample(fact: $0) }
      ?? samples(chain, since: .min, newestFirst: true, limit: 1, in: database).first
  }

  private static func fact(_ chain: String) -> String { "believed \(chain)" }
}

extension GasSample {
  /// The sample as a text that is kept.
  fileprivate var fact: String {
    [time, block, baseFee, slow, standard, fast].map(\.description).joined(separator: " ")
  }

  /// Reads a sample that is kept as a text; nil for a text that is none.
  fileprivate init?(fact: String) {
    let words = fact.split(separator: " ", omittingEmptySubsequences: false)
    let numbers = words.compactMap { Int64($0) }
    guard words.count == 6, numbers.count == 6, numbers.dropFirst().allSatisfy({ $0 >= 0 }) else { return nil }
    self.init(
      time: numbers[0], block: numbers[1], baseFee: numbers[2], slow: numbers[3], standard: numbers[4],
      fast: numbers[5])
  }
}
