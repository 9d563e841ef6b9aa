/// The secret of a session that its forms carry, so that only pages of ours can send them.
///
/// It is written anew, mixed with fresh random bytes, into each form: a compressed page leaks nothing of it (BREACH).
package struct FormGuard: Sendable {
  private let secret: [UInt8]

  /// The name of the field that holds it.
  static let field = "guard"

  /// A fresh secret.
  package init() { secret = RandomToken.bytes(32) }

  /// A secret that is known already.
  init(secret: [UInt8]) { self.secret = secret }

  /// The secret for one form.
  package func token() -> String {
    let mask = RandomToken.bytes(secret.count)
    return RandomToken.base64URL(mask + zip(mask, secret).map { $0 ^ $1 })
  }

  /// Whether a form carries the secret.
  package func admits(_ token: String?) -> Bool {
    guard let token, token.utf8.count < 200, let bytes = RandomToken.bytes(base64URL: token),
      bytes.count == 2 * secret.count
    else { return false }
    let (mask, mixed) = (bytes.prefix(secret.count), bytes.suffix(secret.count))
    return RandomToken.areEqual(zip(mask, mixed).map { $0 ^ $1 }, secret)
  }
}
