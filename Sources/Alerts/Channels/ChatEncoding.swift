import Primitives
import StrictJSON

/// The body of a message to a service of chats: the line for people, so written that nothing in it is a command there.
struct ChatEncoding {
  let bytes: Bytes

  /// - Returns: Nil for the format that is none of a chat.
  init?(_ format: AlertChannel.Format, _ message: String) {
    let json: JSON
    switch format {
    case .full: return nil
    case .slack: json = ["text": .string(Self.escaped(message))]
    case .discord:
      // A name behind an @ calls nobody.
      let mentions: JSON = ["parse": .array([])]
      json = ["content": .string(Self.cut(message, to: 2000)), "allowed_mentions": mentions]
    case .telegram(let chat):
      json = ["chat_id": .string(chat), "text": .string(Self.cut(message, to: 4096))]
    case .ntfy:
      bytes = Bytes(message.utf8)
      return
    }
    bytes = json.serializedBytes()
  }

  /// The header lines that a format needs.
  ///
  /// - Parameter title: Printable ASCII.
  static func headers(_ format: AlertChannel.Format, title: String) -> [String] {
    format == .ntfy ? ["Content-Type: text/plain; charset=utf-8", "Title: \(title)"] : []
  }

  /// The three characters that begin links, mentions and entities at Slack.
  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }

  /// The beginning of a text, in the units that such services count.
  private static func cut(_ text: String, to units: Int) -> String {
    guard text.utf16.count > units else { return text }
    var (cut, length) = ("", 0)
    for character in text {
      length += character.utf16.count
      guard length < units else { break }
      cut.append(character)
    }
    return cut + "…"
  }
}
