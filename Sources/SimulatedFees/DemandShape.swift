/// The course of the demand for gas over time.
public enum DemandShape: String, Sendable, Hashable, CaseIterable {
  /// Always about as much as the blocks aim at; a small crowd once in five hundred blocks.
  case calm
  /// A tide of six hundred blocks, from a fifth to nine fifths of that; a small crowd once in two hundred and fifty.
  case tides
  /// A crowd once in two hundred and fifty blocks, which wants three to nine times as much for up to 43 blocks and bids for
  /// it.
  case storms

  /// The share of blocks with which a crowd comes.
  var chance: Double {
    switch self {
    case .calm: 1 / 500
    case .tides: 1 / 250
    case .storms: 1 / 250
    }
  }

  /// The demand that the time of day makes, as a multiple of the usual one.
  ///
  /// - Parameter sine: Of the tide.
  func tide(_ sine: Double) -> Double { self == .tides ? 1 + 0.8 * sine : 1 }

  /// A crowd that comes now.
  func crowd(_ random: inout SeededRandom) -> Crowd {
    let isStorm = self == .storms
    return Crowd(
      blocksLeft: 3 + Int(random.uniform() * (isStorm ? 40 : 15)),
      demand: isStorm ? 3 + 6 * random.uniform() : 2 + 2 * random.uniform(),
      hurry: isStorm ? 2 + 10 * random.uniform() : 1 + 2 * random.uniform())
  }
}

/// Many who want something at the same time.
struct Crowd: Sendable {
  var blocksLeft = 0
  /// The gas that is wanted, as a multiple of the usual.
  var demand = 1.0
  /// The most by which their tips are above the usual, as a multiple of these.
  var hurry = 0.0
}
