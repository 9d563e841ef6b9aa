import Localization
import Primitives
import Tokens

/// An entry of a token list that makes no token, and the reason.
enum LeftOutTokenText: Phrase {
  /// An entry that breaks the bounds of lists, by its place from 1.
  case entry(Int, LeftOutToken.Reason)
  case refused(RefusedClaim)
  /// Further ones that are not shown.
  case more(Int)

  /// The most that are shown.
  static let most = 20

  /// A line for each, of the first ones.
  static func lines(of entries: [LeftOutToken], _ refused: [RefusedClaim]) -> [LeftOutTokenText] {
    let all = entries.map { entry($0.index + 1, $0.reason) } + refused.map { Self.refused($0) }
    return all.prefix(most) + (all.count > most ? [more(all.count - most)] : [])
  }

  var english: String {
    switch self {
    case .entry(let place, let reason): "Entry \(place) is left out: \(Self.words(reason))."
    case .refused(let refused):
      switch refused.reason {
      case .decimals(let told):
        "\(Self.token(refused)) is not taken: it is listed with \(Self.count(refused.claim.decimals)) decimals, the contract tells \(Self.count(told))."
      case .noCode: "\(Self.token(refused)) is not taken: there is no contract."
      }
    case .more(let count): "\(count) more not shown."
    }
  }

  var korean: String {
    switch self {
    case .entry(let place, let reason): "\(place)번째 항목 제외: \(Self.koreanWords(reason))."
    case .refused(let refused):
      switch refused.reason {
      case .decimals(let told):
        "제외: \(Self.token(refused)). 목록의 소수 자릿수 \(Self.count(refused.claim.decimals)), 계약의 자릿수 \(Self.count(told))."
      case .noCode: "제외: \(Self.token(refused)). 그 주소에 계약이 없습니다."
      }
    case .more(let count): "표시하지 않은 항목: \(count)개."
    }
  }

  var ukrainian: String {
    switch self {
    case .entry(let place, let reason): "Запис \(place) пропущено: \(Self.ukrainianWords(reason))."
    case .refused(let refused):
      switch refused.reason {
      case .decimals(let told):
        "Не взято \(Self.token(refused)): у переліку знаків \(Self.count(refused.claim.decimals)), а контракт каже \(Self.count(told))."
      case .noCode: "Не взято \(Self.token(refused)): контракту там немає."
      }
    case .more(let count): "Ще не показано: \(count)."
    }
  }

  private static func token(_ refused: RefusedClaim) -> String {
    "\(refused.claim.symbol) (\(refused.claim.address.checksummed))"
  }

  private static func count(_ decimals: Int?) -> String { decimals.map { "\($0)" } ?? "–" }

  private static func words(_ reason: LeftOutToken.Reason) -> String {
    switch reason {
    case .notAnObject: "it is no object"
    case .chain: "its chain is missing or no number"
    case .address: "its address is missing, mistyped, or that of the coin"
    case .symbol: "its symbol is missing, too long, or has blanks"
    case .name: "its name is missing or too long"
    case .decimals: "its decimals are missing, or not from 0 to 255"
    case .invisible: "its symbol or name has characters that cannot be seen"
    case .tags: "its tags are not 10 texts at most"
    case .duplicate: "an earlier entry has its address"
    }
  }

  private static func koreanWords(_ reason: LeftOutToken.Reason) -> String {
    switch reason {
    case .notAnObject: "객체가 아님"
    case .chain: "체인 번호가 없거나 숫자가 아님"
    case .address: "주소가 없거나 틀렸거나 코인의 주소임"
    case .symbol: "기호가 없거나 너무 길거나 빈칸이 있음"
    case .name: "이름이 없거나 너무 긺"
    case .decimals: "소수 자릿수가 없거나 0–255가 아님"
    case .invisible: "기호나 이름에 보이지 않는 문자가 있음"
    case .tags: "태그가 올바르지 않음"
    case .duplicate: "같은 주소의 항목이 앞에 있음"
    }
  }

  private static func ukrainianWords(_ reason: LeftOutToken.Reason) -> String {
    switch reason {
    case .notAnObject: "це не об’єкт"
    case .chain: "номера ланцюга немає або він хибний"
    case .address: "адреси немає, вона хибна або це адреса монети"
    case .symbol: "символу немає, він задовгий або має пробіли"
    case .name: "назви немає або вона задовга"
    case .decimals: "кількості знаків немає або вона не від 0 до 255"
    case .invisible: "символ або назва має невидимі знаки"
    case .tags: "мітки хибні"
    case .duplicate: "такий запис уже був раніше"
    }
  }
}
