import Exchange
import Localization
import Operations
import Primitives
import Tokens

/// A circumstance of a deal that somebody should agree to twice.
struct DealWarningText: Phrase {
  private let warning: DealWarning
  private let reviewed: ReviewedDeal

  init(_ warning: DealWarning, of reviewed: ReviewedDeal) { (self.warning, self.reviewed) = (warning, reviewed) }

  var english: String {
    switch warning {
    case .farFromBest(let share): "The average price is \(Self.percent(share)) % worse than the best."
    case .unknownCode(let address): "The exchange's code at \(address) is not known to this program."
    case .ownedProxy(let owner): "The account \(owner) can let others move all tokens that are approved."
    case .uncertainSimulation: "The chain's rules are not known for certain: the trial may err."
    case .feeOnTransfer(let token, let sent, let arrived):
      "Of \(amount(sent, token, .english)) only \(amount(arrived, token, .english)) arrive."
    case .incomplete(let missing): "Less than you asked for: \(self.missing(missing, .english)) cannot be had."
    }
  }

  var korean: String {
    switch warning {
    case .farFromBest(let share): "평균 가격이 최우선 가격보다 \(Self.percent(share))% 불리합니다."
    case .unknownCode(let address): "\(address)의 거래소 코드는 이 프로그램이 모르는 것입니다."
    case .ownedProxy(let owner): "\(owner) 계정은 허가된 모든 토큰을 다른 이가 옮기게 할 수 있습니다."
    case .uncertainSimulation: "체인의 규칙을 확실히 알 수 없어 시험 결과가 다를 수 있습니다."
    case .feeOnTransfer(let token, let sent, let arrived):
      "\(amount(sent, token, .korean)) 가운데 \(amount(arrived, token, .korean))만 도착합니다."
    case .incomplete(let missing): "요청보다 적습니다. \(self.missing(missing, .korean))만큼은 구할 수 없습니다."
    }
  }

  var ukrainian: String {
    switch warning {
    case .farFromBest(let share):
      "Середня ціна на \(Language.ukrainian.decimal(Self.percent(share))) % гірша за найкращу."
    case .unknownCode(let address): "Код біржі за адресою \(address) цій програмі невідомий."
    case .ownedProxy(let owner): "Рахунок \(owner) може дозволити іншим переказувати всі дозволені токени."
    case .uncertainSimulation: "Правила мережі відомі не напевно: проба може помилятися."
    case .feeOnTransfer(let token, let sent, let arrived):
      "З \(amount(sent, token, .ukrainian)) дійде лише \(amount(arrived, token, .ukrainian))."
    case .incomplete(let missing): "Менше, ніж ви хотіли: \(self.missing(missing, .ukrainian)) придбати неможливо."
    }
  }

  static func percent(_ share: Fraction) -> String {
    (try? share.multiplied(by: Fraction(100, over: 1) ?? .one))?.text(digits: 2) ?? "?"
  }

  private func amount(_ units: UInt256, _ address: Address, _ language: Language) -> String {
    reviewed.tokens[address].map { TokenAmount(units, of: $0).text(in: language) } ?? "\(units) (\(address))"
  }

  private func missing(_ units: UInt256, _ language: Language) -> String {
    let request = reviewed.deal.plan.request
    let isBase = request.amount.isOfMakerToken == (request.side == .buy)
    return TokenAmount(units, of: isBase ? reviewed.pair.base : reviewed.pair.quote).text(in: language)
  }
}
