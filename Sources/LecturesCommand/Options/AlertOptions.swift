import Alerts
import ArgumentParser
import Operations
import Terminal

/// The limits of an alert, the times at which it is sent, and how.
struct AlertOptions: ParsableArguments, Sendable {
  @Option(help: ArgumentHelp("Alert when the price is below this.", valueName: "price")) var below: String?
  @Option(help: ArgumentHelp("Alert when the price is this or above.", valueName: "price")) var above: String?
  @Option(
    name: .customLong("for"),
    help: ArgumentHelp("Alert only once the price has stayed there for this time, as in 2m.", valueName: "time"))
  var hold: String?
  @Option(help: ArgumentHelp("The least time between two alerts.", valueName: "time")) var coolDown: String?
  @Option(
    help: ArgumentHelp("How far the price has to go back before the next alert, in per cent.", valueName: "number"))
  var margin: Int64 = 2
  @Flag(help: "Notify on the terminal of the command that watches.") var terminal = false
  @Flag(help: "Notify on the desktop (notify-send).") var desktop = false
  @Option(help: ArgumentHelp("Run this shell command.", valueName: "line")) var command: String?
  @Option(help: ArgumentHelp("Post to this URL.", valueName: "url")) var webhook: String?
  @Option(help: ArgumentHelp("A file with the secret that signs posts.", valueName: "file"), completion: .file())
  var webhookSecretFile: String?

  func validate() throws {
    if let command, command.allSatisfy(\.isWhitespace) { throw UsageRule.noCommandLine }
    if webhookSecretFile != nil && webhook == nil {
      throw UsageRule.goesWith("--webhook-secret-file", "--webhook")
    }
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
    if let webhook {
      channels.append(try AlertChannel(webhook: webhook, secretFile: webhookSecretFile, topic: topic))
    }
    if channels.isEmpty {
      channels = [AlertChannel(.terminal)] + (AlertChannel.hasDesktop ? [AlertChannel(.desktop)] : [])
    }
    return channels
  }

  static func seconds(_ text: String, of option: String) throws(CommandFailure) -> Int64 {
    guard let duration = Settings.duration(text) else {
      throw CommandFailure(.usage, AlertRefusal.noTime(text, option: option))
    }
    return duration.components.seconds
  }
}
