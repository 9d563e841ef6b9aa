import Primitives
import StrictJSON

/// Replies that are no JSON, and what to tell of them.
enum NotJSON {
  /// The error for a body that the parser refused.
  static func error(of reply: HTTPReply, _ error: JSONError) -> NodeError {
    let status = reply.unusualStatus
    guard let first = reply.body.first(where: { !isSpace($0) }) else {
      return NodeError(.notJSON, kind: .empty, detail: "It has no text at all.", httpStatus: status)
    }
    // Something that begins like a JSON message is one with a mistake in it.
    if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
      let reason: NodeErrors.Kind
      switch error.code {
      case .truncated: reason = .truncated
      case .badUTF8: reason = .badUTF8
      default: reason = .malformed
      }
      return NodeError(.badReply, kind: reason, detail: "\(error)", httpStatus: status)
    }
    return NodeError(
      .notJSON, kind: isWebPage(reply, first) ? .webPage : nil, detail: summary(of: reply), httpStatus: status)
  }

  /// The title of a web page or the first words of a text; nil for nothing.
  static func summary(of reply: HTTPReply) -> String? {
    guard let first = reply.body.first(where: { !isSpace($0) }) else { return nil }
    if isWebPage(reply, first) {
      guard let title = title(of: reply.body) else { return "It is a web page without a title." }
      return "It is a web page with the title \"\(TerminalSafe.escape(title, limit: 80))\"."
    }
    let words = words(of: reply.body.prefix(1_000))
    return "It begins with \"\(TerminalSafe.escape(words, limit: 80))\"."
  }

  private static func isWebPage(_ reply: HTTPReply, _ first: UInt8) -> Bool {
    if first == UInt8(ascii: "<") { return true }
    return reply.contentType?.lowercased().hasPrefix("text/html") ?? false
  }

  /// The text between `<title…>` and the next tag, with single spaces; looked for in the first 64 KiB.
  private static func title(of body: [UInt8]) -> String? {
    let head = body.prefix(1 << 16)
    var rest = head[...]
    let mark = Array("<title".utf8)
    while let open = rest.firstIndex(of: UInt8(ascii: "<")) {
      rest = rest[open...]
      guard rest.count > mark.count else { return nil }
      if zip(rest, mark).allSatisfy({ $0 == $1 || $0 | 0x20 == $1 }) {
        guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return nil }
        let text = words(of: rest[rest.index(after: end)...].prefix { $0 != UInt8(ascii: "<") }.prefix(1_000))
        return text.isEmpty ? nil : text
      }
      rest = rest.dropFirst()
    }
    return nil
  }

  /// A text with its white space made single spaces.
  private static func words(_ text: String) -> String {
    text.split { $0 == " " || $0.isNewline || $0 == "\t" }.joined(separator: " ")
  }

  private static func words(of bytes: ArraySlice<UInt8>) -> String { words(String(decoding: bytes, as: UTF8.self)) }

  private static func isSpace(_ byte: UInt8) -> Bool { " \t\n\r".utf8.contains(byte) }
}
