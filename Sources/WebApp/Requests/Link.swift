/// The target of a link or a form: a path of this server, or a page of the web; never a text that may be a program.
package struct Link: Sendable, Hashable {
  /// The address as it is written.
  package let text: String

  /// A path of this server, of pieces that are encoded, with a query.
  package init(_ pieces: String..., query: [(String, String)] = []) { self.init(path: pieces, query: query) }

  /// A path of this server, of pieces that are encoded, with a query.
  package init(path pieces: [String], query: [(String, String)] = []) {
    var text = "/" + pieces.map(PercentCoding.encoded).joined(separator: "/")
    if !query.isEmpty {
      text += "?" + query.map { "\(PercentCoding.encoded($0.0))=\(PercentCoding.encoded($0.1))" }.joined(separator: "&")
    }
    self.text = text
  }

  /// A page of the web, by HTTPS or HTTP; nil for any other address.
  package init?(web address: String) {
    let isWeb = address.hasPrefix("https://") || address.hasPrefix("http://")
    guard isWeb, address.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f }), address.utf8.count <= 2000 else { return nil }
    text = address
  }

  /// A path of this server as a request had it, to come back to; nil for what may lead elsewhere.
  package init?(back path: String) {
    let bytes = Array(path.utf8)
    guard bytes.first == UInt8(ascii: "/"), bytes.count <= 2000, !path.hasPrefix("//"), !path.contains("\\"),
      bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7f })
    else { return nil }
    text = path
  }
}
