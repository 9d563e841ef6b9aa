import ArgumentParser
import Localization
import NodeRPC
import Operations
import StrictJSON
import Terminal

/// `lectures network list`: every network that is known, the one in use marked.
struct NetworkList: ReportingCommand {
  static let configuration = CommandConfiguration(
    "list", "List the networks.",
    examples: ["lectures network list": "those that are built in, and your own"])

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: NodeOptions.title) var nodeOptions: NodeOptions

  func run(in context: CommandContext) async throws -> Report {
    let settings = context.settings
    let inUse = settings.networkName
    let language = context.language
    var table = Table(
      .name(""), .name(language[Label.network]), .number(language[NetworkText.chainID].plain, .important),
      .name(language[NetworkText.money].plain, .important), .text(language[NetworkText.whatItIs].plain, .useful),
      .text(language[NetworkText.endpoint].plain, .detail))
    var items: [JSON] = []
    for name in settings.networkNames {
      guard let defined = try settings.definition(of: name) else { continue }
      let isInUse = name == inUse
      // As flags and profile have it; `network show` reports mistakes in those.
      let network = (try? settings.network(named: name)) ?? defined
      table.add(
        isInUse ? StyledText("*", .good) : "", StyledText(name, isInUse ? .strong : .plain),
        network.chainID.map { StyledText("\($0)") } ?? language[NetworkText.any], StyledText(network.symbol),
        StyledText(language[NetworkSummary(network)]),
        network.endpoints.first.map { StyledText(Endpoint.redacted($0)) } ?? language[NetworkText.none])
      items.append(network.json(inUse: isInUse))
    }
    return Report(["inUse": .string(inUse), "networks": .array(items)]) { table }
  }
}

extension Network {
  /// The network in the output of `--json`; endpoints without their keys.
  func json(inUse: Bool) -> JSON {
    [
      "name": .string(name), "inUse": .bool(inUse), "chainID": .integer(chainID), "symbol": .string(symbol),
      "kaia": .bool(isKaia), "explorer": .text(explorer),
      "endpoints": .array(endpoints.map { .string(Endpoint.redacted($0)) }), "summary": .string(summary),
    ]
  }
}
