import Primitives

/// The progress of a journal: which one it is, how many lines it has, and a hash over all of them.
///
/// The hash of nothing is zero, and that of one line more Keccak-256(the hash so far ‖ the line without its end).
struct JournalHead: Sendable, Hashable {
  /// The journal's random number; nil for one without lines, and for one that is not chained yet.
  private(set) var journal: Hash32?
  /// The number of lines.
  private(set) var lines: UInt64 = 0
  /// Over all of them.
  private(set) var hash = Hash32.zero

  /// Takes in the next line; false if it does not go on from the lines so far.
  mutating func take(_ line: JournalLine, _ bytes: some Sequence<UInt8>) -> Bool {
    guard line.number == lines else { return false }
    if let chain = line.chain {
      guard chain == hash else { return false }
    } else if journal != nil {
      return false
    }
    switch line.entry {
    case .begun(_, _, let start):
      // A chained journal says so in its first line.
      guard (start == nil) == (line.chain == nil) else { return false }
      journal = start?.journal
    case .chained(let start):
      guard journal == nil, line.chain != nil else { return false }
      journal = start.journal
    default: guard (journal == nil) == (line.chain == nil) else { return false }
    }
    lines += 1
    hash = Keccak256.hash(hash.bytes + bytes)
    return true
  }
}
