import Localization
import Terminal

/// The words on a code that asks for a payment, and on the payment that is waited for.
enum PaymentWaitText: Phrase {
  /// The amount and the network of a request.
  case asks(String, on: String)
  case inFile(String)
  /// A terminal with fewer columns than the code has.
  case tooNarrow(columns: Int)
  case waiting(String)
  /// A part of the amount has come.
  case partly(String, of: String)
  case paid(String)
  case payment(String, from: StyledText, transaction: String)
  case confirmations(UInt64)
  case notPaid(String)
  case cameOnly(String)
  /// A rise of the balance that no payment explains.
  case unexplained(String)
  case telling, told, notTold

  var english: StyledText {
    switch self {
    case .asks(let amount, let network): "Asks for \(amount) on \(network)."
    case .inFile(let path): "The code is in \(path, .strong)."
    case .tooNarrow(let columns):
      "The terminal is too narrow for the code (\(columns) columns): \("--output FILE", .action)"
    case .waiting(let amount): "Waiting for \(amount)"
    case .partly(let sum, let amount): "Waiting: \(sum) of \(amount) came"
    case .paid(let sum): StyledText("Paid: \(sum)", .good) + "."
    case .payment(let amount, let sender, let transaction): "\(amount) from " + sender + ", transaction \(transaction)"
    case .confirmations(let count): "\(count) \(Plural.english(Int(clamping: count), "confirmation", "confirmations"))."
    case .notPaid(let amount): "\(amount) did not come in time."
    case .cameOnly(let sum): "Only \(sum) came."
    case .unexplained(let sum): "The balance rose by \(sum) without a payment that was found."
    case .telling: "Telling the webhook"
    case .told: "The webhook was told."
    case .notTold: "The payment came, and the webhook could not be told."
    }
  }

  var korean: StyledText {
    switch self {
    case .asks(let amount, let network): "`\(network)` 네트워크에서 요청하는 금액: \(amount)."
    case .inFile(let path): "코드를 저장한 파일: `\(path, .strong)`"
    case .tooNarrow(let columns):
      "터미널이 좁아 코드를 그릴 수 없습니다(\(columns)칸 필요): \("`--output FILE`", .action)"
    case .waiting(let amount): "\(amount) 입금 대기 중"
    case .partly(let sum, let amount): "입금 대기 중: \(amount) 중 \(sum)"
    case .paid(let sum): StyledText("입금 완료: \(sum)", .good)
    case .payment(let amount, let sender, let transaction): "\(amount), 보낸 주소: " + sender + ", 트랜잭션 \(transaction)"
    case .confirmations(let count): "확인 \(count)회."
    case .notPaid(let amount): "\(amount)이(가) 제때 들어오지 않았습니다."
    case .cameOnly(let sum): "\(sum)만 들어왔습니다."
    case .unexplained(let sum): "잔액이 \(sum) 늘었지만, 그 입금은 찾지 못했습니다."
    case .telling: "웹훅에 알리는 중"
    case .told: "웹훅에 알렸습니다."
    case .notTold: "입금은 확인되었지만 웹훅에 알리지 못했습니다."
    }
  }

  var ukrainian: StyledText {
    switch self {
    case .asks(let amount, let network): "Просить \(amount) у мережі `\(network)`."
    case .inFile(let path): "Код — у файлі `\(path, .strong)`."
    case .tooNarrow(let columns):
      "Термінал завузький для коду (потрібно стовпців: \(columns)): \("`--output FILE`", .action)"
    case .waiting(let amount): "Чекаю на \(amount)"
    case .partly(let sum, let amount): "Чекаю: надійшло \(sum) із \(amount)"
    case .paid(let sum): StyledText("Сплачено: \(sum)", .good) + "."
    case .payment(let amount, let sender, let transaction): "\(amount) від " + sender + ", транзакція \(transaction)"
    case .confirmations(let count): "Підтверджень: \(count)."
    case .notPaid(let amount): "\(amount) вчасно не надійшло."
    case .cameOnly(let sum): "Надійшло лише \(sum)."
    case .unexplained(let sum): "Баланс зріс на \(sum), а платежу за цим не знайдено."
    case .telling: "Сповіщаю вебхук"
    case .told: "Вебхук сповіщено."
    case .notTold: "Платіж надійшов, але сповістити вебхук не вдалося."
    }
  }
}
