import Markup
import Operations
import Rates

/// The pages of the banks that trade a currency, and of one bank.
enum RatesBankPages {
  static let routes: [Route] = [.get("/rates/banks", list), .get("/rates/banks/:name", show)]

  /// The most banks that are listed.
  private static let most = 200

  @Sendable private static func list(_ visit: Visit) async throws -> WebAnswer {
    let rates = try visit.site.rates(of: visit.session)
    let words = visit.site.texts.rates(rates, at: visit.site.options.clock(), in: visit.language)
    let choice = try BankChoice(visit, rates)
    let reading = await RatesReading<([BankOffer], [SourceProblem])> { asking in
      let (offers, problems) = try await rates.reader.banks(
        trading: choice.currency, form: choice.form, by: choice.order, RatesChoice(asking: asking))
      return (offers, problems)
    }
    let (offers, problems) = try reading.shown.get()
    let title = visit.text(RatesPageText.banksOf(choice.currency.code))
    let page = Page(title, .rates) {
      choice.filters(visit, words)
      if reading.isUnderWay { Element.note(visit.text(RatesPageText.underWay)) }
      if offers.isEmpty {
        Element.note(visit.text(RatesPageText.noBanks(choice.currency.code)))
      } else {
        Element.table(
          title, [RatesWord.bank, .buy, .sell, .asOf, .phone].map { words.word($0) }, numbers: [1, 2],
          isBelowTitle: true,
          rows: offers.prefix(most).map { offer in
            let rate = offer[choice.form]
            return [
              [.element(.link(to: Link("rates", "banks", offer.bank.slug)) { Element.foreign(offer.bank.name) })],
              [.text(words.price(rate?.bid))], [.text(words.price(rate?.ask))],
              [.text(rate.map { words.age($0.asOf) } ?? "")], [.element(.foreign(offer.bank.phone ?? ""))],
            ]
          })
      }
      troubles(problems, words)
    }
    return await visit.answer(
      page.below((visit.text(LayoutText.rates), Link("rates"))).live(every: reading.isUnderWay ? 5 : nil))
  }

  private static func troubles(_ problems: [SourceProblem], _ words: any RatesTexts) -> [Element.Node] {
    words.troubles(problems, suspects: []).map {
      .element(.paragraph(UntrustedText.shown($0, limit: 400), ["class": "quiet"]))
    }
  }

  @Sendable private static func show(_ visit: Visit) async throws -> WebAnswer {
    let rates = try visit.site.rates(of: visit.session)
    let words = visit.site.texts.rates(rates, at: visit.site.options.clock(), in: visit.language)
    let name = try visit.value("name")
    let offers: [BankOffer]
    do {
      // The list has asked the sources; here what is kept will do.
      offers = try await rates.reader.bank(name, RatesChoice(asking: .never)).offers
    } catch let error as RatesError where error.code == .noData {
      throw WebRefusal.notFound
    }
    guard let bank = offers.first?.bank else { throw WebRefusal.notFound }
    let facts: [(RatesWord, String?)] = [
      (.site, bank.site), (.phone, bank.phone), (.email, bank.email), (.address, bank.address), (.rating, bank.rating),
      (.licence, bank.licence),
    ]
    let (buy, sell, cash, card) = (words.word(.buy), words.word(.sell), words.word(.cash), words.word(.card))
    let title = UntrustedText.shown(bank.longName ?? bank.name)
    let page = Page(title, .rates) {
      Element.facts(
        facts.compactMap { word, value in value.map { (words.word(word), [.element(.foreign($0))]) } })
      Element.table(
        title,
        [words.word(.currency), "\(cash): \(buy)", "\(cash): \(sell)", "\(card): \(buy)", "\(card): \(sell)"]
          + [words.word(.asOf)], numbers: [1, 2, 3, 4],
        isBelowTitle: true,
        rows: offers.filter { $0.cash != nil || $0.card != nil }.map { offer in
          [[.text(offer.currency.code)]]
            + [offer.cash?.bid, offer.cash?.ask, offer.card?.bid, offer.card?.ask].map { [.text(words.price($0))] }
            + [[.text((offer.cash ?? offer.card).map { words.age($0.asOf) } ?? "")]]
        })
    }
    return await visit.answer(
      page.below(
        (visit.text(LayoutText.rates), Link("rates")),
        (visit.text(RatesPageText.banks), Link("rates", "banks"))))
  }
}

/// The choices of the list of banks.
private struct BankChoice: Sendable {
  let currency: Currency
  let form: BankRate.Form
  let order: BankOrder

  init(_ visit: Visit, _ rates: RatesOperations) throws {
    let query = visit.request.query
    currency = try query.trimmed("c").map { try rates.currency($0) } ?? .usd
    form = query["form"].flatMap(BankRate.Form.init(rawValue:)) ?? .cash
    order = query["sort"].flatMap(BankOrder.init(rawValue:)) ?? .name
  }

  private func link(_ currency: Currency? = nil, _ form: BankRate.Form? = nil, _ order: BankOrder? = nil) -> Link {
    Link(
      "rates", "banks",
      query: [
        ("c", (currency ?? self.currency).code), ("form", (form ?? self.form).rawValue),
        ("sort", (order ?? self.order).rawValue),
      ])
  }

  func filters(_ visit: Visit, _ words: any RatesTexts) -> Element {
    let currencies = [Currency.usd, .eur] + ([.usd, .eur].contains(currency) ? [] : [currency])
    return Element("ul", ["class": "filters"]) {
      for other in currencies { item(other.code, link(other), isCurrent: other == currency) }
      for other in BankRate.Form.allCases {
        item(words.word(other == .cash ? .cash : .card), link(nil, other), isCurrent: other == form)
      }
      for other in BankOrder.allCases {
        item(visit.text(RatesPageText.order(other)), link(nil, nil, other), isCurrent: other == order)
      }
    }
  }

  private func item(_ text: String, _ link: Link, isCurrent: Bool) -> Element {
    Element("li") { Element.link(text, to: link, isCurrent ? ["aria-current": "true"] : [:]) }
  }
}
