@_exported import Failures
import Primitives

/// The reason why nobody is signed in, or why no message for that can be made.
public typealias SignInError = DomainError<SignInErrors>

/// The domain of ``SignInError``.
public enum SignInErrors: ErrorDomain {
  /// The account that a signature was checked for.
  public struct Facts: Sendable, Hashable {
    /// The account's address.
    public let account: Address
  }
}

extension ErrorCode<SignInErrors> {
  /// The public address of the site is no origin that people can be signed in to.
  public static var publicURL: Self { Self("publicURL") }
  /// A nonce is not 24 letters and digits.
  public static var nonce: Self { Self("nonce") }
  /// A time is outside the years that RFC 3339 can write.
  public static var time: Self { Self("time") }
  /// The bytes are no signature of a key, and the account has no code that could read them.
  public static var notSignature: Self { Self("notSignature") }
  /// The bytes are more than any signature has.
  public static var tooLong: Self { Self("tooLong") }
  /// The signature's s is in the upper half: of the two forms of a signature the one that nothing should take.
  public static var highS: Self { Self("highS") }
  /// Another key signed, or another message was signed.
  public static var wrongSignature: Self { Self("wrongSignature") }
  /// The key that the address comes from signed, and the account has another key on the chain.
  public static var keyChanged: Self { Self("keyChanged") }
  /// A key of the account signed, and it takes several of its keys to act.
  public static var severalKeysNeeded: Self { Self("severalKeysNeeded") }
  /// Nobody can sign for the account: it has no key on the chain.
  public static var noKey: Self { Self("noKey") }
  /// The account is a contract that does not say that the signature is its own.
  public static var contractRefused: Self { Self("contractRefused") }
}
