import Localization
import Operations

/// The headings and names of fields of transactions that no other texts have.
enum TransactionLabel: Phrase {
  case number, nonce, cost, costAtMost, since, reason, status, outbox, money, gas, senderPaid, feePayerPaid

  var english: String {
    switch self {
    case .number: "Number"
    case .nonce: "Nonce"
    case .cost: "Cost"
    case .costAtMost: "Costs at most"
    case .since: "Since"
    case .reason: "Reason"
    case .status: "Status"
    case .outbox: "Outbox"
    case .money: "Value"
    case .gas: "Gas"
    case .senderPaid: "Sender paid"
    case .feePayerPaid: "Fee payer paid"
    }
  }

  var korean: String {
    switch self {
    case .number: "번호"
    case .nonce: "논스"
    case .cost: "비용"
    case .costAtMost: "최대 비용"
    case .since: "시작"
    case .reason: "이유"
    case .status: "상태"
    case .outbox: "발신함"
    case .money: "금액"
    case .gas: "가스"
    case .senderPaid: "보낸 계정 지불"
    case .feePayerPaid: "수수료 대납자 지불"
    }
  }

  var ukrainian: String {
    switch self {
    case .number: "Номер"
    case .nonce: "Лічильник"
    case .cost: "Витрати"
    case .costAtMost: "Витрати щонайбільше"
    case .since: "З якого часу"
    case .reason: "Причина"
    case .status: "Стан"
    case .outbox: "Журнал надсилань"
    case .money: "Сума"
    case .gas: "Газ"
    case .senderPaid: "Сплатив відправник"
    case .feePayerPaid: "Сплатив платник комісії"
    }
  }
}
