import HTTPTypes
import Primitives

/// The entity tag of a body's content (RFC 9110, 8.8.3): a weak one, the same for each coding and from each process.
struct EntityTag: Sendable, Hashable {
  /// The text of the header.
  let text: String

  /// The name of a body before it is compressed.
  init(of bytes: [UInt8]) { text = "W/\"\(Keccak256.hash(bytes).hex.dropFirst(2).prefix(24))\"" }

  /// Whether a list of names has one, whether it is called weak or not, or takes any.
  ///
  /// - Parameter list: `If-None-Match` of the request (RFC 9110, 13.1.2).
  static func isNamed(_ text: String, in list: String) -> Bool {
    func opaque(_ text: Substring) -> Substring {
      let bare = text.drop { $0 == " " || $0 == "\t" }
      return (bare.hasPrefix("W/") ? bare.dropFirst(2) : bare).prefix { $0 != " " && $0 != "\t" }
    }
    let name = opaque(text[...])
    return list.split(separator: ",").prefix(20).map(opaque).contains { $0 == "*" || $0 == name }
  }
}

extension WebAnswer {
  /// The answer to a conditional request: 304 without a body where the tag matches.
  func ifOther(for request: WebRequest) -> WebAnswer {
    guard status == .ok, request.isReading, let tag = headers[.eTag],
      let known = request.headers[.ifNoneMatch], EntityTag.isNamed(tag, in: known)
    else { return self }
    var answer = WebAnswer(.notModified, "")
    answer.headers = headers
    for name in [HTTPField.Name.contentType, .contentLength, .contentEncoding] { answer.headers[name] = nil }
    return answer
  }
}
