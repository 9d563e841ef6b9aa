import EVM
import JSONFields
import NodeRPC
import StrictJSON

/// The forks of a chain, as its node gives them (`eth_config`, EIP-7910), as far as they decide about execution.
public struct ChainConfiguration: Sendable, Hashable {
  /// A fork as the node has it.
  public struct Stage: Sendable, Hashable {
    /// The time at which it begins, in seconds since 1970.
    public let activation: UInt64
    /// The fork of Ethereum whose precompiles it has.
    public let fork: Fork
    /// The number of blobs that a block aims at and may have, and the slowness of their price; nil without a market.
    public let blobs: [UInt64]?
  }

  /// The fork of the newest block.
  public let current: Stage
  /// The one after it, if there is a date.
  public let next: Stage?
  /// Whether its forks have no times: those of Kaia's kind begin at blocks, and say nothing of when (KIP-276).
  public let countsBlocks: Bool

  /// Asks a node; nil if it doesn't have the method or its answer makes no sense.
  public static func read(from client: NodeClient) async -> ChainConfiguration? {
    do throws(NodeError) { return ChainConfiguration(try await client.call("eth_config")) } catch { return nil }
  }

  /// Reads the answer; nil if it makes no sense.
  init?(_ json: JSON) {
    guard let current = json["current"].flatMap({ Stage($0) }) else { return nil }
    self.current = current
    countsBlocks = json["current"]?["activationTime"] == nil
    // Nobody can tell when a stage without a time begins.
    next = countsBlocks ? nil : json["next"].flatMap { Stage($0) }
  }

  /// The stage of a block of this time; nil for one before the current fork.
  func stage(timestamp: UInt64) -> Stage? {
    if let next, timestamp >= next.activation { return next }
    return timestamp >= current.activation ? current : nil
  }
}

extension ChainConfiguration.Stage {
  fileprivate init?(_ json: JSON) {
    guard let fields = try? JSONFields(json), let precompiles = fields["precompiles"]?.object,
      let activation = try? fields.optional("activationTime", JSONReader<UInt64>.quantity) ?? 0
    else { return nil }
    let addresses = Set(precompiles.compactMap { try? JSONReader.address($0.value) })
    let rows = Precompile.schedule.filter { addresses.contains($0.address) && $0.since >= .cancun }
    self.activation = activation
    fork = rows.filter { row in row.place != .modexp }.map(\.since).max() ?? .frontier
    let numbers = ["target", "max", "baseFeeUpdateFraction"].compactMap {
      json["blobSchedule"]?[$0].flatMap { try? JSONReader<UInt64>.quantity($0) }
    }
    blobs = numbers.count == 3 ? numbers : nil
  }
}
