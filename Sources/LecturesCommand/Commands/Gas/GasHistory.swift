import ArgumentParser
import Charts
import GasPrices
import Keystores
import Operations
import Outbox
import Primitives
import Sending
import StrictJSON
import Terminal

extension FeeSpeed: ExpressibleByArgument {}

/// `lectures gas history`: shows the prices that were kept.
struct GasHistory: ReportingCommand {
  static let configuration = CommandConfiguration(
    "history", "Draw the gas prices of the last day and week.",
    examples: [
      "lectures gas history": "", "lectures gas history --svg gas.svg": "the week's chart as a picture",
      "lectures gas history --csv gas.csv": "every hour that is kept, in wei",
    ],
    after: """
      It draws the prices that `gas watch` and `gas daemon` have kept, and lists the cheapest hours. Hours are those \
      of your time zone, with --json those of UTC; a dot is an hour in which no price was kept.
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: NodeOptions.title) var nodeOptions: NodeOptions
  @Option(help: ArgumentHelp("The speed: slow, standard or fast.", valueName: "speed")) var tier = FeeSpeed.standard
  @Option(help: ArgumentHelp("Write the week's chart as SVG.", valueName: "file"), completion: .file()) var svg: String?
  @Option(help: ArgumentHelp("Write all hours as CSV.", valueName: "file"), completion: .file()) var csv: String?
  @Flag(help: "Overwrite existing files.") var replace = false

  func run(in context: CommandContext) async throws -> Report {
    let network = try context.settings.network()
    let files = [svg, csv].compactMap { $0 }
    for file in files { try OutputFile.check(file, replacing: replace) }
    let book = try GasBook(try context.settings.gas.book())
    let hours = try await book.hours(chainID: try await context.nodes.gasChain(book), since: .min)
    let now = LocalTime.now()
    let (day, week) = (PriceHistory(hours, last: 24, now: now), PriceHistory(hours, last: 168, now: now))
    let cheapest = HourOfWeek.cheapest(hours, tier)
    try await write(hours, week, network)
    var json: [JSON] = []
    for hour in hours where hour.time >= week.start { json.append(hour.json) }
    let listed = json
    let width = context.console.screen.fittingWidth
    return Report([
      "network": .string(network.name), "tier": .string(tier.rawValue), "hours": .array(listed),
      "cheapest": .array(cheapest.prefix(10).map { $0.json }), "svg": written(svg, hours), "csv": written(csv, hours),
    ]) {
      if hours.isEmpty {
        "Nothing is kept of \(network.name) yet; keep prices with \("lectures gas watch", .action)"
        if !files.isEmpty { "Nothing is written." }
      } else {
        StyledText("\(network.name), \(tier.rawValue), in \(network.gasUnit.name): the last 24 hours", .strong)
        chart(day, columns: BarChart.room(for: 24, cell: 2, in: width), cell: 2, now)
        ""
        StyledText("The last 7 days", .strong)
        chart(week, columns: BarChart.room(for: (width ?? 200) > 185 ? 168 : 56, in: width), cell: 1, now)
        ""
        StyledText("The cheapest hours of the week", .strong)
        table(cheapest, network)
        for file in files { StyledText("Written: \(file)", .good) }
      }
    }
  }

  private func written(_ path: String?, _ hours: [HourlyPrices]) -> JSON { hours.isEmpty ? .null : .text(path) }

  /// Writes the files that were asked for, unless there is nothing to write.
  private func write(_ hours: [HourlyPrices], _ week: PriceHistory, _ network: Network) async throws {
    guard !hours.isEmpty else { return }
    if let csv { try await PrivateFile.write(Bytes(PriceCSV.text(hours).utf8), to: csv, replacing: replace) }
    if let svg {
      let labels = stride(from: 0, to: week.hours.count, by: 24).map { hour in
        (hour: hour, text: LocalTime.day(week.start + Int64(hour) * 3600))
      }
      let text = PriceSVG.text(
        week, tier, title: "Gas on \(network.name), \(tier.rawValue), by hour", unit: network.gasUnit.name,
        labels: labels)
      try await PrivateFile.write(Bytes(text.utf8), to: svg, replacing: replace)
    }
  }

  /// The bars, and below them when they begin and end.
  private func chart(_ history: PriceHistory, columns: Int, cell: Int, _ now: Int64) -> [StyledText] {
    let lines = BarChart.lines(history.columns(columns, tier), cell: cell) { PriceText.gwei($0) }
    guard !lines.isEmpty else { return ["Nobody watched."] }
    return lines.map { StyledText($0) } + [StyledText(BarChart.axis(lines, from: history.start, to: now), .dim)]
  }

  private func table(_ hours: [HourOfWeek], _ network: Network) -> Table {
    let zone = LocalTime.zone(at: LocalTime.now())
    var table = Table(
      .name("Day"), .name("Hour, \(zone.name)"), .number("Price in \(network.gasUnit.name)"), .number("Weeks", .detail))
    for hour in hours.prefix(5) {
      let (day, start) = hour.start(east: zone.offset)
      table.add(
        StyledText(day), StyledText("\(start) to \(hour.start(east: zone.offset + 3600).time)"),
        StyledText(PriceText.gwei(hour.price)), StyledText("\(hour.weeks)"))
    }
    return table
  }
}

extension HourlyPrices {
  /// Prices in whole wei.
  fileprivate var json: JSON {
    let wei = { (price: Double) in JSON.string("\(UInt64(max(0, price).rounded()))") }
    return [
      "time": .integer(time), "samples": .integer(count), "baseFee": wei(baseFee), "slow": wei(slow),
      "standard": wei(standard), "fast": wei(fast), "lowest": .string("\(lowest)"), "highest": .string("\(highest)"),
    ]
  }
}

extension HourOfWeek {
  fileprivate var json: JSON {
    [
      "day": .string(dayName), "hour": .integer(hour), "price": .string("\(UInt64(max(0, price).rounded()))"),
      "weeks": .integer(weeks),
    ]
  }
}
