import ArgumentParser
import Localization
import Operations
import Primitives
import Rates
import Terminal

extension Rate.Side: ExpressibleByArgument {}

/// `lectures rates convert AMOUNT FROM [TO…]`
struct RatesConvert: ReportingCommand {
  static let configuration = CommandConfiguration(
    "convert", "Convert an amount of money.",
    examples: [
      "lectures rates convert 100 USD UAH": "the hryvnias for 100 dollars sold",
      "lectures rates convert 100 USD UAH --side buy": "the cost of 100 dollars in hryvnias",
      "lectures rates convert 1234,5 KAIA KRW USD --market korea": "",
    ],
    after: """
      Without --side the amount is sold: at the price that the market pays. Comma and point both begin decimals, and both \
      separate thousands; a single comma before three digits could be either and is refused.
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: RatesOptions.title) var ratesOptions: RatesOptions
  @OptionGroup(title: NodeOptions.title) var nodeOptions: NodeOptions
  @OptionGroup var choiceOptions: RatesChoiceOptions
  @OptionGroup var dayOption: RatesDayOption
  @Argument(help: "The amount.") var amount: String
  @Argument(help: "The currency of the amount, by its code.") var from: String
  @Argument(help: "The currencies to convert into; those of the settings if none is named.") var targets: [String] = []
  @Option(help: "sell: you sell the amount (bid); buy: you buy it (ask); mid: in between.") var side = Rate.Side
    .sell
  @Option(help: ArgumentHelp("The number of digits after the decimal sign, 0 to 18.", valueName: "number"))
  var digits: Int?

  func validate() throws {
    if let digits, !(0...18).contains(digits) { throw UsageRule.inRange("--digits", from: 0, to: 18) }
  }

  func run(in context: CommandContext) async throws -> Report {
    let rates = try context.rates()
    let (amount, currency) = (try rates.amount(amount), try rates.currency(from))
    let wanted = try targets.isEmpty ? nil : targets.map { try rates.currency($0) }
    let choice = try choiceOptions.choice(context.settings, of: dayOption.day)
    let result = try await context.progress(context.language[ProgressText.askingForRates]) { _ in
      try await rates.convert(amount, from: currency, to: wanted, side: side, choice)
    }
    let writer = RatesWriter(context, result.time, rates.reader)
    return Report(result.json(digits: digits)) {
      for conversion in result.results { lines(of: conversion, writer) }
      for missing in result.missing { StyledText(writer.language[RatesText.missing("\(missing.pair)")]) }
      writer.problems(result.problems, suspects: result.suspects)
    }
  }

  private func lines(of conversion: Conversion, _ writer: RatesWriter) -> [StyledText] {
    let rate = conversion.rate
    let legs = rate.legs.isEmpty ? [rate] : rate.legs
    return [StyledText(writer.language[writer.sentence(conversion, digits: digits)], .strong)]
      + legs.map { "  " + writer.leg($0, conversion.side) }
  }
}
