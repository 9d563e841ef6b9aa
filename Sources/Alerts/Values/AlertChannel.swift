/// The way in which an alert is delivered.
public struct AlertChannel: Sendable, Hashable {
  /// The means by which a notice is delivered.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A line on the terminal of whoever watches.
    case terminal
    /// A notification of the desktop, by `notify-send`.
    case desktop
    /// A line for `/bin/sh`.
    case command
    /// A POST to an address.
    case webhook
  }

  /// The body that a webhook's receiver understands.
  public enum Format: Sendable, Hashable {
    /// One JSON object with all that is known, as programs read it.
    case full
    /// An incoming webhook of Slack: `{"text"}`.
    case slack
    /// A webhook of Discord: `{"content"}`.
    case discord
    /// The method `sendMessage` of a Telegram bot: `{"chat_id", "text"}`.
    case telegram(chat: String)
    /// A topic of ntfy: plain text, and the title in a header.
    case ntfy

    /// The name for programs.
    public var name: String {
      switch self {
      case .full: "full"
      case .slack: "slack"
      case .discord: "discord"
      case .telegram: "telegram"
      case .ntfy: "ntfy"
      }
    }

    /// The format of a name; nil for what is none.
    ///
    /// - Parameter chat: The number or `@name` of a chat of Telegram's, which that format cannot do without.
    public init?(name: String, chat: String? = nil) {
      switch name {
      case "full": self = .full
      case "slack": self = .slack
      case "discord": self = .discord
      case "ntfy": self = .ntfy
      case "telegram":
        guard let chat, Self.isChat(chat) else { return nil }
        self = .telegram(chat: chat)
      default: return nil
      }
    }

    private static func isChat(_ text: String) -> Bool {
      let rest = text.hasPrefix("@") || text.hasPrefix("-") ? text.dropFirst() : text[...]
      let isName = text.hasPrefix("@")
      return (1...64).contains(rest.utf8.count)
        && rest.utf8.allSatisfy { byte in
          switch byte {
          case 0x30...0x39: true
          case 0x41...0x5a, 0x5f, 0x61...0x7a: isName
          default: false
          }
        }
    }

    /// Name and chat in one text.
    var stored: String {
      if case .telegram(let chat) = self { "\(name) \(chat)" } else { name }
    }

    /// Reads both.
    init?(stored: String) {
      let parts = stored.split(separator: " ", maxSplits: 1).map(String.init)
      self.init(name: parts.first ?? "", chat: parts.count == 2 ? parts[1] : nil)
    }
  }

  /// The means of delivery; it decides what ``target`` is.
  public let kind: Kind
  /// The line or the address; empty for the first two.
  public let target: String
  /// The file with the secret that a webhook is signed with.
  public let secretFile: String?
  /// The form of a webhook's body; of no meaning for the others.
  public let format: Format

  /// A channel as it is given: what a webhook needs is looked at by ``init(webhook:secretFile:topic:)`` only.
  public init(_ kind: Kind, target: String = "", secretFile: String? = nil, format: Format = .full) {
    self.kind = kind
    self.target = target
    self.secretFile = secretFile
    self.format = format
  }
}
