import Localization
import Primitives

/// A call of the lecture contract in words, as a page lists it: "Buy lecture 0".
struct LectureCallText: Phrase {
  private enum Method: String {
    case purchaseLecture, evaluateLecture, acceptAdmin, recreateLecture, reclaimPayment, withdraw, createLecture
  }

  private let method: Method
  private let lecture: String

  /// The call that a transaction is labelled with; nil where it is none of the lecture contract's.
  ///
  /// - Parameters:
  ///   - receiver: The receiver of the transaction.
  ///   - contract: The lecture contract.
  init?(_ label: String, to receiver: Address?, at contract: Address?) {
    guard let contract, receiver == contract, let end = label.firstIndex(of: "("),
      let method = Method(rawValue: String(label[..<end]))
    else { return nil }
    self.method = method
    lecture = String(label[end...].drop { !$0.isASCII || !$0.isNumber }.prefix { $0.isASCII && $0.isNumber })
  }

  var english: String {
    switch method {
    case .purchaseLecture: "Buy lecture \(lecture)"
    case .evaluateLecture: "Rate lecture \(lecture)"
    case .acceptAdmin: "Settle lecture \(lecture)"
    case .recreateLecture: "Reopen lecture \(lecture)"
    case .reclaimPayment: "Take back the payment for lecture \(lecture)"
    case .withdraw: "Withdraw the credit"
    case .createLecture: "Open a lecture"
    }
  }

  var korean: String {
    switch method {
    case .purchaseLecture: "\(lecture)번 강의 구매"
    case .evaluateLecture: "\(lecture)번 강의 평가"
    case .acceptAdmin: "\(lecture)번 강의 정산"
    case .recreateLecture: "\(lecture)번 강의 다시 개설"
    case .reclaimPayment: "\(lecture)번 강의 수강료 환불"
    case .withdraw: "찾아갈 금액 찾기"
    case .createLecture: "강의 개설"
    }
  }

  var ukrainian: String {
    switch method {
    case .purchaseLecture: "Купівля лекції \(lecture)"
    case .evaluateLecture: "Оцінка лекції \(lecture)"
    case .acceptAdmin: "Розрахунок за лекцію \(lecture)"
    case .recreateLecture: "Повторне відкриття лекції \(lecture)"
    case .reclaimPayment: "Повернення оплати за лекцію \(lecture)"
    case .withdraw: "Отримання кредиту"
    case .createLecture: "Відкриття лекції"
    }
  }
}
