/// The way in which an alert is delivered.
public struct AlertChannel: Sendable, Hashable {
  /// By what means.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A line on the terminal of whoever watches.
    case terminal
    /// A notification of the desktop, by `notify-send`.
    case desktop
    /// A line for `/bin/sh`.
    case command
    /// A signed POST to an address.
    case webhook
  }

  /// By what means; it decides what ``target`` is.
  public let kind: Kind
  /// The line or the address; empty for the first two.
  public let target: String
  /// The file with the secret that a webhook is signed with.
  public let secretFile: String?

  /// A channel as it is given: what a webhook needs is looked at by ``init(webhook:secretFile:topic:)`` only.
  public init(_ kind: Kind, target: String = "", secretFile: String? = nil) {
    self.kind = kind
    self.target = target
    self.secretFile = secretFile
  }
}
