import Localization
import Primitives

/// The refusals of allowances that their owner signs.
enum PermitRefusal: Phrase {
  case noOwnKey(Address)

  var english: FailureWords {
    switch self {
    case .noOwnKey(let address):
      FailureWords(
        "Not done: tokens take only the signature of the key from which \(address) was made.",
        reason: "The keys of the account were replaced, and that one is not among those here.",
        advice: "Leave --permit away: the account sends the allowance itself.")
    }
  }

  var korean: FailureWords {
    switch self {
    case .noOwnKey(let address):
      FailureWords(
        "하지 않았습니다: 토큰은 \(address) 주소를 만든 키의 서명만 받습니다.", reason: "계정의 키가 바뀌었고 그 키가 여기에 없습니다.",
        advice: "`--permit` 옵션을 빼십시오. 계정이 허가를 직접 보냅니다.")
    }
  }

  var ukrainian: FailureWords {
    switch self {
    case .noOwnKey(let address):
      FailureWords(
        "Не зроблено: токени приймають підпис лише того ключа, з якого утворено \(address).",
        reason: "Ключі рахунку замінено, і того ключа тут немає.",
        advice: "Приберіть `--permit`: рахунок надішле дозвіл сам.")
    }
  }
}
