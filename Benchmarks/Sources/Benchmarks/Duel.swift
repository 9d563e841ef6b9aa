/// Seconds for one operation of ours and of the peer's, measured in turns.
struct Duel: Sendable {
  private(set) var ours: [Double] = []
  private(set) var peer: [Double] = []

  /// Nothing measured yet, or what was measured beside something else.
  init(ours: [Double] = [], peer: [Double] = []) { (self.ours, self.peer) = (ours, peer) }

  /// How many times as fast as the peer ours is: the median over the pairs, which a machine that slows down halfway
  /// touches less than the quotient of two medians.
  var ratio: Double { zip(ours, peer).map { $1 / $0 }.median }

  /// Measures both by turns, so that what else runs on the machine meets both; who begins changes every time.
  ///
  /// - Parameters:
  ///   - rounds: How often; one more round comes first and is not counted.
  ///   - ours: Runs once and gives the seconds for one operation.
  ///   - peer: Likewise.
  static func run(
    rounds: Int, ours: () async throws -> Double, peer: () async throws -> Double
  ) async throws -> Duel {
    var duel = Duel()
    for round in 0...rounds {
      var seconds = (ours: 0.0, peer: 0.0)
      if round.isMultiple(of: 2) {
        seconds.ours = try await ours()
        seconds.peer = try await peer()
      } else {
        seconds.peer = try await peer()
        seconds.ours = try await ours()
      }
      guard round > 0 else { continue }
      duel.ours.append(seconds.ours)
      duel.peer.append(seconds.peer)
    }
    return duel
  }
}

extension [Double] {
  /// The middle one; NaN of none.
  var median: Double {
    guard !isEmpty else { return .nan }
    let sorted = sorted()
    return count.isMultiple(of: 2) ? (sorted[count / 2 - 1] + sorted[count / 2]) / 2 : sorted[count / 2]
  }
}

/// The seconds for one of `count` operations that `body` does.
func seconds(each count: Int, _ body: () throws -> Void) rethrows -> Double {
  let start = ContinuousClock.now
  try body()
  return (ContinuousClock.now - start) / .seconds(count)
}

/// The seconds for one of `count` operations that `body` does.
func seconds(each count: Int, _ body: () async throws -> Void) async rethrows -> Double {
  let start = ContinuousClock.now
  try await body()
  return (ContinuousClock.now - start) / .seconds(count)
}
