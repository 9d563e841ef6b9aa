import ArgumentParser
import Exchange
import Localization
import Operations
import Platform
import Primitives
import StrictJSON
import Terminal

/// `lectures exchange trigger`
struct ExchangeTriggerCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "trigger", "Manage conditional orders.",
    examples: [
      "lectures exchange trigger add TKA/WKAIA --when 'bid <= 0.29' --sell 100 --from student1": "a stop-loss",
      "lectures exchange trigger list": "", "lectures exchange trigger remove 1": "",
    ],
    after: "`exchange daemon` watches them. While it does not run nothing is watched, and `list` shows when.",
    subcommands: [ExchangeTriggerAdd.self, ExchangeTriggerList.self, ExchangeTriggerRemove.self])
}

/// `lectures exchange trigger list`
struct ExchangeTriggerList: ReportingCommand {
  static let configuration = CommandConfiguration(
    "list", "List conditional orders.",
    examples: ["lectures exchange trigger list": "with the way that the price still has to go"])

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: NodeOptions.title) var nodeOptions: NodeOptions
  @OptionGroup(title: ExchangeOptions.title) var exchangeOptions: ExchangeOptions

  func run(in context: CommandContext) async throws -> Report {
    let market: ExchangeMarket
    do {
      market = try await context.market().market
    } catch let error where CommandFailure(error).code.status == .nodeUnavailable {
      // The journal has them all; the node has the tokens' names, and the prices.
      context.warn(StyledText(CommandFailure(error).words(in: context.language).sentences))
      context.warn(StyledText(context.language[TriggerListRefusal.withoutNode].sentences))
      return try await withoutNode(in: context)
    }
    return try await context.listed(market, try await market.journal(at: try context.settings.exchangeBook()))
  }

  private func withoutNode(in context: CommandContext) async throws -> Report {
    let path = try context.settings.exchangeBook()
    guard access(path, F_OK) == 0 else { return try await context.listed(nil, nil) }
    let journal = try OrderJournal(existing: path)
    if let due = try context.settings.network().chainID, let found = try await journal.chainID(), found != due {
      throw CommandFailure(.wrongChain, TriggerListRefusal.otherChain(path, found, due))
    }
    return try await context.listed(nil, journal)
  }
}

/// `lectures exchange trigger remove N…`
struct ExchangeTriggerRemove: ReportingCommand {
  static let configuration = CommandConfiguration(
    "remove", "Remove conditional orders.",
    examples: ["lectures exchange trigger remove 1 2": "of one that was signed beforehand the signature stays valid"])

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: NodeOptions.title) var nodeOptions: NodeOptions
  @OptionGroup(title: ExchangeOptions.title) var exchangeOptions: ExchangeOptions
  @Argument(help: "Their numbers.") var triggers: [Int64]

  func run(in context: CommandContext) async throws -> Report {
    let (market, _) = try await context.market()
    let journal = try await market.journal(at: try context.settings.exchangeBook())
    let removed = try await journal.removeTriggers(triggers)
    return Report(["removed": .array(removed.map { .integer($0.id) })]) {
      for trigger in removed { StyledText(context.language[ExchangeTriggerText.removed(trigger.id)]) }
    }
  }
}

extension CommandContext {
  /// All conditional orders, with the distance of the armed ones to the present price and the gaps in their watch.
  ///
  /// - Parameters:
  ///   - first: The market; nil where no node answers.
  ///   - journal: The journal; nil where there is none.
  func listed(_ first: ExchangeMarket?, _ journal: OrderJournal?) async throws -> Report {
    let triggers = try await journal?.triggers() ?? []
    var market = first
    if let first {
      let markets = TriggerMarkets(settings, first)
      for trigger in triggers { market = try await markets.market(for: trigger.terms.pair) }
    }
    let writer = TriggerWriter(market: market, language: language)
    var table = Table(
      .number(language[ExchangeTriggerText.number]), .text(language[ExchangeTriggerText.when], .important),
      .text(language[ExchangeTriggerText.act]), .name(language[ExchangeLabel.state], .important),
      .number(language[ExchangeTriggerText.distance], .useful),
      .name(language[ExchangeLabel.expires], .detail), .text(language[ExchangeTriggerText.gaps], .useful),
      placeholder: StyledText(language[ExchangeTriggerText.none]))
    var items: [JSON] = []
    for trigger in triggers {
      let terms = trigger.terms
      let isArmed = trigger.state == .armed
      let present = isArmed ? await present(terms, market) : nil
      let gaps = isArmed ? try await journal?.watchTimes.gaps(of: terms.pair, since: trigger.created) ?? [] : []
      items.append(writer.json(trigger, gaps: gaps, present: present))
      let distance = present.flatMap { terms.condition.distance(from: $0) }?.text(digits: 4)
        .flatMap { ExactDecimal($0) }.flatMap { Fraction($0).percentText }
      table.add(
        StyledText("\(trigger.id)", .strong), StyledText(writer.condition(terms)),
        StyledText(writer.action(terms, trigger.firing)),
        StyledText(language[ExchangeTriggerText.state(trigger.state)]),
        StyledText(distance.map { language.percent(language.decimal($0)) } ?? ""),
        StyledText(LocalTime.text(terms.expiry, in: language)),
        StyledText(gaps.suffix(3).map(text).joined(separator: ", ")))
    }
    let listed = table
    return Report(["triggers": .array(items)]) {
      listed
      for trigger in triggers {
        if let problem = trigger.problem { StyledText(language[ExchangeTriggerNote.problem(trigger.id, problem)]) }
      }
    }
  }

  private func present(_ terms: TriggerTerms, _ market: ExchangeMarket?) async -> Fraction? {
    guard let market, let pair = market.pair(of: terms.pair) else { return nil }
    do {
      return try await TriggerObserver(of: market).snapshot(of: pair, for: terms.account).price(
        of: terms.amount, on: terms.condition.side)
    } catch {
      warn(StyledText(CommandFailure(error).words(in: language).sentences))
      return nil
    }
  }

  private func text(_ gap: TriggerGap) -> String {
    language[
      ExchangeTriggerText.gap(
        from: LocalTime.text(gap.from, in: language), to: gap.to.map { LocalTime.text($0, in: language) })]
  }
}
