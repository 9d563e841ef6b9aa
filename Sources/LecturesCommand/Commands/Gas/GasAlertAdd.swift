import Alerts
import ArgumentParser
import GasPrices
import Operations
import Outbox
import Primitives
import StrictJSON
import Terminal

/// `lectures gas alert add`
struct GasAlertAdd: ReportingCommand {
  static let configuration = CommandConfiguration(
    "add", "Add a gas price alert.",
    examples: [
      "lectures gas alert add --below 25": "in gwei (ston); on the terminal, and on the desktop if there is one",
      "lectures gas alert add --above 100 --tier fast --cool-down 1h": "",
      "lectures gas alert add --below 25 --command 'notify.sh \"$LECTURES_ALERT_MESSAGE\"'": "",
      "lectures gas alert add --below 25 --webhook https://example.org/hook --webhook-secret-file hook.key": "",
    ],
    after: """
      An alert is sent once when the price crosses its limit, and again only after the price has gone back by the \
      margin. A price that is beyond the limit already counts as a crossing. A webhook gets a POST of JSON, and gets \
      it again after failures: for half a day at most, for two minutes after a refusal, and not at all after status \
      410. X-Lectures-Delivery is the same at each attempt, and X-Lectures-Signature is sha256= and the HMAC of the \
      body with the secret.
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: NodeOptions.title) var nodeOptions: NodeOptions
  @Option(help: ArgumentHelp("Alert when the price is below this.", valueName: "price")) var below: String?
  @Option(help: ArgumentHelp("Alert when the price is this or above.", valueName: "price")) var above: String?
  @Option(help: ArgumentHelp("The speed: slow, standard or fast.", valueName: "speed")) var tier = FeeSpeed.standard
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
    guard (below == nil) != (above == nil) else {
      throw ValidationError("Give --below or --above, as in --below 25.")
    }
    if let command, command.allSatisfy(\.isWhitespace) {
      throw ValidationError("--command has no line to run.")
    }
    if webhookSecretFile != nil && webhook == nil {
      throw ValidationError("--webhook-secret-file goes with --webhook.")
    }
  }

  func run(in context: CommandContext) async throws -> Report {
    let network = try context.settings.network()
    let channels = try channels(context)
    let threshold = try GasPlace.price(below ?? above ?? "", of: below == nil ? "--above" : "--below")
    let book = try GasBook(try context.settings.gasBook())
    let rule = try GasAlertRule(
      chainID: try await context.nodes.gasChain(book), network: network.name, tier: tier, isAbove: above != nil,
      threshold: threshold, hold: try hold.map { try Self.seconds($0, of: "--for") } ?? 0,
      coolDown: try coolDown.map { try Self.seconds($0, of: "--cool-down") } ?? 0, margin: margin)
    let id = try await book.alerts.add(rule, channels: channels)
    let watched = MonitorLock.holder(book: book.path, scope: rule.subject.scope) != nil
    return Report([
      "alert": .integer(id), "network": .string(network.name), "condition": .string(rule.condition.name),
      "threshold": .string(rule.condition.number), "tier": .string(tier.rawValue),
      "channels": .array(channels.map { .string($0.kind.rawValue) }), "watched": .bool(watched),
    ]) {
      "Alert \(id, .strong): \(rule.words(context.settings)), by \(channels.map(\.kind.rawValue).joined(separator: " and "))."
      if !watched { "Nobody watches \(network.name) yet: \("lectures gas daemon", .action)" }
    }
  }

  private func channels(_ context: CommandContext) throws -> [AlertChannel] {
    var channels: [AlertChannel] = []
    if terminal { channels.append(AlertChannel(.terminal)) }
    if desktop {
      guard AlertChannel.hasDesktop else {
        throw CommandFailure(
          .usage, "There is no notify-send to tell the desktop.", advice: "Install libnotify, or leave --desktop away.")
      }
      channels.append(AlertChannel(.desktop))
    }
    if let command { channels.append(AlertChannel(.command, target: command)) }
    if let webhook {
      channels.append(try AlertChannel(webhook: webhook, secretFile: webhookSecretFile, topic: GasSubject.topic))
    }
    if channels.isEmpty {
      channels = [AlertChannel(.terminal)] + (AlertChannel.hasDesktop ? [AlertChannel(.desktop)] : [])
    }
    return channels
  }

  static func seconds(_ text: String, of option: String) throws(CommandFailure) -> Int64 {
    guard let duration = Settings.duration(text) else {
      throw CommandFailure(
        .usage, "The value '\(text)' of \(option) is no time.", reason: "It is a day at most.",
        advice: "As in 30, 2m or 8h.")
    }
    return duration.components.seconds
  }
}

extension AlertRule<GasSubject> {
  /// As in `below 25 gwei (standard) on kaia, for 120 s`.
  func words(_ settings: Settings) -> String {
    let unit = (try? settings.network(named: subject.network))?.gasUnit ?? .gwei
    let price = { (wei: UInt256) in "\(Amount(wei: wei).formatted(in: unit)) \(unit.name)" }
    let limit =
      switch condition {
      case .above(let threshold): "at or above \(price(threshold))"
      case .below(let threshold): "below \(price(threshold))"
      case .change(let percent): "changed by \(percent) %"
      }
    return "\(limit) (\(subject.tier.rawValue)) on \(subject.network)" + (hold > 0 ? ", for \(hold) s" : "")
  }
}
