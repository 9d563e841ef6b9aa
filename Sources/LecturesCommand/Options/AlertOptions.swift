import Alerts
import ArgumentParser
import Localization
import Operations
import Primitives
import Terminal

/// The receiver that a webhook's body is made for.
enum WebhookFormat: String, CaseIterable, ExpressibleByArgument {
  case full, slack, discord, telegram, ntfy
}

/// A webhook that is called: its address, its secret, and the receiver that its body is made for.
struct WebhookOptions: ParsableArguments, Sendable {
  @Option(help: ArgumentHelp("Post to this URL.", valueName: "url")) var webhook: String?
  @Option(help: ArgumentHelp("A file with the secret that signs posts.", valueName: "file"), completion: .file())
  var webhookSecretFile: String?
  @Option(
    help: ArgumentHelp(
      "The format of the posts: full (JSON for programs, the default), slack, discord, telegram or ntfy.",
      valueName: "format"))
  var format: WebhookFormat?
  // The number of a group is negative, so that it begins as an option does.
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The Telegram chat: a number, negative for a group, or @name.", valueName: "chat"))
  var telegramChat: String?

  func validate() throws {
    if format != nil && webhook == nil { throw UsageRule.goesWith("--format", "--webhook") }
    if format == .telegram && telegramChat == nil {
      throw UsageRule.goesWith("--format telegram", "--telegram-chat")
    }
    if format != .telegram && telegramChat != nil {
      throw UsageRule.goesWith("--telegram-chat", "--format telegram")
    }
    if webhookSecretFile != nil && webhook == nil {
      throw UsageRule.goesWith("--webhook-secret-file", "--webhook")
    }
  }

  /// The webhook for news that only its receiver may read; nil where none is named.
  ///
  /// - Throws: The errors of ``channel(_:)``, and a refusal of an address that others could read along with.
  func privateChannel(_ topic: AlertTopic) throws -> AlertChannel? {
    let channel = try self.channel(topic)
    guard channel?.isPrivate ?? true else { throw CommandFailure(.usage, AlertRefusal.openWebhook) }
    return channel
  }

  /// The webhook, whose address and secret are looked at; nil where none is named.
  func channel(_ topic: AlertTopic) throws -> AlertChannel? {
    guard let webhook else { return nil }
    guard let format = AlertChannel.Format(name: (format ?? .full).rawValue, chat: telegramChat) else {
      throw CommandFailure(.usage, AlertRefusal.noChat(telegramChat ?? ""))
    }
    return try AlertChannel(webhook: webhook, secretFile: webhookSecretFile, format: format, topic: topic)
  }
}

/// The limits of an alert, the times at which it is sent, and how.
struct AlertOptions: ParsableArguments, Sendable {
  @Option(help: ArgumentHelp("Alert when the price is below this.", valueName: "price")) var below: String?
  @Option(help: ArgumentHelp("Alert when the price is this or above.", valueName: "price")) var above: String?
  @Option(help: ArgumentHelp("Alert when the price has changed by this, as in 30%.", valueName: "percent"))
  var change: String?
  @Option(help: ArgumentHelp("The most time that the change may take, up to a day: 10m.", valueName: "time"))
  var within: String?
  @Option(
    name: .customLong("for"),
    help: ArgumentHelp("Alert only once the price has stayed there for this time, as in 2m.", valueName: "time"))
  var hold: String?
  @Option(help: ArgumentHelp("The minimum time between alerts; by default none.", valueName: "time")) var coolDown:
    String?
  @Option(
    help: ArgumentHelp("How far the price has to go back before the next alert, in per cent.", valueName: "number"))
  var margin: Int64 = 2
  @Option(help: ArgumentHelp("A line of your own to add to the alert.", valueName: "text")) var note: String?
  @Flag(help: "Remove the alert once it has been sent.") var once = false
  @Flag(help: "Notify on the terminal of the command that watches.") var terminal = false
  @Flag(help: "Notify on the desktop (notify-send).") var desktop = false
  @Option(help: ArgumentHelp("Run this shell command.", valueName: "line")) var command: String?
  @OptionGroup var receiver: WebhookOptions

  func validate() throws {
    if within != nil && change == nil { throw UsageRule.goesWith("--within", "--change") }
    if let command, command.allSatisfy(\.isWhitespace) { throw UsageRule.noCommandLine }
  }

  /// Whether there is one limit.
  var hasOneLimit: Bool { [below, above, change].count { $0 != nil } == 1 }

  /// The limit that is given.
  ///
  /// - Parameter threshold: Reads the text of an option as a value of the subject.
  func condition(_ threshold: (_ text: String, _ option: String) throws -> UInt256) throws -> AlertCondition {
    if let above { return .above(try threshold(above, "--above")) }
    if let below { return .below(try threshold(below, "--below")) }
    let text = (change ?? "").trimmed
    let number = text.hasSuffix("%") ? String(text.dropLast()).trimmed : text
    guard let percent = ExactDecimal(try TypedNumber(number).plain), percent.isExact else {
      throw CommandFailure(.usage, ValueRefusal(text, of: "--change", isNo: .percent))
    }
    return .change(
      percent: percent,
      within: try within.map { text throws(CommandFailure) in try Self.seconds(text, of: "--within") })
  }

  /// Seconds for which the value has to stay before the alert is sent.
  var holdSeconds: Int64 {
    get throws(CommandFailure) {
      try hold.map { text throws(CommandFailure) in try Self.seconds(text, of: "--for") } ?? 0
    }
  }

  /// The fewest seconds between two alerts.
  var coolDownSeconds: Int64 {
    get throws(CommandFailure) {
      try coolDown.map { text throws(CommandFailure) in try Self.seconds(text, of: "--cool-down") } ?? 0
    }
  }

  /// The channels; the terminal, and the desktop if there is one, where none is named.
  func channels(_ topic: AlertTopic) throws -> [AlertChannel] {
    var channels: [AlertChannel] = []
    if terminal { channels.append(AlertChannel(.terminal)) }
    if desktop {
      guard AlertChannel.hasDesktop else {
        throw CommandFailure(.usage, AlertRefusal.noDesktop)
      }
      channels.append(AlertChannel(.desktop))
    }
    if let command { channels.append(AlertChannel(.command, target: command)) }
    if let webhook = try receiver.channel(topic) { channels.append(webhook) }
    return channels.isEmpty ? AlertChannel.usual : channels
  }

  static func seconds(_ text: String, of option: String) throws(CommandFailure) -> Int64 {
    guard let duration = Settings.duration(text) else {
      throw CommandFailure(.usage, ValueRefusal(text, of: option, isNo: .timeOfDay))
    }
    return duration.components.seconds
  }
}
