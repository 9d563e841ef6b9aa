import Localization
import Operations
import Primitives
import Rates
import Terminal
import WebApp

extension RatesWriter: RatesTexts {
  func word(_ word: RatesWord) -> String {
    let text: RatesText =
      switch word {
      case .currency: .currency
      case .buy: .buy
      case .sell: .sell
      case .rate: .rate
      case .change: .change
      case .asOf: .asOf
      case .source: .source
      case .bank: .bank
      case .day: .day
      case .site: .site
      case .phone: .phone
      case .email: .email
      case .address: .address
      case .rating: .rating
      case .licence: .licence
      case .cash: .cash
      case .card: .card
      case .news: .news
      case .noNews: .noNews
      case .read: .read
      case .feed: .feed
      case .published: .published
      case .lowest: .lowest
      case .highest: .highest
      case .mean: .mean
      case .state: .state
      case .lastSuccess: .lastSuccess
      case .terms: .terms
      case .markets: .markets
      case .never: .never
      }
    return language[text]
  }

  func name(of market: Market) -> String { language[RatesText.market(market)] }
  func changeText(_ change: RateChange?) -> String { self.change(change).plain }
  func time(of rate: Rate) -> String { (StyledText(asOf(rate)) + marks(rate)).onPage }
  func date(_ day: Day) -> String { language.date(day.parts) }
  func sentence(of conversion: Conversion) -> String { language[sentence(conversion)] }
  func part(_ rate: Rate, _ side: Rate.Side) -> String { leg(rate, side).onPage }
  func missing(_ pair: CurrencyPair) -> String { language[RatesText.missing("\(pair)")] }
  func troubles(_ problems: [SourceProblem], suspects: [Rate]) -> [String] {
    self.problems(problems, suspects: suspects).map(\.onPage)
  }
  func state(of source: RateSourceState) -> String { words(source) }
  func terms(of source: SourceProfile) -> String { language[SourceTerms(source)] }
  func changeOver(days: Int) -> String { language[RatesText.changeOver(days: days)] }
}
