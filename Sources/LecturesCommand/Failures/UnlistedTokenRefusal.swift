import Localization
import Primitives
import Tokens

/// The refusal of a token's name that no contact has and no list that is believed.
struct UnlistedTokenRefusal: Phrase {
  private let name: String
  private let facts: TokenErrors.Facts?

  /// - Parameter facts: Those of the search: the names that look alike, the contract that alone calls itself so, or the
  ///   decimals by which a list and the contract contradict each other.
  init(_ name: String, _ facts: TokenErrors.Facts?) { (self.name, self.facts) = (name, facts) }

  var english: FailureWords {
    let reason: String? =
      switch facts {
      case .decimals(let address, let known, let told):
        "A list has it at \(address) with \(count(known, "no")) decimals, and the contract tells \(count(told, "none")): that list is not believed."
      case .token(let address): "Only the contract at \(address) calls itself so, as any can."
      case .names(let names) where !names.isEmpty: "It looks like \(names.joined(separator: ", "))."
      default: nil
      }
    return FailureWords(
      "No token list here knows \(name).", reason: reason,
      advice: "Give the address of the token's contract, or name a list that has it: --token-lists")
  }

  var korean: FailureWords {
    let reason: String? =
      switch facts {
      case .decimals(let address, let known, let told):
        "주소 \(address)의 소수 자릿수가 다릅니다. 목록: \(count(known, "없음")). 계약: \(count(told, "없음"))"
      case .token(let address): "이 이름은 계약 스스로 밝힌 것뿐입니다: \(address)"
      case .names(let names) where !names.isEmpty:
        "비슷한 이름: \(names.map { "`\($0)`" }.joined(separator: ", "))"
      default: nil
      }
    return FailureWords(
      "여기의 토큰 목록에 없는 토큰입니다: `\(name)`", reason: reason,
      advice: "토큰 계약의 주소를 지정하거나 그 토큰이 있는 목록을 `--token-lists`로 지정하십시오.")
  }

  var ukrainian: FailureWords {
    let reason: String? =
      switch facts {
      case .decimals(let address, let known, let told):
        "За адресою \(address) десяткових знаків у переліку: \(count(known, "немає")), у контракті: \(count(told, "немає")). Такому переліку не вірять."
      case .token(let address): "Так називає себе лише контракт \(address), а це може будь-який."
      case .names(let names) where !names.isEmpty:
        "Схожі назви: \(names.map { "`\($0)`" }.joined(separator: ", "))"
      default: nil
      }
    return FailureWords(
      "Жоден перелік токенів тут не знає токена `\(name)`.", reason: reason,
      advice: "Вкажіть адресу контракту токена або перелік, у якому він є: `--token-lists`.")
  }

  private func count(_ decimals: Int?, _ none: String) -> String { decimals.map { "\($0)" } ?? none }
}
