import Primitives

/// A block that somebody trusts: its number and its hash, written `NUMBER:HASH`.
public struct KaiaCheckpoint: Hashable, Sendable, CustomStringConvertible {
  /// The block's number.
  public let number: UInt64
  /// The block's hash.
  public let hash: Hash32

  /// A block by its number and hash.
  public init(number: UInt64, hash: Hash32) {
    self.number = number
    self.hash = hash
  }

  /// Reads `NUMBER:HASH`: decimal digits without leading zeros, a colon, `0x` and 64 digits.
  ///
  /// - Throws: `malformedCheckpoint`.
  public init(_ text: String) throws(EvidenceError) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    func failure(_ reason: String) -> EvidenceError {
      EvidenceError(
        .malformedCheckpoint, "the checkpoint cannot be read", reason: "\(reason); it is written NUMBER:HASH")
    }
    guard parts.count == 2 else { throw failure("there is no colon in it") }
    let digits = parts[0].utf8
    guard digits.allSatisfy({ (0x30...0x39).contains($0) }), digits.count == 1 || digits.first != 0x30,
      let number = UInt64(parts[0])
    else { throw failure("before the colon stands no block number") }
    guard parts[1].hasPrefix("0x"), parts[1].utf8.count == 66, let hash = try? Hash32(String(parts[1])) else {
      throw failure("behind the colon stands no hash of 0x and 64 digits")
    }
    self.init(number: number, hash: hash)
  }

  /// `NUMBER:HASH`.
  public var description: String { "\(number):\(hash.hex)" }
}
