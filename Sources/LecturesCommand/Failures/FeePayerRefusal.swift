import Localization

/// The refusals of the command that serves a fee payer.
enum FeePayerRefusal: Phrase {
  case noFolder
  /// Rules of another chain than that of the payments.
  case otherChain(rules: String, payments: String)

  var english: FailureWords {
    switch self {
    case .noFolder:
      FailureWords(
        "There is no place to keep which journal the account has.",
        reason: "Neither XDG_DATA_HOME nor HOME is an absolute path.",
        advice: "Set HOME, or XDG_DATA_HOME to a folder.")
    case .otherChain(let rules, let payments):
      FailureWords(
        "The rules are of the chain \(rules), and the payments of the chain \(payments).",
        advice: "Give the rules that this fee payer serves by.")
    }
  }

  var korean: FailureWords {
    switch self {
    case .noFolder:
      FailureWords(
        "계정이 어느 장부를 쓰는지 적어 둘 곳이 없습니다.", reason: "`XDG_DATA_HOME`도 `HOME`도 절대 경로가 아닙니다.",
        advice: "`HOME`을 설정하거나 `XDG_DATA_HOME`에 폴더를 지정하십시오.")
    case .otherChain(let rules, let payments):
      FailureWords(
        "규칙과 지급 내역의 체인이 다릅니다(규칙: \(rules), 지급: \(payments)).", advice: "이 대납자가 쓰는 규칙 파일을 지정하십시오.")
    }
  }

  var ukrainian: FailureWords {
    switch self {
    case .noFolder:
      FailureWords(
        "Немає місця, щоб записати, який журнал має рахунок.",
        reason: "Ні `XDG_DATA_HOME`, ні `HOME` не є абсолютним шляхом.",
        advice: "Задайте `HOME` або теку в `XDG_DATA_HOME`.")
    case .otherChain(let rules, let payments):
      FailureWords(
        "Правила стосуються мережі \(rules), а платежі — мережі \(payments).",
        advice: "Вкажіть правила, за якими працює цей платник.")
    }
  }
}
