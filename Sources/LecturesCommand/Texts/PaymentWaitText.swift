import Localization
import Terminal

/// The words on a payment that is waited for.
enum PaymentWaitText: Phrase {
  case waiting(String)
  /// A part of the amount has come.
  case partly(String, of: String)
  case paid(String)
  case payment(String, from: StyledText, transaction: String)
  case confirmations(UInt64)
  case notPaid(String)
  case cameOnly(String)

  var english: StyledText {
    switch self {
    case .waiting(let amount): "Waiting for \(amount)"
    case .partly(let sum, let amount): "Waiting: \(sum) of \(amount) came"
    case .paid(let sum): StyledText("Paid: \(sum)", .good) + "."
    case .payment(let amount, let sender, let transaction): "\(amount) from " + sender + ", transaction \(transaction)"
    case .confirmations(let count): "\(count) \(Plural.english(Int(clamping: count), "confirmation", "confirmations"))."
    case .notPaid(let amount): "\(amount) did not come in time."
    case .cameOnly(let sum): "Only \(sum) came."
    }
  }

  var korean: StyledText {
    switch self {
    case .waiting(let amount): "\(amount) 입금 대기 중"
    case .partly(let sum, let amount): "입금 대기 중: \(amount) 중 \(sum)"
    case .paid(let sum): StyledText("입금 완료: \(sum)", .good)
    case .payment(let amount, let sender, let transaction): "\(amount), 보낸 주소: " + sender + ", 트랜잭션 \(transaction)"
    case .confirmations(let count): "확인 \(count)회."
    case .notPaid(let amount): "\(amount)이(가) 제때 들어오지 않았습니다."
    case .cameOnly(let sum): "\(sum)만 들어왔습니다."
    }
  }

  var ukrainian: StyledText {
    switch self {
    case .waiting(let amount): "Чекаю на \(amount)"
    case .partly(let sum, let amount): "Чекаю: надійшло \(sum) із \(amount)"
    case .paid(let sum): StyledText("Сплачено: \(sum)", .good) + "."
    case .payment(let amount, let sender, let transaction): "\(amount) від " + sender + ", транзакція \(transaction)"
    case .confirmations(let count): "Підтверджень: \(count)."
    case .notPaid(let amount): "\(amount) вчасно не надійшло."
    case .cameOnly(let sum): "Надійшло лише \(sum)."
    }
  }
}
