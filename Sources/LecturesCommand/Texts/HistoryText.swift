import LectureKit
import Localization
import Outbox
import Primitives

/// The lines of an account's history, and what they come to.
enum HistoryText: Phrase {
  /// The outcome of a transaction that left no event.
  enum Outcome: String, Sendable {
    case failed, cancelled, sent
  }

  /// An entry that the contract's events tell.
  case entry(HistoryEntry.Kind, lecture: UInt256?, run: UInt64?, isCredited: Bool)
  /// A transaction that only the outbox knows, by its label there; why it failed, and who says so while it is open.
  case transaction(Outcome, String, reason: String?, evidence: EvidenceLevel??)
  case nothing(Address)
  case feeNotKnown
  case fees(String)
  /// A sum without the fees of some transactions.
  case feesWithout(transactions: Int, others: String)
  case othersPaid(String)
  case income(String)
  /// A fact on which endpoints contradict each other, with what they tell.
  case disputed(ComparedEntry.Fact, [String])
  case objection(HistoryEntry.Objection)

  var english: String {
    switch self {
    case .entry(let kind, let lecture, let run, let isCredited):
      HistoryText.english(kind) + HistoryText.behind(run) { " run \($0) of" }
        + (lecture.map { " lecture \($0)" } ?? (kind == .withdrew ? " what waited" : " a lecture"))
        + (isCredited ? ", credited for withdrawal" : "")
    case .transaction(let outcome, let label, let reason, let evidence):
      "\(outcome.rawValue): \(label)" + HistoryText.behind(reason)
        + (evidence.map { ", \(ReceiptText.evidence($0).english)" } ?? "")
    case .nothing(let account): "\(account) has done nothing here."
    case .feeNotKnown: "not known"
    case .fees(let sum): "Fees in all: \(sum)"
    case .feesWithout(let count, let others):
      "Fees in all: not known, the node does not tell what \(count) \(Plural.english(count, "transaction", "transactions")) cost; the others \(others)"
    case .othersPaid(let sum): "Others paid \(sum) of fees for it."
    case .income(let sum): "Income of settlements: \(sum)"
    case .disputed(let fact, let values):
      "the endpoints contradict each other: \(HistoryText.english(fact))"
        + HistoryText.list(values, separator: " or ")
    case .objection(let objection):
      switch objection {
      case .toldTwice: "told twice, which cannot be"
      case .noReceipt: "a node that was asked shows no receipt that has it"
      case .impossibleGas: "a node that was asked tells gas that cannot be"
      case .otherThanSigned: "the node tells another amount than was signed here"
      }
    }
  }

  var korean: String {
    switch self {
    case .entry(let kind, let lecture, let run, let isCredited):
      (lecture.map { "\($0)번 강의 " } ?? "") + HistoryText.korean(kind) + HistoryText.behind(run) { " (회차 \($0))" }
        + (isCredited ? ", 찾아갈 금액으로 적립" : "")
    case .transaction(let outcome, let label, let reason, let evidence):
      "\(HistoryText.korean(outcome)): \(IntentLabel(label).korean)" + HistoryText.behind(reason.map { "`\($0)`" })
        + (evidence.map { ", \(ReceiptText.evidence($0).korean)" } ?? "")
    case .nothing(let account): "\(account) 계정이 여기에서 한 일이 없습니다."
    case .feeNotKnown: "알 수 없음"
    case .fees(let sum): "수수료 합계: \(sum)"
    case .feesWithout(let count, let others):
      "수수료 합계: 알 수 없음. 노드가 트랜잭션 \(count)건의 비용을 알려 주지 않으며, 나머지는 \(others)"
    case .othersPaid(let sum): "다른 계정이 대신 낸 수수료: \(sum)"
    case .income(let sum): "정산 수입: \(sum)"
    case .disputed(let fact, let values):
      "엔드포인트의 답이 서로 다름: \(HistoryText.korean(fact))" + HistoryText.list(values, separator: " / ")
    case .objection(let objection):
      switch objection {
      case .toldTwice: "두 번 있을 수 없는 일이 두 번 답에 있음"
      case .noReceipt: "물어본 노드 중에 이 일이 담긴 영수증을 보여 주지 않는 노드가 있음"
      case .impossibleGas: "노드가 답한 가스는 있을 수 없는 값임"
      case .otherThanSigned: "노드가 답한 금액이 여기에서 서명한 금액과 다름"
      }
    }
  }

  var ukrainian: String {
    switch self {
    case .entry(let kind, let lecture, let run, let isCredited):
      HistoryText.ukrainian(kind, lecture.map { " \($0)" } ?? "") + HistoryText.behind(run) { " (набір \($0))" }
        + (isCredited ? ", зараховано до видачі" : "")
    case .transaction(let outcome, let label, let reason, let evidence):
      "\(HistoryText.ukrainian(outcome)): \(IntentLabel(label).ukrainian)"
        + HistoryText.behind(reason.map { "`\($0)`" })
        + (evidence.map { ", \(ReceiptText.evidence($0).ukrainian)" } ?? "")
    case .nothing(let account): "Рахунок \(account) тут нічого не зробив."
    case .feeNotKnown: "невідомо"
    case .fees(let sum): "Комісії разом: \(sum)"
    case .feesWithout(let count, let others):
      "Комісії разом: невідомо, вузол не каже, скільки коштували \(count) \(Plural.ukrainian(count, "транзакція", "транзакції", "транзакцій")); решта \(others)"
    case .othersPaid(let sum): "Інші сплатили за нього комісій: \(sum)"
    case .income(let sum): "Дохід від розрахунків: \(sum)"
    case .disputed(let fact, let values):
      "вузли суперечать один одному: \(HistoryText.ukrainian(fact))" + HistoryText.list(values, separator: " або ")
    case .objection(let objection):
      switch objection {
      case .toldTwice: "названо двічі, чого не може бути"
      case .noReceipt: "один із запитаних вузлів не показує квитанції, у якій це є"
      case .impossibleGas: "вузол називає газ, якого не може бути"
      case .otherThanSigned: "вузол називає іншу суму, ніж тут підписано"
      }
    }
  }

  private static func list(_ values: [String], separator: String) -> String {
    values.isEmpty ? "" : " " + values.joined(separator: separator)
  }

  private static func english(_ fact: ComparedEntry.Fact) -> String {
    switch fact {
    case .amount, .run, .block, .time, .fee: fact.rawValue
    case .credited: "whether it was credited"
    case .feePayerPaid: "fee that others paid"
    }
  }

  private static func korean(_ fact: ComparedEntry.Fact) -> String {
    switch fact {
    case .amount: "금액"
    case .run: "회차"
    case .credited: "적립 여부"
    case .block: "블록"
    case .time: "시각"
    case .fee: "수수료"
    case .feePayerPaid: "다른 계정이 낸 수수료"
    }
  }

  private static func ukrainian(_ fact: ComparedEntry.Fact) -> String {
    switch fact {
    case .amount: "сума"
    case .run: "набір"
    case .credited: "чи зараховано"
    case .block: "блок"
    case .time: "час"
    case .fee: "комісія"
    case .feePayerPaid: "комісія, сплачена іншими"
    }
  }

  private static func english(_ kind: HistoryEntry.Kind) -> String {
    switch kind {
    case .opened, .bought, .rated, .reclaimed, .withdrew: kind.rawValue
    case .received: "received the income of"
    case .collected: "collected the fee of"
    }
  }

  private static func korean(_ kind: HistoryEntry.Kind) -> String {
    switch kind {
    case .opened: "개설"
    case .bought: "구매"
    case .rated: "평가"
    case .reclaimed: "환불"
    case .withdrew: "대기 금액 수령"
    case .received: "강의 수입"
    case .collected: "플랫폼 수수료"
    }
  }

  private static func korean(_ outcome: Outcome) -> String {
    switch outcome {
    case .failed: "실패"
    case .cancelled: "취소"
    case .sent: "전송"
    }
  }

  private static func ukrainian(_ kind: HistoryEntry.Kind, _ lecture: String) -> String {
    switch kind {
    case .opened: "відкрито лекцію\(lecture)"
    case .bought: "куплено лекцію\(lecture)"
    case .rated: "оцінено лекцію\(lecture)"
    case .reclaimed: "повернено оплату за лекцію\(lecture)"
    case .withdrew: "забрано зараховане"
    case .received: "дохід за лекцію\(lecture)"
    case .collected: "частка платформи за лекцію\(lecture)"
    }
  }

  private static func ukrainian(_ outcome: Outcome) -> String {
    switch outcome {
    case .failed: "невдача"
    case .cancelled: "скасовано"
    case .sent: "надіслано"
    }
  }

  /// The number of a run behind the first.
  private static func behind(_ run: UInt64?, _ words: (UInt64) -> String) -> String {
    run.flatMap { $0 > 0 ? words($0) : nil } ?? ""
  }

  private static func behind(_ reason: String?) -> String { reason.map { " (\($0))" } ?? "" }
}
