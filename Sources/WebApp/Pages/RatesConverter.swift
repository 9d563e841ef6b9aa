import Localization
import Markup
import Operations
import Primitives
import Rates

/// The converter of the page of rates: a form whose fields stand in the address, and its answer.
struct RatesConverter: Sendable {
  private let visit: Visit
  private let words: any RatesTexts
  private let market: Market
  /// The currency in which the page tells rates; nil for that of the market.
  private let quote: Currency?
  /// The texts of the fields: the amount, and the codes on both sides.
  private let (amount, from, to): (String, String, String)
  private let side: Rate.Side
  /// The reasons why the form was not taken.
  let problems: [FieldProblem]
  /// The answer; nil where nothing was asked.
  private let answer: RatesReading<RatesConversion>?

  init(
    _ visit: Visit, _ rates: RatesOperations, market: Market, currency: Currency?, quote: Currency?,
    _ words: any RatesTexts
  ) async throws {
    let query = visit.request.query
    (self.visit, self.words, self.market, self.quote) = (visit, words, market, quote)
    amount = query.trimmed("amount") ?? ""
    let into = query.trimmed("to") ?? (quote ?? market.common).code
    (from, to) = (query.trimmed("from") ?? currency?.code ?? (into == "USD" ? "EUR" : "USD"), into)
    let side = query["side"].flatMap(Rate.Side.init(rawValue:)) ?? .sell
    self.side = side
    guard !amount.isEmpty else {
      (problems, answer) = ([], nil)
      return
    }
    var problems: [FieldProblem] = []
    func read<Value>(_ field: String, _ value: () throws -> Value) -> Value? {
      do { return try value() } catch {
        let text = visit.site.texts.failure(error, in: visit.language)
        let sentence = [text.message, text.reason].compactMap { $0 }.joined(separator: " ")
        problems.append(FieldProblem(field: field, text: UntrustedText.shown(sentence, limit: 400)))
        return nil
      }
    }
    let number = read("amount") { [amount] in try rates.amount(amount) }
    let source = read("from") { [from] in try rates.currency(from) }
    let target = read("to") { [to] in try rates.currency(to) }
    if let source, source == target {
      problems.append(FieldProblem(field: "to", text: visit.text(RatesPageText.sameCurrency)))
    }
    self.problems = problems
    guard problems.isEmpty, let number, let source, let target else {
      answer = nil
      return
    }
    answer = await RatesReading { asking in
      try await rates.convert(number, from: source, to: [target], side: side, RatesChoice(asking: asking))
    }
  }

  @MarkupBuilder var content: [Element.Node] {
    Element("h2", ["id": "convert"]) { visit.text(RatesPageText.convert) }
    Element.search(Link("rates")) {
      Element("input", ["type": "hidden", "name": "market", "value": market.rawValue])
      for (name, value) in RatesSelection.field(of: quote) {
        Element("input", ["type": "hidden", "name": name, "value": value])
      }
      Element("div", ["class": "row"]) {
        Element.field(
          visit.text(RatesPageText.amount), "amount", value: amount, problem: problem("amount"),
          ["inputmode": "decimal", "autocomplete": "off"])
        Element.field(visit.text(RatesPageText.from), "from", value: from, problem: problem("from"), Self.code)
        Element.field(visit.text(RatesPageText.to), "to", value: to, problem: problem("to"), Self.code)
        Element.choice(
          visit.text(RatesPageText.side), "side",
          Rate.Side.allCases.map { ($0.rawValue, visit.text(RatesPageText.sideName($0))) }, chosen: side.rawValue)
      }
      Element("div", ["class": "actions"]) {
        Element.submit(visit.text(RatesPageText.calculate))
        Element.link(visit.text(RatesPageText.turn), to: turned, ["class": "button"])
      }
    }
    switch answer?.shown {
    case .success(let conversion)?: result(conversion)
    case .failure(let error)?:
      Element.note(
        UntrustedText.shown(visit.site.texts.failure(error, in: visit.language).message, limit: 400), .warning)
    case nil: [Element.Node]()
    }
  }

  private static let code: Attributes = ["autocomplete": "off", "autocapitalize": "characters", "maxlength": "10"]

  /// An equal amount, converted the other way round.
  private var turned: Link {
    Link(
      "rates",
      query: [
        ("market", market.rawValue), ("amount", amount), ("from", to), ("to", from), ("side", side.rawValue),
      ] + RatesSelection.field(of: quote))
  }

  private func result(_ conversion: RatesConversion) -> Element {
    Element("div", ["class": "note good", "role": "status"]) {
      for result in conversion.results {
        Element("p", ["class": "price"]) { words.sentence(of: result) }
        let parts = result.rate.legs.isEmpty ? [result.rate] : result.rate.legs
        for part in parts {
          Element.paragraph(UntrustedText.shown(words.part(part, result.side), limit: 300), ["class": "quiet"])
        }
      }
      for missing in conversion.missing { Element.paragraph(words.missing(missing.pair)) }
      for trouble in words.troubles(conversion.problems, suspects: conversion.suspects) {
        Element.paragraph(UntrustedText.shown(trouble, limit: 400), ["class": "quiet"])
      }
    }
  }

  private func problem(_ field: String) -> FieldProblem? { problems.first { $0.field == field } }
}
