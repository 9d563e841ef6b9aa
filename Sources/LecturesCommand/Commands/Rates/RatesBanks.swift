import ArgumentParser
import Localization
import Operations
import Primitives
import Rates
import StrictJSON
import Terminal

extension BankOrder: ExpressibleByArgument {}

/// `lectures rates banks [BANK]`
struct RatesBanks: ReportingCommand {
  static let configuration = CommandConfiguration(
    "banks", "List the rates of banks, or show one bank.",
    examples: [
      "lectures rates banks": "the banks of Ukraine and their cash rates for a dollar, by name",
      "lectures rates banks --sort buy --currency EUR": "who pays most for a euro first",
      "lectures rates banks --sort sell --card --limit 5": "who wants least, by card",
      "lectures rates banks privatbank": "all its currencies, site, phone and address",
    ])

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: RatesOptions.title) var ratesOptions: RatesOptions
  @OptionGroup var choiceOptions: RatesChoiceOptions
  @Argument(help: "A bank, by its name.") var bank: String?
  @Option(help: ArgumentHelp("The currency, by its code; by default USD.", valueName: "code")) var currency: String?
  @Flag(help: "Rates of payments by card, not of cash.") var card = false
  @Option(help: "The order: name; buy, the greatest first; sell, the least first.") var sort = BankOrder.name
  @Option(help: ArgumentHelp("The most banks to list; by default all.", valueName: "number")) var limit: Int?

  func run(in context: CommandContext) async throws -> Report {
    let rates = try context.rates()
    let choice = try choiceOptions.choice(context.settings)
    let currency = try currency.map { try rates.currency($0) } ?? .usd
    let form: BankRate.Form = card ? .card : .cash
    let (offers, problems) = try await context.progress(context.language[ProgressText.askingForBanks]) { _ in
      if let bank { return try await rates.reader.bank(bank, choice) }
      return try await rates.reader.banks(trading: currency, form: form, by: sort, choice)
    }
    let writer = RatesWriter(context, LocalTime.now(), rates.reader)
    let listed = Array(offers.prefix(max(0, limit ?? .max)))
    return Report([
      "currency": .string(currency.code), "banks": .array(listed.map(\.json)), "problems": .array(problems.map(\.json)),
    ]) {
      if bank != nil, let first = listed.first {
        StyledText(first.bank.longName ?? first.bank.name, .strong)
        contacts(first.bank, writer)
        currencies(listed, writer)
      } else {
        table(listed, form, currency, writer)
      }
      writer.problems(problems)
    }
  }

  private func table(_ offers: [BankOffer], _ form: BankRate.Form, _ currency: Currency, _ writer: RatesWriter) -> Table
  {
    let language = writer.language
    var table = Table(
      .text(language[RatesText.bank]), .number(language[RatesText.buy]), .number(language[RatesText.sell]),
      .name(language[RatesText.asOf], .useful), .name(language[RatesText.phone], .detail),
      placeholder: StyledText(language[RatesText.noBanks(currency.code)]))
    for offer in offers {
      table.add(
        StyledText(offer.bank.name), StyledText(writer.price(offer[form]?.bid), .strong),
        StyledText(writer.price(offer[form]?.ask), .strong),
        StyledText(offer[form].map { writer.age($0.asOf) } ?? ""), StyledText(offer.bank.phone ?? ""))
    }
    return table
  }

  private func contacts(_ bank: Bank, _ writer: RatesWriter) -> Fields {
    var fields = Fields()
    let facts: [(RatesText, String?)] = [
      (.site, bank.site), (.phone, bank.phone), (.email, bank.email), (.address, bank.address),
      (.rating, bank.rating.map { writer.language.decimal($0) }),
      (.licence, bank.licence),
    ]
    for (name, value) in facts { fields.add(writer.language[name], value.map { StyledText($0) }) }
    return fields
  }

  private func currencies(_ offers: [BankOffer], _ writer: RatesWriter) -> Table {
    let language = writer.language
    let (buy, sell) = (language[RatesText.buy], language[RatesText.sell])
    let (cash, card) = (language[RatesText.cash], language[RatesText.card])
    var table = Table(
      .name(language[RatesText.currency]), .number("\(cash): \(buy)"), .number("\(cash): \(sell)"),
      .number("\(card): \(buy)", .useful), .number("\(card): \(sell)", .useful),
      .name(language[RatesText.asOf], .detail))
    for offer in offers where offer.cash != nil || offer.card != nil {
      table.add(
        StyledText(offer.currency.code), StyledText(writer.price(offer.cash?.bid)),
        StyledText(writer.price(offer.cash?.ask)), StyledText(writer.price(offer.card?.bid)),
        StyledText(writer.price(offer.card?.ask)),
        StyledText((offer.cash ?? offer.card).map { writer.age($0.asOf) } ?? ""))
    }
    return table
  }
}
