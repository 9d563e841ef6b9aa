import ArgumentParser
import Exchange
import Localization
import Operations
import Orders
import Primitives
import StrictJSON
import Terminal

/// `lectures relay status`: asks relays how they stand.
struct RelayStatusCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    "status", "Show whether relays are up to date.",
    examples: [
      "lectures relay status": "those of the network",
      "lectures relay status http://127.0.0.1:3000 --json": "for a script; the exit status is 0 if all are ready",
    ],
    after: "It is the relay's own word, by its route /relay/v1/status; no node is asked.")

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: NetworkOptions.title) var networkOptions: NetworkOptions
  @OptionGroup(title: ExchangeOptions.title) var exchangeOptions: ExchangeOptions
  @Argument(help: ArgumentHelp("The relays; by default those of the network.", valueName: "url")) var urls: [String] =
    []

  func run(in context: CommandContext) async throws -> Report {
    let language = context.language
    let urls = try urls.isEmpty ? context.settings.relays() : urls
    guard !urls.isEmpty else { throw CommandFailure(.usage, RelayStatusRefusal.noRelay) }
    let authorities = try context.settings.checkedAuthorityFile()
    var items: [JSON] = []
    var failure: CommandFailure?
    var blocks: [Report.Block] = []
    for url in urls {
      do {
        let status = try await context.progress(StyledText(language[RelayStatusText.asking])) { _ in
          try await RelayStatus.read(url, authorityFile: authorities)
        }
        items.append(status.json)
        blocks.append(.fields(Self.fields(of: status, in: language)))
        if !status.isReady {
          failure =
            failure ?? CommandFailure(.init("relay.notReady", .failure), RelayStatusRefusal.behind(status.relay))
        }
      } catch let error as RelayClientError where urls.count > 1 {
        let words = CommandFailure(error)
        context.warn(StyledText(words.words(in: language).sentences))
        failure = failure ?? words
      }
    }
    let shown = blocks
    return Report(["relays": .array(items)], failure: failure) { shown }
  }

  private static func fields(of status: RelayStatus, in language: Language) -> Fields {
    var fields: Fields = [language[ExchangeLabel.relay]: StyledText(status.relay, .strong)]
    fields.add(
      language[ExchangeLabel.state],
      status.isReady
        ? StyledText(language[RelayStatusText.ready], .good) : StyledText(language[RelayStatusText.behind], .warning))
    if status.isReadOnly { fields.add(language[RelayStatusText.takesOrders], StyledText(language[RelayStatusText.no])) }
    fields.add(language[RelayStatusText.chain], "\(status.chainID)")
    for version in OrderVersion.allCases {
      fields.add(
        "\(language[ExchangeLabel.exchange]) \(version.rawValue)",
        status.exchanges[version].map { StyledText($0.checksummed) })
    }
    fields.add(
      language[ExchangeLabel.block],
      status.head.map { head in
        status.lag > 0 ? StyledText("\(head) (\(language[RelayStatusText.missing(status.lag)]))") : "\(head)"
      })
    fields.add(language[ExchangeLabel.orders], "\(status.openOrders)")
    fields.add(language[ExchangeLabel.sequence], "\(status.sequence)")
    fields.add(language[RelayStatusText.listeners], "\(status.subscriptions)")
    return fields
  }
}

extension RelayStatus {
  /// The status in the output of `--json`.
  fileprivate var json: JSON {
    [
      "relay": .string(relay), "chainId": .string(chainID.description),
      "exchangeV1": .text(exchanges[.v1]?.checksummed), "exchangeV4": .text(exchanges[.v4]?.checksummed),
      "ready": .bool(isReady), "readOnly": .bool(isReadOnly), "block": .integer(head), "nodeBlock": .integer(nodeHead),
      "lag": .integer(lag), "sequence": .integer(sequence), "openOrders": .integer(openOrders),
      "subscriptions": .integer(subscriptions), "webSockets": .integer(webSockets),
    ]
  }
}
