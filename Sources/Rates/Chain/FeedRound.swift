import ContractABI
import Primitives

/// The newest price of a feed, out of one of the three layouts in which contracts answer to the same selector.
struct FeedRound: Hashable {
  /// The price, in units that the feed's decimals tell; as a two's complement.
  let answer: UInt256
  /// When it was brought up to date, in seconds since 1970.
  let updatedAt: UInt256
  /// Whether the contract reports that the price was verified; nil where it does not report that.
  let isVerified: Bool?

  /// Reads five words (AggregatorV3: round, answer, start, update, round of the answer), or three of Orakl's (round,
  /// answer, update), which an older interface follows with whether it was verified; nil for any other length.
  init?(_ bytes: Bytes) {
    guard bytes.count.isMultiple(of: 32),
      let words = try? ABIReader.decode(
        bytes,
        { (reader) throws(ContractABIError) in
          var words: [UInt256] = []
          for _ in 0..<min(bytes.count / 32, 6) { words.append(try reader.word()) }
          return words
        })
    else { return nil }
    switch words.count {
    case 5: (answer, updatedAt, isVerified) = (words[1], words[3], nil)
    case 4: (answer, updatedAt, isVerified) = (words[1], words[2], words[3] == 1)
    case 3: (answer, updatedAt, isVerified) = (words[1], words[2], nil)
    default: return nil
    }
  }
}
