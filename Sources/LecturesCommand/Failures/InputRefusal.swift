import Localization

/// The refusals of files and amounts that are given to commands.
enum InputRefusal: Phrase {
  case unreadable(String)
  case notJSON(String)
  /// A picture without a code.
  case noCode(String)
  /// A picture with several codes, their number, and the first of their texts.
  case severalCodes(String, Int, texts: String)
  /// An option whose amount cannot be read, and the chain's coin.
  case amount(String, coin: String)
  /// An option whose amount is in the coin of another chain, the network, its coin, and the number.
  case otherCoin(String, unit: String, network: String, coin: String, number: String)
  /// An option whose gas price cannot be read.
  case gasPrice(String)

  var english: FailureWords {
    switch self {
    case .unreadable(let path):
      FailureWords(
        "The file \(path) cannot be read.", advice: "Give the path of a file, or - for standard input.")
    case .notJSON(let path):
      FailureWords("The file \(path) is not JSON.", advice: "Is it the file that was meant?")
    case .noCode(let path):
      FailureWords(
        "There is no QR code in \(path).", advice: "Is the whole code on it, with its white margin, and sharp?")
    case .severalCodes(let path, let count, let texts):
      FailureWords(
        "There are \(count) QR codes in \(path).", reason: texts, advice: "Cut out the one that is meant.")
    case .amount(let option, let coin):
      FailureWords(
        "The amount of \(option) cannot be read.",
        advice: "Without a unit it is in \(coin); others stand behind it, as in \"25 gwei\".")
    case .otherCoin(let option, let unit, let network, let coin, let number):
      FailureWords(
        "The amount of \(option) is in \(unit), and the coin of \(network) is \(coin).",
        reason: "As many \(coin) may be worth much more or less.",
        advice: "Write '\(number) \(coin)' if they are meant, or choose the other chain with --network")
    case .gasPrice(let option):
      FailureWords(
        "The price of \(option) cannot be read.", advice: "Without a unit it is in gwei, which Kaia calls ston.")
    }
  }

  var korean: FailureWords {
    switch self {
    case .unreadable(let path):
      FailureWords("파일을 읽을 수 없습니다: `\(path)`", advice: "파일의 경로를 지정하십시오. `-`는 표준 입력입니다.")
    case .notJSON(let path): FailureWords("JSON 파일이 아닙니다: `\(path)`", advice: "찾으시는 파일이 맞는지 확인하십시오.")
    case .noCode(let path):
      FailureWords("그림에 QR 코드가 없습니다: `\(path)`", advice: "흰 여백까지 코드 전체가 선명하게 나왔는지 확인하십시오.")
    case .severalCodes(let path, let count, let texts):
      FailureWords(
        "그림에 QR 코드가 \(count)개 있습니다: `\(path)`", reason: "내용: `\(texts)`", advice: "원하는 코드만 잘라 내십시오.")
    case .amount(let option, let coin):
      FailureWords(
        "`\(option)`의 금액을 읽을 수 없습니다.", advice: "단위를 쓰지 않으면 \(coin) 단위입니다. 다른 단위는 `\"25 gwei\"`처럼 뒤에 쓰십시오.")
    case .otherCoin(let option, let unit, let network, let coin, let number):
      FailureWords(
        "`\(option)`의 금액은 \(unit) 단위인데, \(network) 네트워크의 코인은 \(coin)입니다.",
        reason: "같은 수의 \(coin) 가치는 훨씬 크거나 작을 수 있습니다.",
        advice: "그 코인이 맞다면 `'\(number) \(coin)'`처럼 쓰고, 아니면 `--network`로 다른 체인을 선택하십시오.")
    case .gasPrice(let option):
      FailureWords("`\(option)`의 가격을 읽을 수 없습니다.", advice: "단위를 쓰지 않으면 gwei 단위입니다. Kaia에서는 ston입니다.")
    }
  }

  var ukrainian: FailureWords {
    switch self {
    case .unreadable(let path):
      FailureWords("Файл не читається: `\(path)`", advice: "Вкажіть шлях до файлу; `-` — стандартне введення.")
    case .notJSON(let path): FailureWords("Це не файл JSON: `\(path)`", advice: "Перевірте, чи це потрібний файл.")
    case .noCode(let path):
      FailureWords(
        "На зображенні немає QR-коду: `\(path)`", advice: "Код має бути видно весь, різко, з білими берегами.")
    case .severalCodes(let path, let count, let texts):
      FailureWords(
        "На зображенні кілька QR-кодів (\(count)): `\(path)`", reason: "У них: `\(texts)`",
        advice: "Виріжте той, що потрібен.")
    case .amount(let option, let coin):
      FailureWords(
        "Суму `\(option)` не вдалося прочитати.",
        advice: "Без одиниці вона в \(coin); інші одиниці пишіть після числа: `\"25 gwei\"`.")
    case .otherCoin(let option, let unit, let network, let coin, let number):
      FailureWords(
        "Сума `\(option)` — у \(unit), а монета мережі \(network) — \(coin).",
        reason: "Стільки ж \(coin) може коштувати набагато більше чи менше.",
        advice: "Якщо йдеться саме про них, пишіть `'\(number) \(coin)'`, або виберіть іншу мережу: `--network`.")
    case .gasPrice(let option):
      FailureWords(
        "Ціну `\(option)` не вдалося прочитати.", advice: "Без одиниці вона в gwei; у Kaia це ston.")
    }
  }
}
