/// A line of the table.
struct Row: Sendable, Encodable {
  /// What a time is told as.
  enum Unit: Sendable {
    /// Bytes a second, for operations on so many bytes.
    case throughput(bytes: Int)
    /// Operations a second.
    case rate
    /// The time of one operation.
    case time
    /// Units of gas a second, for operations of one unit.
    case gas
    /// Memory: bytes stand in the place of seconds.
    case memory
    /// A share of all: one part of so many stands in the place of seconds.
    case share
    /// A multiple of what would have done: it stands in the place of seconds.
    case multiple
  }

  let name: String
  let peer: String
  let unit: Unit
  /// Medians, in seconds for one operation.
  let oursSeconds: Double
  let peerSeconds: Double
  /// The least, which neighbours on the machine disturb least.
  let oursBestSeconds: Double
  let peerBestSeconds: Double
  /// How many times as fast as the peer.
  let ratio: Double
  /// The least ratio that will do; nil for a row that only informs.
  let bound: Double?
  /// What keeps ours from being faster.
  let limit: String
  /// What else was found out.
  var remarks: [String] = []

  init(
    _ name: String, peer: String, _ unit: Unit, _ duel: Duel, bound: Double?, limit: String, remarks: [String] = []
  ) {
    self.name = name
    self.peer = peer
    self.unit = unit
    oursSeconds = duel.ours.median
    peerSeconds = duel.peer.median
    oursBestSeconds = duel.ours.min() ?? .nan
    peerBestSeconds = duel.peer.min() ?? .nan
    ratio = duel.ratio
    self.bound = bound
    self.limit = limit
    self.remarks = remarks
  }

  /// Whether the bound is kept; nil without one.
  var passes: Bool? { bound.map { ratio >= $0 } }

  var verdict: String {
    switch passes {
    case true?: "pass"
    case false?: "MISS"
    case nil: "–"
    }
  }

  private enum CodingKeys: String, CodingKey {
    case name, peer, oursSeconds, peerSeconds, oursBestSeconds, peerBestSeconds, ratio, bound, passes, limit, remarks
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    try container.encode(peer, forKey: .peer)
    try container.encode(oursSeconds, forKey: .oursSeconds)
    try container.encode(peerSeconds, forKey: .peerSeconds)
    try container.encode(oursBestSeconds, forKey: .oursBestSeconds)
    try container.encode(peerBestSeconds, forKey: .peerBestSeconds)
    try container.encode(ratio, forKey: .ratio)
    try container.encode(bound, forKey: .bound)
    try container.encode(passes, forKey: .passes)
    try container.encode(limit, forKey: .limit)
    try container.encode(remarks, forKey: .remarks)
  }
}
