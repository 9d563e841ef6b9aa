/// A random text that makes a message to sign the only one of its kind: 24 letters and digits, 142 bits.
///
/// The site that gives it out keeps it, and takes a signature over it once.
public struct SignInNonce: Sendable, Hashable {
  /// The 24 letters and digits.
  public let text: String

  /// The number of letters and digits; EIP-4361 wants eight at least.
  public static let length = 24
  private static let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)

  /// Reads a nonce that was kept.
  ///
  /// - Throws: `SignInError` `.nonce`.
  public init(_ text: String) throws(SignInError) {
    guard text.utf8.count == Self.length, text.utf8.allSatisfy({ Self.alphabet.contains($0) }) else {
      throw SignInError(.nonce, "The nonce of a sign-in is not \(Self.length) letters and digits.")
    }
    self.text = text
  }

  /// A new nonce of the system's random source, each letter and digit as likely as every other.
  public static func random() -> SignInNonce {
    var source = SystemRandomNumberGenerator()
    return random(using: &source)
  }

  /// A new nonce of a random source.
  static func random(using source: inout some RandomNumberGenerator) -> SignInNonce {
    // A number below a bound is drawn again where a remainder would favour some.
    let letters = (0..<length).map { _ in alphabet[Int.random(in: alphabet.indices, using: &source)] }
    return SignInNonce(letters: letters)
  }

  private init(letters: [UInt8]) { text = String(decoding: letters, as: UTF8.self) }
}
