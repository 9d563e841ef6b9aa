import HTTPTypes

/// The headers of every answer, which keep other pages out and the program's own pages from what they never need.
struct SecurityHeaders: Sendable {
  private let fields: [HTTPField]

  /// The headers of some pages.
  ///
  /// - Parameters:
  ///   - hasCamera: Whether the page may ask for the camera.
  ///   - hasWallets: Whether it shows the pictures that wallets of the browser bring.
  ///   - isEntrance: Whether the address holds a secret, which no other server is to read.
  ///   - isPublic: Whether it is a platform's, which is reached by TLS.
  init(hasCamera: Bool = false, hasWallets: Bool = false, isEntrance: Bool = false, isPublic: Bool = false) {
    let contents =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'\(hasWallets ? " data:" : ""); "
      + Self.policy + (isPublic ? "; upgrade-insecure-requests" : "")
    let permissions =
      "camera=\(hasCamera ? "(self)" : "()"), microphone=(), geolocation=(), payment=(), usb=(), serial=(), hid=(), "
      + "clipboard-read=()"
    // Without a referrer browsers send `Origin: null` for our own forms, too.
    let referrer = isEntrance ? "no-referrer" : "same-origin"
    let own: [(HTTPField.Name, String)] = [
      (.contentSecurityPolicy, contents), (Self.permissionsPolicy, permissions), (Self.referrerPolicy, referrer),
    ]
    let secure: [(HTTPField.Name, String)] = isPublic ? [(.strictTransportSecurity, "max-age=31536000")] : []
    fields = (Self.fixed + own + secure).map { HTTPField(name: $0, value: $1) }
  }

  /// Adds them to those of an answer, which has none of them itself.
  func add(to headers: inout HTTPFields) { for field in fields { headers.append(field) } }

  private static let permissionsPolicy = HTTPField.Name("Permissions-Policy")!
  private static let referrerPolicy = HTTPField.Name("Referrer-Policy")!

  private static let policy =
    "connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; "
    + "require-trusted-types-for 'script'; trusted-types 'none'"

  private static let fixed: [(HTTPField.Name, String)] = [
    (HTTPField.Name("X-Frame-Options")!, "DENY"),
    (.xContentTypeOptions, "nosniff"),
    (HTTPField.Name("Cross-Origin-Opener-Policy")!, "same-origin"),
    (HTTPField.Name("Cross-Origin-Resource-Policy")!, "same-origin"),
    (.vary, "Accept-Encoding, Accept-Language, Cookie"),
  ]
}
