import HTTPTypes

/// A request of a browser, read whole.
package struct WebRequest: Sendable {
  /// The method, as it was sent.
  package let method: HTTPRequest.Method
  /// The path, as it was sent; it begins with a slash.
  package let path: String
  /// The pieces of the path between its slashes, decoded.
  package let pieces: [String]
  /// The fields behind the question mark.
  package let query: FormFields
  /// The fields of the body; none of a request without a form.
  package let form: FormFields
  /// All hosts that the request names.
  package let hosts: [String]
  /// The other headers.
  package let headers: HTTPFields
  /// The body as it came.
  package let body: [UInt8]
  /// The client's address, as far as it is known; empty on this machine.
  package let client: String

  /// Reads a request.
  ///
  /// - Parameters:
  ///   - target: The path with its query.
  ///   - client: The client's address; of IPv6 the network.
  /// - Returns: Nil for a path or a form that is malformed.
  package init?(
    _ method: HTTPRequest.Method, _ target: String, hosts: [String], headers: HTTPFields = [:], body: [UInt8] = [],
    client: String = ""
  ) {
    // By bytes: a slash with a mark on it is another character. Browsers write such letters in digits.
    guard target.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f }) else { return nil }
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    path = parts.first.map(String.init) ?? ""
    // Of two slashes at the beginning a link back would be one to another host.
    guard path.hasPrefix("/"), !path.hasPrefix("//") else { return nil }
    var pieces: [String] = []
    for piece in path.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
      guard let text = PercentCoding.decoded(piece.utf8) else { return nil }
      pieces.append(text)
    }
    self.pieces = pieces == [""] ? [] : pieces
    guard let query = FormFields(parsing: parts.count > 1 ? Array(parts[1].utf8) : []) else { return nil }
    let type = headers[.contentType]?.prefix { $0 != ";" }.lowercased()
    let isForm = type == "application/x-www-form-urlencoded"
    guard let form = isForm ? FormFields(parsing: body) : FormFields() else { return nil }
    (self.method, self.query, self.form, self.hosts, self.headers, self.body) = (
      method, query, form, hosts, headers, body
    )
    self.client = client
  }

  /// Whether it only reads.
  package var isReading: Bool { method == .get || method == .head }

  /// The cookie of a name; nil where there is none, or where it came more than once: then another page set one of them.
  package func cookie(_ name: String) -> String? {
    var values: [String] = []
    for header in headers[values: .cookie] {
      for pair in header.utf8.split(separator: UInt8(ascii: ";")) {
        let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].drop(while: { $0 == 0x20 || $0 == 0x09 }).elementsEqual(name.utf8) else {
          continue
        }
        values.append(String(decoding: parts[1], as: UTF8.self))
      }
    }
    return values.count == 1 ? values[0] : nil
  }

  /// Whether a program asks, which reads no page.
  package var wantsJSON: Bool {
    headers[.accept]?.prefix { $0 != "," }.hasPrefix("application/json") ?? false
      || headers[.contentType]?.hasPrefix("application/json") ?? false
  }

  /// The colours that the browser's user chose: `light`, `dark`, or `auto` for the system's.
  package var theme: String {
    let theme = cookie("theme") ?? "auto"
    return ["light", "dark"].contains(theme) ? theme : "auto"
  }

  /// The request as anybody would send it: of its headers nothing is left but the colours.
  package var ofAnybody: WebRequest { WebRequest(self, headers: [.cookie: "theme=\(theme)"]) }

  /// A request for the same address.
  private init(_ other: WebRequest, headers: HTTPFields) {
    (method, path, pieces, query) = (other.method, other.path, other.pieces, other.query)
    (form, hosts, body, client) = (FormFields(), other.hosts, [], "")
    self.headers = headers
  }

  /// A header that browsers write about where a request comes from (W3C Fetch Metadata).
  package func fetch(_ name: String) -> String? {
    HTTPField.Name("Sec-Fetch-\(name)").flatMap { headers[$0] }?.lowercased()
  }
}
