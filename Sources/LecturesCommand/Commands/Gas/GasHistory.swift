import ArgumentParser
import Charts
import GasPrices
import Keystores
import Localization
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
  @OptionGroup var bookOptions: GasBookOptions
  @OptionGroup(title: NodeOptions.title) var nodeOptions: NodeOptions
  @Option(help: ArgumentHelp("The speed: slow, standard or fast.", valueName: "speed")) var tier = FeeSpeed.standard
  @Option(help: ArgumentHelp("Write the week's chart as SVG.", valueName: "file"), completion: .file()) var svg: String?
  @Option(help: ArgumentHelp("Write all hours as CSV.", valueName: "file"), completion: .file()) var csv: String?
  @Flag(help: "Replace existing files.") var replace = false

  func run(in context: CommandContext) async throws -> Report {
    let network = try context.settings.network()
    let files = [svg, csv].compactMap { $0 }
    for file in files { try OutputFile.check(file, replacing: replace) }
    let book = try GasBook(at: try context.settings.gas.place())
    let hours = try await book.hours(chainID: try await context.nodes.gasChain(book), since: .min)
    let now = LocalTime.now()
    let (day, week) = (PriceHistory(hours, last: 24, now: now), PriceHistory(hours, last: 168, now: now))
    let cheapest = HourOfWeek.cheapest(hours, tier)
    try await write(hours, week, network, context.language)
    var json: [JSON] = []
    for hour in hours where hour.time >= week.start { json.append(hour.json) }
    let listed = json
    let (width, language) = (context.console.screen.fittingWidth, context.language)
    return Report([
      "network": .string(network.name), "tier": .string(tier.rawValue), "hours": .array(listed),
      "cheapest": .array(cheapest.prefix(10).map { $0.json }), "svg": written(svg, hours), "csv": written(csv, hours),
    ]) {
      if hours.isEmpty {
        StyledText("\(language[GasText.nothingKept(network.name)]) ") + StyledText("lectures gas watch", .action)
        if !files.isEmpty { StyledText(language[GasText.nothingWritten]) }
      } else {
        StyledText(
          language[
            GasText.lastDay(
              "\(network.name), \(language[GasText.speed(tier)])", unit: network.gasUnit.name)], .strong)
        chart(day, columns: BarChart.room(for: 24, cell: 2, in: width), cell: 2, now, language)
        speeds(day, language)
        ""
        StyledText(language[GasText.lastWeek], .strong)
        chart(week, columns: BarChart.room(for: (width ?? 200) > 185 ? 168 : 56, in: width), cell: 1, now, language)
        speeds(week, language)
        ""
        StyledText(language[GasText.cheapest], .strong)
        table(cheapest, network, language)
        for file in files { StyledText(language[GasText.written(file)], .good) }
      }
    }
  }

  private func written(_ path: String?, _ hours: [HourlyPrices]) -> JSON { hours.isEmpty ? .null : .text(path) }

  /// Writes the files that were asked for, unless there is nothing to write.
  private func write(
    _ hours: [HourlyPrices], _ week: PriceHistory, _ network: Network, _ language: Language
  ) async throws {
    guard !hours.isEmpty else { return }
    if let csv { try await PrivateFile.write(Bytes(PriceCSV.text(hours).utf8), to: csv, replacing: replace) }
    if let svg {
      // The days of the reader's zone begin at midnight there.
      let labels = week.hours.indices.compactMap { index -> (hour: Int, text: String)? in
        let time = week.start + Int64(index) * 3600
        let past = (time + Int64(LocalTime.zone(at: time).offset)) % 86_400
        return (0..<3600).contains(past) ? (index, LocalTime.day(time, in: language)) : nil
      }
      let names = Dictionary(uniqueKeysWithValues: FeeSpeed.allCases.map { ($0, language[GasText.speed($0)]) })
      let text = PriceHistorySVG.text(
        week, tier, title: language[GasText.svgTitle("\(network.name), \(names[tier] ?? "")")],
        unit: network.gasUnit.name, labels: labels, names: names
      ) { language[GasText.cut(language.decimal($0))] }
      try await PrivateFile.write(Bytes(text.utf8), to: svg, replacing: replace)
    }
  }

  /// The bars, and below them when they begin and end.
  private func chart(
    _ history: PriceHistory, columns: Int, cell: Int, _ now: Int64, _ language: Language
  ) -> [StyledText] {
    let values = history.columns(columns, tier)
    guard values.contains(where: { $0 ?? 0 > 0 }) else { return [StyledText(language[GasText.nobodyWatched])] }
    let scale = ChartScale(values)
    let lines = BarChart.lines(values, scale, cell: cell) { value, _ in language.decimal(PriceText.gwei(value)) }
    let cut = scale.cut.map { StyledText(language[GasText.cut(language.decimal(PriceText.gwei($0)))], .dim) }
    return lines.map { StyledText($0) } + [StyledText(BarChart.axis(lines, from: history.start, to: now), .dim)]
      + (cut.map { [$0] } ?? [])
  }

  /// The prices of all speeds in a stretch of hours.
  private func speeds(_ history: PriceHistory, _ language: Language) -> Table {
    var table = Table(
      .name(language[GasText.speedTitle]), .number(language[GasText.lowest]), .number(language[GasText.average]),
      .number(language[GasText.highest]))
    for speed in FeeSpeed.allCases {
      let known = history.columns(history.hours.count, speed).compactMap { $0 }
      guard let low = known.min(), let high = known.max(), let mean = history.columns(1, speed)[0] else { continue }
      table.add(
        cells: [StyledText(language[GasText.speed(speed)])]
          + [low, mean, high].map { StyledText(language.decimal(PriceText.gwei($0))) })
    }
    return table
  }

  private func table(_ hours: [HourOfWeek], _ network: Network, _ language: Language) -> Table {
    let zone = LocalTime.zone(at: LocalTime.now())
    var table = Table(
      .name(language[GasText.dayTitle]), .name(language[GasText.hourTitle(zone.name)]),
      .number(language[GasText.priceIn(network.gasUnit.name)]), .number(language[GasText.weeksTitle], .detail))
    for hour in hours.prefix(5) {
      let (day, start) = hour.place(east: zone.offset)
      table.add(
        StyledText(language[GasText.weekday(day)]),
        StyledText(language[GasText.hours(start, hour.place(east: zone.offset + 3600).time)]),
        StyledText(language.decimal(PriceText.gwei(hour.price))), StyledText("\(hour.weeks)"))
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
