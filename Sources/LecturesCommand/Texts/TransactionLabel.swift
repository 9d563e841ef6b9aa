import Localization
import Operations

/// The headings and names of fields of transactions that no other texts have.
enum TransactionLabel: Phrase {
  case number, nonce, cost, costAtMost, since, reason, status, outbox, money, gas, senderPaid, feePayerPaid
  // Before it is mined.
  case chain, gasLimit, gasPrice, feePaidBy, newKey, accessList, blobs, setsCode
  case signedBy, approvedBy, feePayerSigns, hash, sendersHash, signingHash, size, payersPart
  // An outbox that is moved or rebuilt, and what is to be resumed.
  case movedFrom, movedTo, kept, wouldBe

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
    case .chain: "Chain"
    case .gasLimit: "Gas limit"
    case .gasPrice: "Gas price"
    case .feePaidBy: "Fee paid by"
    case .newKey: "New key"
    case .accessList: "Access list"
    case .blobs: "Blobs"
    case .setsCode: "Sets code"
    case .signedBy: "Signed by"
    case .approvedBy: "Approved by"
    case .feePayerSigns: "Fee payer signs"
    case .hash: "Hash"
    case .sendersHash: "Sender's hash"
    case .signingHash: "Signing hash"
    case .size: "Size"
    case .payersPart: "Its part at most"
    case .movedFrom: "From"
    case .movedTo: "To"
    case .kept: "Kept"
    case .wouldBe: "Would be"
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
    case .chain: "체인"
    case .gasLimit: "가스 한도"
    case .gasPrice: "가스 가격"
    case .feePaidBy: "수수료 내는 쪽"
    case .newKey: "새 키"
    case .accessList: "접근 목록"
    case .blobs: "블롭"
    case .setsCode: "코드 설정"
    case .signedBy: "서명한 키"
    case .approvedBy: "대납에 서명한 키"
    case .feePayerSigns: "대납자가 서명할 해시"
    case .hash: "해시"
    case .sendersHash: "보내는 계정의 해시"
    case .signingHash: "서명할 해시"
    case .size: "크기"
    case .payersPart: "대납 금액(최대)"
    case .movedFrom: "지금 위치"
    case .movedTo: "옮길 위치"
    case .kept: "보관한 파일"
    case .wouldBe: "할 일"
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
    case .chain: "Мережа"
    case .gasLimit: "Ліміт газу"
    case .gasPrice: "Ціна газу"
    case .feePaidBy: "Хто платить комісію"
    case .newKey: "Новий ключ"
    case .accessList: "Список доступу"
    case .blobs: "Блоби"
    case .setsCode: "Встановлює код"
    case .signedBy: "Підписав"
    case .approvedBy: "Схвалив"
    case .feePayerSigns: "Підписує платник комісії"
    case .hash: "Геш"
    case .sendersHash: "Геш відправника"
    case .signingHash: "Геш для підпису"
    case .size: "Розмір"
    case .payersPart: "Його частка, щонайбільше"
    case .movedFrom: "Звідки"
    case .movedTo: "Куди"
    case .kept: "Збережено"
    case .wouldBe: "Що буде"
    }
  }
}
