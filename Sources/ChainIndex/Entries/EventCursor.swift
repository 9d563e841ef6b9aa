import Primitives

/// A place in the event stream of an index: all events before a place of the chain, as that was after some retraction.
///
/// It stays good through reorganisations: what came behind it and was undone since is taken back first.
package struct EventCursor: Sendable, Hashable {
  /// The number of the index, which one that is made anew has not.
  package let incarnation: UInt64
  /// The number of the last retraction that is taken into account.
  var undone: UInt64
  /// The block of the next event.
  package var block: UInt64
  /// The place of the next event among all logs of its block.
  package var place: UInt64

  init(incarnation: UInt64, undone: UInt64, block: UInt64, place: UInt64) {
    (self.incarnation, self.undone, self.block, self.place) = (incarnation, undone, block, place)
  }

  /// Reads a cursor as ``description`` gives it; nil for any other text.
  package init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 4, text.utf8.count <= 80, let incarnation = UInt64(parts[0], radix: 16) else { return nil }
    let numbers = parts.dropFirst().compactMap { UInt64($0) }
    guard numbers.count == 3, numbers.allSatisfy({ $0 < 1 << 53 }) else { return nil }
    self.init(incarnation: incarnation, undone: numbers[0], block: numbers[1], place: numbers[2])
    guard description == text else { return nil }
  }

  /// Moves it to a place.
  mutating func move(to block: UInt64, _ place: UInt64) { (self.block, self.place) = (block, place) }

  /// Whether it has events of blocks above a height, or may have.
  func isAbove(_ height: UInt64) -> Bool { (block, place) > (height + 1, 0) }
}

extension EventCursor: CustomStringConvertible {
  /// The cursor as programs keep it.
  package var description: String { "\(String(incarnation, radix: 16))-\(undone)-\(block)-\(place)" }
}
