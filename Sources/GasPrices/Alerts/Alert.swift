import Foundation
import NodeRPC

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

  /// A channel as it is given: what a webhook needs is looked at by ``init(webhook:secretFile:)`` only.
  public init(_ kind: Kind, target: String = "", secretFile: String? = nil) {
    self.kind = kind
    self.target = target
    self.secretFile = secretFile
  }

  /// A webhook that can be called: its address and the file with its secret are looked at.
  ///
  /// - Throws: `NodeError` for the address; what keeps the secret from being read.
  public init(webhook url: String, secretFile: String?) throws {
    _ = try Endpoint(url, of: Webhook.noun)
    if let secretFile { _ = try Webhook.secret(in: secretFile) }
    // The daemon may run in another folder.
    let folder = FileManager.default.currentDirectoryPath
    let path = secretFile.map { $0.hasPrefix("/") ? $0 : "\(folder)/\($0)" }
    self.init(.webhook, target: url, secretFile: path)
  }

  /// Whether there is a program to tell the desktop.
  public static var hasDesktop: Bool { LocalNotice.find("notify-send") != nil }
}

/// An alert of the book.
public struct Alert: Sendable, Hashable {
  /// Its number in the book.
  public let id: Int64
  /// The rule that decides when it fires.
  public let rule: AlertRule
  /// Where it stood after the last price it saw.
  public let state: AlertState
  /// How often the price has crossed; the journal has the deliveries of that.
  public let crossings: Int64
  /// The channels by which it is delivered; a crossing is one delivery over each of them.
  public let channels: [AlertChannel]
}

/// The delivery of an alert over one channel, in the journal from the crossing on.
public struct Delivery: Sendable, Hashable {
  /// How far a delivery has come.
  public enum State: String, Sendable, Hashable {
    /// It waits for its turn, the first or another.
    case waiting
    /// It is being delivered.
    case begun
    /// It was delivered, and the channel gave no error.
    case delivered
    /// It was given up.
    case failed
    /// The process that delivered it ended meanwhile; nobody can tell whether it arrived.
    case unclear
  }

  /// Never given twice: who gets it twice knows it by this.
  public let id: String
  /// The number of its alert, which may be gone from the book.
  public let alert: Int64
  /// The how manieth crossing of the alert it is.
  public let crossing: Int64
  /// When, in seconds since 1970.
  public let time: Int64
  /// In wei for a unit of gas.
  public let price: Int64
  /// One line.
  public let message: String
  /// The channel, as the alert had it at the crossing.
  public let channel: AlertChannel
  /// The rule of the alert at the crossing; hold, cool-down and margin are not in the journal and 0 here.
  public let rule: AlertRule
  /// How far it has come.
  public let state: State
  /// How often its delivery was begun.
  public let attempts: Int64
  /// Not to be delivered before.
  public let due: Int64
  /// Why it was not delivered the last time.
  public let problem: String?
}
