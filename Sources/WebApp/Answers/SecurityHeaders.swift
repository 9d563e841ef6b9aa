import HTTPTypes

/// The headers of every answer, which keep other pages out and the program's own pages from what they never need.
enum SecurityHeaders {
  /// - Parameters:
  ///   - hasCamera: Whether the page may ask for the camera.
  ///   - hasWallets: Whether it shows the pictures that wallets of the browser bring.
  ///   - isEntrance: Whether the address holds a secret, which no other server is to read.
  ///   - isPublic: Whether it is a platform's, which is reached by TLS.
  static func add(
    to headers: inout HTTPFields, hasCamera: Bool = false, hasWallets: Bool = false, isEntrance: Bool = false,
    isPublic: Bool = false
  ) {
    for (name, value) in fixed { headers[name] = value }
    headers[.contentSecurityPolicy] =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'\(hasWallets ? " data:" : ""); "
      + policy + (isPublic ? "; upgrade-insecure-requests" : "")
    if isPublic { headers[.strictTransportSecurity] = "max-age=31536000" }
    headers[permissionsPolicy] =
      "camera=\(hasCamera ? "(self)" : "()"), microphone=(), geolocation=(), payment=(), usb=(), serial=(), hid=(), "
      + "clipboard-read=()"
    // Without a referrer browsers say `Origin: null` of our own forms, too.
    headers[referrerPolicy] = isEntrance ? "no-referrer" : "same-origin"
  }

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
