import Foundation
import NodeRPC

/// How an alert is told.
public struct AlertChannel: Sendable, Hashable {
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

  public let kind: Kind
  /// The line or the address; empty for the first two.
  public let target: String
  /// The file with the secret that a webhook is signed with.
  public let secretFile: String?

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
  public let id: Int64
  public let rule: AlertRule
  public let state: AlertState
  /// How often the price has crossed; what was told of that, the journal knows.
  public let crossings: Int64
  public let channels: [AlertChannel]
}

/// One thing to tell over one channel, in the journal from the moment of the crossing.
public struct Delivery: Sendable, Hashable {
  public enum State: String, Sendable, Hashable {
    /// It waits for its turn, the first or another.
    case waiting
    /// It is being told.
    case begun
    case delivered
    /// It was given up.
    case failed
    /// The process that told it ended meanwhile; nobody can tell whether it was heard.
    case unclear
  }

  /// Never given twice: who gets it twice knows it by this.
  public let id: String
  public let alert: Int64
  /// The how manieth crossing of the alert it is.
  public let crossing: Int64
  /// When, in seconds since 1970.
  public let time: Int64
  /// In wei for a unit of gas.
  public let price: Int64
  /// One line.
  public let message: String
  public let channel: AlertChannel
  public let rule: AlertRule
  public let state: State
  public let attempts: Int64
  /// Not to be told before.
  public let due: Int64
  /// Why it was not delivered the last time.
  public let problem: String?
}
