import Localization

/// The refusals of the daemon of conditional orders.
enum ExchangeDaemonRefusal: Phrase {
  case notRunning

  var english: FailureWords {
    FailureWords("Nobody watches conditional orders.", advice: "Start it: lectures exchange daemon")
  }

  var korean: FailureWords {
    FailureWords("조건부 주문을 아무도 감시하지 않습니다.", advice: "시작하려면: `lectures exchange daemon`")
  }

  var ukrainian: FailureWords {
    FailureWords("За умовними ордерами ніхто не стежить.", advice: "Запустити: `lectures exchange daemon`")
  }
}
