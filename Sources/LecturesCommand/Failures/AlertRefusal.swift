import Localization

/// The refusals of commands for alerts and of daemons.
enum AlertRefusal: Phrase {
  case noDesktop
  case ratesUnwatched
  /// A network whose gas nobody watches.
  case gasUnwatched(String)
  /// A daemon whose readings fail, and why.
  case daemonFails(String)
  /// A webhook of whose posts others could read along.
  case openWebhook
  /// A text that is no chat of Telegram's.
  case noChat(String)
  /// A word that is no action's, and those that are.
  case noAction(String, known: String)
  /// An alert on the price of a coin without the money that it is in.
  case noFiat
  /// A rate of the command line, which nobody would watch.
  case fixedRate
  /// A network whose coin no market is known to trade.
  case noCoin(String)

  var english: FailureWords {
    switch self {
    case .noDesktop:
      FailureWords(
        "There is no notify-send to tell the desktop.", advice: "Install libnotify, or leave --desktop away.")
    case .ratesUnwatched: FailureWords("Nobody watches the rates.", advice: "Start it: lectures rates daemon")
    case .gasUnwatched(let network):
      FailureWords("Nobody watches \(network).", advice: "Start it: lectures gas daemon")
    case .daemonFails(let reason): FailureWords("The daemon runs, and fails.", reason: reason)
    case .openWebhook:
      FailureWords(
        "Payments are told over TLS.",
        reason: "Of an address that begins with http:// others could read along, unless it is on this machine.",
        advice: "Give an https:// address, or one of this machine.")
    case .noChat(let text):
      FailureWords("'\(text)' is no chat of Telegram's.", advice: "It is a number, as in -1001234567890, or @name.")
    case .noAction(let word, let known):
      FailureWords(
        "No action is called '\(word)'.", advice: "There are \(known); add your own: --action \(word)=150000")
    case .fixedRate:
      FailureWords(
        "An alert watches the rates of markets, and not the one of --fiat-rate.",
        advice: "Leave --fiat-rate away, and name the money: --fiat USD")
    case .noFiat: FailureWords("The money for the price of the coin is not named.", advice: "As in --fiat KRW.")
    case .noCoin(let network):
      FailureWords("No market is known here for the coin of \(network).", advice: "Choose another --network.")
    }
  }

  var korean: FailureWords {
    switch self {
    case .noDesktop:
      FailureWords("바탕 화면에 알리는 `notify-send`가 없습니다.", advice: "`libnotify`를 설치하거나 `--desktop`을 빼십시오.")
    case .ratesUnwatched: FailureWords("환율을 지켜보는 프로그램이 없습니다.", advice: "시작하십시오: `lectures rates daemon`")
    case .gasUnwatched(let network):
      FailureWords("가스 가격을 지켜보는 프로그램이 없습니다: `\(network)`", advice: "시작하십시오: `lectures gas daemon`")
    case .daemonFails(let reason): FailureWords("데몬이 실행 중이지만 실패하고 있습니다.", reason: reason)
    case .openWebhook:
      FailureWords(
        "입금 소식은 TLS로만 알립니다.", reason: "`http://` 주소는 이 컴퓨터의 주소가 아니면 다른 사람이 엿볼 수 있습니다.",
        advice: "`https://` 주소나 이 컴퓨터의 주소를 지정하십시오.")
    case .noChat(let text):
      FailureWords("텔레그램 대화방이 아닙니다: `\(text)`", advice: "번호 또는 `@name`으로 지정하십시오. 예: `-1001234567890`")
    case .noAction(let word, let known):
      FailureWords("그런 작업이 없습니다: `\(word)`", advice: "있는 작업: `\(known)`. 직접 더하려면: `--action \(word)=150000`")
    case .fixedRate:
      FailureWords(
        "알림은 시장 환율을 지켜보며, `--fiat-rate`의 환율은 쓰지 않습니다.", advice: "`--fiat-rate`를 빼고 화폐를 지정하십시오: `--fiat USD`")
    case .noFiat: FailureWords("코인 가격을 나타낼 화폐가 없습니다.", advice: "예: `--fiat KRW`")
    case .noCoin(let network):
      FailureWords("이 네트워크의 코인을 거래하는 시장을 알지 못합니다: \(network)", advice: "다른 `--network`를 고르십시오.")
    }
  }

  var ukrainian: FailureWords {
    switch self {
    case .noDesktop:
      FailureWords(
        "Програми `notify-send`, що показує сповіщення на екрані, немає.",
        advice: "Встановіть `libnotify` або приберіть `--desktop`.")
    case .ratesUnwatched: FailureWords("За курсами ніхто не стежить.", advice: "Запустіть: `lectures rates daemon`")
    case .gasUnwatched(let network):
      FailureWords("За газом мережі `\(network)` ніхто не стежить.", advice: "Запустіть: `lectures gas daemon`")
    case .daemonFails(let reason): FailureWords("Служба працює, але їй не вдається.", reason: reason)
    case .openWebhook:
      FailureWords(
        "Про платежі сповіщають лише через TLS.",
        reason: "За адресою `http://` сповіщення могли б прочитати інші, якщо вона не на цьому комп’ютері.",
        advice: "Дайте адресу `https://` або адресу цього комп’ютера.")
    case .noChat(let text):
      FailureWords("Це не чат у Телеграмі: `\(text)`", advice: "Це число, як-от `-1001234567890`, або `@name`.")
    case .noAction(let word, let known):
      FailureWords(
        "Дії з такою назвою немає: `\(word)`", advice: "Є: `\(known)`. Додайте свою: `--action \(word)=150000`")
    case .fixedRate:
      FailureWords(
        "Сповіщення стежить за курсами ринків, а не за курсом із `--fiat-rate`.",
        advice: "Приберіть `--fiat-rate` і вкажіть гроші: `--fiat USD`")
    case .noFiat: FailureWords("Не вказано грошей для ціни монети.", advice: "Пишіть як-от `--fiat KRW`.")
    case .noCoin(let network):
      FailureWords("Ринку для монети цієї мережі тут не знають: \(network)", advice: "Оберіть іншу `--network`.")
    }
  }
}
