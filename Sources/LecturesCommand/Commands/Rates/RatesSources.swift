import ArgumentParser
import Localization
import Operations
import Primitives
import Rates
import StrictJSON
import Terminal

/// `lectures rates sources`
struct RatesSources: ReportingCommand {
  static let configuration = CommandConfiguration(
    "sources", "List the sources of rates and news, and test one.",
    examples: [
      "lectures rates sources": "which are on, and how they answered last",
      "lectures rates sources --test nbu": "ask it now, unless it was asked in the last five minutes",
    ])

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: RatesOptions.title) var ratesOptions: RatesOptions
  @Option(help: ArgumentHelp("Ask a source now.", valueName: "name")) var test: String?

  func run(in context: CommandContext) async throws -> Report {
    let rates = try context.rates()
    let problems = try await context.progress(context.language[ProgressText.askingSource]) { _ in
      if let test { try await rates.test(test) } else { [SourceProblem]() }
    }
    let states = try await rates.sources(named: test)
    let writer = RatesWriter(context, LocalTime.now(), rates.reader)
    return Report(["sources": .array(states.map(\.json))], failure: problems.first.map { CommandFailure($0.error) }) {
      if test == nil { table(states, writer) } else { for state in states { fields(state, writer) } }
      if test == nil { states.compactMap { problem(of: $0, writer).map { StyledText($0, .dim) } } }
    }
  }

  private func table(_ states: [RateSourceState], _ writer: RatesWriter) -> Table {
    let language = writer.language
    var table = Table(
      .name(language[RatesText.source]), .text(language[RatesText.markets], .useful),
      .name(language[RatesText.state], .important), .name(language[RatesText.lastSuccess], .useful),
      .name(language[RatesText.nextTry], .detail), .text(language[RatesText.terms], .detail))
    for state in states {
      let markets = state.profile.markets.map { language[RatesText.market($0)] }.joined(separator: ", ")
      table.add(
        StyledText(state.profile.name, .strong), StyledText(markets), StyledText(writer.words(state)),
        StyledText(state.lastSuccess.map { writer.age($0) } ?? language[RatesText.never]),
        StyledText(writer.clock(state.nextTry) ?? language[RatesText.now]),
        StyledText(language[SourceTerms(state.profile)]))
    }
    return table
  }

  private func problem(of state: RateSourceState, _ writer: RatesWriter) -> String? {
    state.problem.map { writer.trouble($0, of: state.profile.name, askableAt: state.nextTry) }
  }

  private func fields(_ state: RateSourceState, _ writer: RatesWriter) -> Fields {
    let language = writer.language
    var fields = Fields()
    fields.add(language[RatesText.source], StyledText(language[SourceTitle(state.profile)], .strong))
    fields.add(language[RatesText.state], StyledText(writer.words(state)))
    fields.add(
      language[RatesText.lastTry], StyledText(state.lastTry.map { writer.age($0) } ?? language[RatesText.never])
    )
    fields.add(
      language[RatesText.lastSuccess],
      StyledText(state.lastSuccess.map { writer.age($0) } ?? language[RatesText.never]))
    fields.add(language[RatesText.nextTry], StyledText(writer.clock(state.nextTry) ?? language[RatesText.now]))
    fields.add(language[RatesText.problem], problem(of: state, writer).map { StyledText($0, .warning) })
    fields.add(language[RatesText.terms], StyledText(language[SourceTerms(state.profile)]))
    return fields
  }
}

extension RateSourceState {
  fileprivate var json: JSON {
    [
      "name": .string(profile.name), "enabled": .bool(isEnabled), "official": .bool(profile.isOfficial),
      "triedLive": .bool(profile.wasTriedLive), "needsKey": .bool(profile.needsKey), "hasKey": .bool(hasKey),
      "markets": .array(profile.markets.map { .string($0.rawValue) }), "lastTry": .integer(lastTry),
      "lastSuccess": .integer(lastSuccess), "nextTry": .integer(nextTry),
      "problem": .text(problem?.message), "licence": .string(profile.licence),
    ]
  }
}
