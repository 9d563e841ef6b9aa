import Localization
import Rates

/// The words for what is wrong with a source of rates or news; the source's name goes with each.
enum SourceProblemText: Phrase {
  case silent(String)
  case unusable(String)
  case suspect(String)
  case contradictory(String)
  case lacking(String)
  case early(String)
  case limited(String)
  case keyRefused(String)
  /// When it may be asked again.
  case askable(at: String)
  /// The rate that it tells now and that does not count: the pair with its prices.
  case doubted(String, rate: String)
  /// Such a rate whose bid and ask are too far apart.
  case doubtedWide(String, rate: String)

  /// The trouble that a code stands for.
  init(_ error: RatesError, of source: String) {
    self =
      switch error.code {
      case .badAnswer, .noReader: .unusable(source)
      case .suspect: .suspect(source)
      case .contradictory: .contradictory(source)
      case .noData: .lacking(source)
      case .tooSoon: .early(source)
      case .limited: .limited(source)
      case .badKey: .keyRefused(source)
      default: .silent(source)
      }
  }

  var english: String {
    switch self {
    case .silent(let source): "\(source) gave no answer."
    case .unusable(let source): "\(source) gave an answer that cannot be used."
    case .suspect(let source):
      "\(source) gave rates far from those before, or with bid and ask far apart; they are suspect and not used."
    case .contradictory(let source): "\(source) contradicts itself; what does is not used."
    case .lacking(let source): "\(source) has no rates for this."
    case .early(let source): "\(source) was asked less than five minutes ago."
    case .limited(let source): "\(source) wants to be asked less often."
    case .keyRefused(let source): "\(source) refuses the key."
    case .askable(let time): "It may be asked again at \(time)."
    case .doubted(let source, let rate): "\(source) now says \(rate): suspect, far from before and not used."
    case .doubtedWide(let source, let rate): "\(source) now says \(rate): suspect, too far apart and not used."
    }
  }

  var korean: String {
    switch self {
    case .silent(let source): "\(source)에서 응답이 없습니다."
    case .unusable(let source): "\(source)의 응답을 쓸 수 없습니다."
    case .suspect(let source):
      "\(source)의 환율이 이전과 크게 다르거나 매입과 매도의 차이가 커서 의심스러우므로 쓰지 않습니다."
    case .contradictory(let source): "\(source)의 응답은 앞뒤가 맞지 않아 그 부분은 쓰지 않습니다."
    case .lacking(let source): "\(source)에는 이 환율이 없습니다."
    case .early(let source): "\(source)에 물은 지 5분이 지나지 않았습니다."
    case .limited(let source): "\(source)에서 더 뜸하게 물어 달라고 합니다."
    case .keyRefused(let source): "\(source)에서 키를 받아들이지 않습니다."
    case .askable(let time): "\(time)부터 다시 물을 수 있습니다."
    case .doubted(let source, let rate): "\(source)의 현재 값 \(rate): 이전과 크게 달라 의심스러우므로 쓰지 않습니다."
    case .doubtedWide(let source, let rate):
      "\(source)의 현재 값 \(rate): 매입과 매도의 차이가 너무 커서 의심스러우므로 쓰지 않습니다."
    }
  }

  var ukrainian: String {
    switch self {
    case .silent(let source): "\(source) не відповідає."
    case .unusable(let source): "Відповідь \(source) непридатна."
    case .suspect(let source):
      "Курси \(source) далекі від попередніх, або купівля далека від продажу: вони сумнівні й не враховані."
    case .contradictory(let source): "\(source) суперечить собі: суперечливе не враховано."
    case .lacking(let source): "\(source) такого курсу не має."
    case .early(let source): "\(source) запитано менш ніж п’ять хвилин тому."
    case .limited(let source): "\(source) просить запитувати рідше."
    case .keyRefused(let source): "\(source) не приймає ключа."
    case .askable(let time): "Запитати знову можна о \(time)."
    case .doubted(let source, let rate):
      "\(source) зараз дає \(rate): курс сумнівний, далекий від попереднього, не врахований."
    case .doubtedWide(let source, let rate):
      "\(source) зараз дає \(rate): курс сумнівний, купівля задалеко від продажу, не врахований."
    }
  }
}
