import GasPrices
import Localization

/// The refusal of an option's value that is none of its kind.
struct ValueRefusal: Phrase {
  /// The kinds of values, and how far they may go.
  enum Kind: Sendable, CaseIterable {
    case timeOfDay, timeOfHour, pause, percent, action
  }

  let value: String
  let option: String
  let kind: Kind

  init(_ value: String, of option: String, isNo kind: Kind) {
    (self.value, self.option, self.kind) = (value, option, kind)
  }

  var english: FailureWords {
    let (name, reason, examples): (String, String?, String) =
      switch kind {
      case .timeOfDay: ("time", "It is a day at most.", "30, 2m or 8h")
      case .timeOfHour: ("time", "It is an hour at most.", "10m or 60m")
      case .pause: ("such time", "It is from a second to a day.", "7, 30s or 1m")
      case .percent: ("per cent", nil, "30%")
      case .action:
        (
          "action",
          "It is a word in small letters, and its gas: \(UsualAction.mostGas) at most, as one transaction can have (EIP-7825).",
          "\(option) swap=150000"
        )
      }
    return FailureWords(
      "The value '\(value)' of \(option) is no \(name).", reason: reason, advice: "As in \(examples).")
  }

  var korean: FailureWords {
    let (name, reason, examples): (String, String?, String) =
      switch kind {
      case .timeOfDay: ("시간", "최대 하루입니다.", "`30`, `2m`, `8h`")
      case .timeOfHour: ("시간", "최대 한 시간입니다.", "`10m`, `60m`")
      case .pause: ("시간", "1초부터 하루까지입니다.", "`7`, `30s`, `1m`")
      case .percent: ("퍼센트", nil, "`30%`")
      case .action:
        (
          "작업", "소문자로 된 이름과 가스입니다. 한 트랜잭션의 가스는 최대 \(UsualAction.mostGas)입니다.",
          "`\(option) swap=150000`"
        )
      }
    return FailureWords("`\(option)`에 쓸 수 없는 \(name)입니다: `\(value)`", reason: reason, advice: "예: \(examples)")
  }

  var ukrainian: FailureWords {
    let (name, reason, examples): (String, String?, String) =
      switch kind {
      case .timeOfDay: ("Непридатний час", "Він — щонайбільше доба.", "`30`, `2m` або `8h`")
      case .timeOfHour: ("Непридатний час", "Він — щонайбільше година.", "`10m` або `60m`")
      case .pause: ("Непридатний час", "Він — від секунди до доби.", "`7`, `30s` або `1m`")
      case .percent: ("Непридатний відсоток", nil, "`30%`")
      case .action:
        (
          "Непридатна дія",
          "Це слово малими літерами та його газ: щонайбільше \(UsualAction.mostGas), як в однієї транзакції.",
          "`\(option) swap=150000`"
        )
      }
    return FailureWords("\(name) для `\(option)`: `\(value)`", reason: reason, advice: "Пишіть як-от \(examples).")
  }
}
