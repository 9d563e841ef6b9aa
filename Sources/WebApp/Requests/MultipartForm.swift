/// The parts of a form that carries a file (RFC 7578).
struct MultipartForm: Sendable {
  /// The contents of the parts by their names.
  let parts: [String: [UInt8]]

  /// Reads a body.
  ///
  /// - Parameter type: The value of `Content-Type`, which names the boundary.
  /// - Returns: Nil for what is malformed, or has more than ten parts.
  init?(_ body: [UInt8], type: String) {
    guard let start = type.firstRange(of: "boundary="), type.lowercased().hasPrefix("multipart/form-data") else {
      return nil
    }
    let boundary = type[start.upperBound...].prefix { $0 != ";" }.filter { $0 != "\"" }
    guard (1...70).contains(boundary.utf8.count) else { return nil }
    let mark = Array("--\(boundary)".utf8)
    var parts: [String: [UInt8]] = [:]
    var rest = body[...]
    guard rest.starts(with: mark) else { return nil }
    rest = rest.dropFirst(mark.count)
    while !rest.starts(with: "--".utf8) {
      guard rest.starts(with: "\r\n".utf8), let end = Self.index(of: Array("\r\n".utf8) + mark, in: rest.dropFirst(2)),
        let blank = Self.index(of: Array("\r\n\r\n".utf8), in: rest), rest.startIndex < blank, blank < end,
        parts.count < 10
      else { return nil }
      let head = String(decoding: rest[(rest.startIndex + 2)..<blank], as: UTF8.self)
      guard let name = Self.name(in: head), parts[name] == nil else { return nil }
      parts[name] = Array(rest[(blank + 4)..<max(blank + 4, end)])
      rest = rest[(end + 2 + mark.count)...]
    }
    self.parts = parts
  }

  /// A part as text.
  subscript(name: String) -> String? { parts[name].flatMap { String(validating: $0, as: UTF8.self) } }

  private static func name(in head: String) -> String? {
    for line in head.split(separator: "\r\n") where line.lowercased().hasPrefix("content-disposition:") {
      // By bytes: a quote with a mark on it is another character.
      let bytes = line.utf8
      guard let start = bytes.firstRange(of: " name=\"".utf8) ?? bytes.firstRange(of: ";name=\"".utf8) else { continue }
      return String(decoding: bytes[start.upperBound...].prefix { $0 != UInt8(ascii: "\"") }, as: UTF8.self)
    }
    return nil
  }

  private static func index(of pattern: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
    guard let first = pattern.first, bytes.count >= pattern.count else { return nil }
    var index = bytes.startIndex
    while index + pattern.count <= bytes.endIndex {
      guard let found = bytes[index...].firstIndex(of: first), found + pattern.count <= bytes.endIndex else {
        return nil
      }
      if bytes[found..<found + pattern.count].elementsEqual(pattern) { return found }
      index = found + 1
    }
    return nil
  }
}
