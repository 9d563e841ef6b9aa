import Primitives

/// The link that buyers of a run get; the description has its hash alone.
public struct BuyersLink: Sendable, Hashable {
  /// The address that is opened, which begins with `https://`.
  public let url: String
  /// 32 random bytes, without which a link could be guessed by its hash.
  public let salt: Hash32

  /// The most bytes of an address.
  public static let longest = 1_000

  /// A link.
  ///
  /// - Throws: `LectureError` `.invalidDescription` for what is no `https://` address in printable ASCII.
  public init(url: String, salt: Hash32) throws(LectureError) {
    guard url.utf8.count <= Self.longest, url.hasPrefix("https://"), url.utf8.count > 8,
      url.utf8.allSatisfy({ (0x21...0x7e).contains($0) })
    else {
      throw .description("The link for buyers begins with https:// and has \(Self.longest) ASCII characters at most.")
    }
    (self.url, self.salt) = (url, salt)
  }

  /// A link with a new salt of the system's random source.
  ///
  /// - Throws: As ``init(url:salt:)``.
  public init(url: String) throws(LectureError) {
    try self.init(url: url, salt: Hash32(UInt256.random(in: 0...UInt256.max)))
  }

  /// Keccak-256 of the salt and the address.
  public var hash: Hash32 { Keccak256.hash(salt.bytes + Bytes(url.utf8)) }
}
