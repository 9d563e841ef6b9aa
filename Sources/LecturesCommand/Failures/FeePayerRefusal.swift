import Localization

/// The refusals of the command that serves a fee payer.
enum FeePayerRefusal: Phrase {
  case noFolder

  var english: FailureWords {
    switch self {
    case .noFolder:
      FailureWords(
        "There is no place to keep which journal the account has.",
        reason: "Neither XDG_DATA_HOME nor HOME is an absolute path.",
        advice: "Set HOME, or XDG_DATA_HOME to a folder.")
    }
  }

  var korean: FailureWords {
    switch self {
    case .noFolder:
      FailureWords(
        "계정이 어느 장부를 쓰는지 적어 둘 곳이 없습니다.", reason: "`XDG_DATA_HOME`도 `HOME`도 절대 경로가 아닙니다.",
        advice: "`HOME`을 설정하거나 `XDG_DATA_HOME`에 폴더를 지정하십시오.")
    }
  }

  var ukrainian: FailureWords {
    switch self {
    case .noFolder:
      FailureWords(
        "Немає місця, щоб записати, який журнал має рахунок.",
        reason: "Ні `XDG_DATA_HOME`, ні `HOME` не є абсолютним шляхом.",
        advice: "Задайте `HOME` або теку в `XDG_DATA_HOME`.")
    }
  }
}
