import Localization
import Rates

/// The name of a source of rates or news; names that people of a country know are in its language.
struct SourceTitle: Phrase {
  /// The source's name for settings, as in `nbu`.
  let name: String
  let english: String

  init(_ name: String, _ title: String) { (self.name, english) = (name, title) }

  init(_ profile: SourceProfile) { self.init(profile.name, profile.title) }

  init(_ source: RatesErrors.Source) { self.init(source.name, source.title) }

  var korean: String { Self.own[name]?.korean ?? english }
  var ukrainian: String { Self.own[name]?.ukrainian ?? english }

  private static let own: [String: (korean: String, ukrainian: String)] = [
    "nbu": ("우크라이나 국립은행", "Національний банк України"), "nbu-rss": ("우크라이나 국립은행", "Національний банк України"),
    "ecb": ("유럽중앙은행", "Європейський центральний банк"), "ecb-press": ("유럽중앙은행", "Європейський центральний банк"),
    "ecos": ("한국은행", "Банк Кореї"), "exim": ("한국수출입은행", "Експортно-імпортний банк Кореї"),
    "fed-press": ("미국 연방준비제도", "Федеральна резервна система США"), "chain": ("체인의 가격 피드", "Цінові потоки мережі"),
    "minfin": ("민핀 API", "API «Мінфіну»"), "minfin-site": ("민핀 누리집", "Сайт «Мінфіну»"),
    "minfin-rss": ("민핀", "Мінфін"), "privatbank": ("프리바트은행", "ПриватБанк"), "monobank": ("모노뱅크", "monobank"),
    "epravda": ("에코노미치나 프라우다", "Економічна правда"), "interfax-ukraine": ("인테르팍스 우크라이나", "Інтерфакс-Україна"),
    "bithumb": ("빗썸", "Bithumb"), "upbit": ("업비트", "Upbit"), "binance": ("바이낸스", "Binance"),
    "yonhap": ("연합뉴스", "Йонхап"), "hankyung-finance": ("한국경제", "Hankyung"), "hankyung-economy": ("한국경제", "Hankyung"),
    "maeil": ("매일경제", "Maeil Business"), "tokenpost": ("토큰포스트", "TokenPost"), "blockmedia": ("블록미디어", "Blockmedia"),
  ]
}

/// The terms on which a source may be used: whose it is, what it is, and where it stands.
struct SourceTerms: Phrase {
  private let profile: SourceProfile

  init(_ profile: SourceProfile) { self.profile = profile }

  var english: String { profile.licence }
  var korean: String { text(SourceTitle(profile).korean, kind?.korean, "제목과 링크") }
  var ukrainian: String { text(SourceTitle(profile).ukrainian, kind?.ukrainian, "заголовки й посилання") }

  private func text(_ title: String, _ kind: String?, _ headlines: String) -> String {
    let address = profile.licence.split { " ;".contains($0) }.last { $0.hasPrefix("https://") }
    let what = profile.newsLanguage == nil ? kind : headlines
    return [title, what, address.map(String.init)].compactMap { $0 }.joined(separator: ", ")
  }

  private var kind: (korean: String, ukrainian: String)? {
    switch profile.name {
    case "nbu": ("공개 데이터", "відкриті дані")
    case "privatbank", "monobank": ("공개 API", "відкритий API")
    case "bithumb", "upbit", "whitebit", "binance": ("공개 시세", "відкриті дані ринку")
    case "minfin": ("본인의 키 필요", "потрібен власний ключ")
    case "minfin-site": ("문서 없음, 개인용", "без документації, для власного вжитку")
    case "frankfurter": ("중앙은행의 기준 환율", "довідкові курси центральних банків")
    default: nil
    }
  }
}
