import Alerts
import ArgumentParser
import GasPrices
import Localization
import Operations
import Outbox
import Primitives
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
  @OptionGroup var options: AlertOptions
  @Option(help: ArgumentHelp("The speed: slow, standard or fast.", valueName: "speed")) var tier = FeeSpeed.standard

  func validate() throws {
    guard (options.below == nil) != (options.above == nil) else {
      throw ValidationError("Give --below or --above, as in --below 25.")
    }
  }

  func run(in context: CommandContext) async throws -> Report {
    let network = try context.settings.network()
    let channels = try options.channels(GasSubject.topic)
    let threshold = try GasPlace.price(
      options.below ?? options.above ?? "", of: options.below == nil ? "--above" : "--below")
    let book = try GasBook(try context.settings.gasBook())
    let rule = try GasAlertRule(
      chainID: try await context.nodes.gasChain(book), network: network.name, tier: tier,
      isAbove: options.above != nil, threshold: threshold, hold: try options.holdSeconds,
      coolDown: try options.coolDownSeconds, margin: options.margin)
    let id = try await book.alerts.add(rule, channels: channels)
    return context.gasAlerts.added(
      id, rule, channels, isWatched: MonitorLock.holder(book: book.path, scope: rule.subject.scope) != nil)
  }
}

extension CommandContext {
  /// Writes alerts on the price of gas.
  var gasAlerts: AlertWriter<GasSubject> {
    AlertWriter(language: .english) { [settings] in $0.words(settings) }
  }
}

extension AlertRule<GasSubject> {
  /// As in `below 25 gwei (standard) on kaia, for 120 s`.
  fileprivate func words(_ settings: Settings) -> String {
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
