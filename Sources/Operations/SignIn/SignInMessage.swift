import Foundation
import Primitives

/// The message that an account signs to sign in (EIP-4361), byte for byte as the site writes it.
///
/// It is made of values and never read back: a signature is checked over the text of the kept message, not over one that
/// a client sends.
public struct SignInMessage: Sendable, Hashable {
  /// The sentence that a person reads in the wallet; the grammar allows ASCII only, so it is English in all languages.
  public static let statement = "Sign in to lectures. This costs nothing and sends nothing."
  /// The seconds for which a message may be signed.
  public static let lifetime: Int64 = 600
  /// The seconds since 1970 whose years have four digits, less a lifetime.
  private static let writableTimes: Range<Int64> = 0..<253_402_300_800 - lifetime

  /// The site that it signs in to.
  public let site: SignInSite
  /// The account that is to sign.
  public let address: Address
  /// The chain on which the account's key is looked up.
  public let chainID: UInt256
  /// The random text that makes each message unique.
  public let nonce: SignInNonce
  /// The time when it was made, in seconds since 1970.
  public let issuedAt: Int64

  /// A message that is made at a time.
  ///
  /// - Parameter issuedAt: Seconds since 1970.
  /// - Throws: `SignInError` `.time` for one that cannot be written.
  public init(
    to site: SignInSite, as address: Address, on chainID: UInt256, nonce: SignInNonce, issuedAt: Int64
  ) throws(SignInError) {
    guard Self.writableTimes.contains(issuedAt) else {
      throw SignInError(.time, "The time of a sign-in cannot be written.")
    }
    (self.site, self.address, self.chainID, self.nonce, self.issuedAt) = (site, address, chainID, nonce, issuedAt)
  }

  /// The time from which on it counts no more, in seconds since 1970.
  public var expiresAt: Int64 { issuedAt + Self.lifetime }

  /// Whether it counts at a time; one that was made by a clock ahead of this one does not yet.
  ///
  /// - Parameter time: Seconds since 1970.
  public func isInForce(at time: Int64) -> Bool { (issuedAt..<expiresAt).contains(time) }

  /// The text to sign, in lines without an end behind the last.
  public var text: String {
    """
    \(site.domain) wants you to sign in with your Ethereum account:
    \(address.checksummed)

    \(Self.statement)

    URI: \(site.uri)
    Version: 1
    Chain ID: \(chainID)
    Nonce: \(nonce.text)
    Issued At: \(Self.time(issuedAt))
    Expiration Time: \(Self.time(expiresAt))
    """
  }

  /// A time in UTC as RFC 3339 has it: `2026-11-22T10:00:00Z`.
  private static func time(_ seconds: Int64) -> String {
    Date(timeIntervalSince1970: TimeInterval(seconds)).formatted(.iso8601)
  }
}
