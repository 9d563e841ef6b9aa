import Localization

/// The worth of amounts in money that people know.
enum FiatText: Phrase {
  /// A worth, with the source and the age of its rate if they are to be shown.
  case about(String, source: String?)
  /// The sum of all that is listed.
  case inAll(String)
  /// The sum of those that are valued; the others have no rate.
  case inPart(String, without: Int)
  /// A pair whose rate is wanted and not known.
  case noRate(String)
  /// A network whose coin no market trades.
  case noMarket(String)
  /// The sources of rates of past days.
  case byDays(String)
  /// No day that is listed has a rate.
  case noDays

  var english: String {
    switch self {
    case .about(let worth, let source): "about \(worth)" + FiatText.behind(source)
    case .inAll(let worth): "About \(worth) in all."
    case .inPart(let worth, let count): "About \(worth) in all, without \(count) of no known value."
    case .noRate(let pair): "No rate of \(pair) is known now, so nothing is valued."
    case .noMarket(let network): "No market is known here for the coin of \(network), so nothing is valued."
    case .byDays(let sources): "Valued by the rate of each day: \(sources)."
    case .noDays: "No rate of these days is known, so nothing is valued."
    }
  }

  var korean: String {
    switch self {
    case .about(let worth, let source): "약 \(worth)" + FiatText.behind(source)
    case .inAll(let worth): "합계 약 \(worth)"
    case .inPart(let worth, let count): "합계 약 \(worth). 가치를 알 수 없는 \(count)개는 뺐습니다."
    case .noRate(let pair): "지금은 \(pair) 환율을 알 수 없어 환산하지 않았습니다."
    case .noMarket(let network): "\(network) 네트워크의 코인을 거래하는 시장을 알지 못해 환산하지 않았습니다."
    case .byDays(let sources): "그날의 환율로 환산: \(sources)."
    case .noDays: "이 날짜들의 환율을 알 수 없어 환산하지 않았습니다."
    }
  }

  var ukrainian: String {
    switch self {
    case .about(let worth, let source): "приблизно \(worth)" + FiatText.behind(source)
    case .inAll(let worth): "Разом приблизно \(worth)."
    case .inPart(let worth, let count): "Разом приблизно \(worth), без \(count), вартість яких невідома."
    case .noRate(let pair): "Курс \(pair) зараз невідомий, тому суми не оцінено."
    case .noMarket(let network): "Для монети мережі \(network) тут не відомо жодного ринку, тому суми не оцінено."
    case .byDays(let sources): "Оцінено за курсом кожного дня: \(sources)."
    case .noDays: "Курси цих днів невідомі, тому суми не оцінено."
    }
  }

  private static func behind(_ source: String?) -> String { source.map { ", \($0)" } ?? "" }
}
