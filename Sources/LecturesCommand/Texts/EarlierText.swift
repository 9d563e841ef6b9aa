import Localization
import Primitives
import Sending

/// A send of an earlier run that did what was wanted, told instead of doing it again.
struct EarlierText: Phrase {
  /// The action that was taken.
  enum Action: Sendable {
    case purchase(UInt256)
    case rating(UInt256)
    case settlement(UInt256)
  }

  private let earlier: EarlierSend
  private let action: Action?

  /// - Parameter action: Nil for a note beside the transaction itself.
  init(_ earlier: EarlierSend, did action: Action? = nil) { (self.earlier, self.action) = (earlier, action) }

  var english: String {
    let moment = LocalTime.text(earlier.since)
    guard let action else {
      return switch earlier.status {
      case .done: "sent by an earlier run at \(moment); nothing was paid again"
      case .resumed:
        "an earlier run was interrupted at \(moment); what it signed was completed, nothing was paid twice"
      case .followed: "another run sent it at \(moment); this one waited for it, nothing was paid twice"
      }
    }
    let done =
      switch action {
      case .purchase(let lecture): "Lecture \(lecture) was bought"
      case .rating(let lecture): "Lecture \(lecture) was rated"
      case .settlement(let lecture): "Lecture \(lecture) was settled"
      }
    return switch earlier.status {
    case .done: "\(done) by an earlier run of this command at \(moment); nothing was paid again."
    case .resumed:
      "\(done): an earlier run of this command was interrupted at \(moment), and what it signed was completed. Nothing was paid twice."
    case .followed:
      "\(done) by another run of this command at \(moment); this one waited for it. Nothing was paid twice."
    }
  }

  var korean: String {
    let moment = LocalTime.text(earlier.since, in: .korean)
    let done =
      switch action {
      case nil: ""
      case .purchase(let lecture): "\(lecture)번 강의는 이미 구매되었습니다. "
      case .rating(let lecture): "\(lecture)번 강의는 이미 평가되었습니다. "
      case .settlement(let lecture): "\(lecture)번 강의는 이미 정산되었습니다. "
      }
    return switch earlier.status {
    case .done: "\(done)이전 실행에서 \(moment)에 보냈으며, 다시 지불되지 않았습니다."
    case .resumed: "\(done)이전 실행이 \(moment)에 중단되었으나, 서명된 것을 이어서 완료했습니다. 두 번 지불되지 않았습니다."
    case .followed: "\(done)다른 실행에서 \(moment)에 보낸 것을 기다렸습니다. 두 번 지불되지 않았습니다."
    }
  }

  var ukrainian: String {
    let moment = LocalTime.text(earlier.since, in: .ukrainian)
    let done =
      switch action {
      case nil: ""
      case .purchase(let lecture): "Лекцію \(lecture) вже куплено. "
      case .rating(let lecture): "Лекцію \(lecture) вже оцінено. "
      case .settlement(let lecture): "За лекцію \(lecture) вже розраховано. "
      }
    return switch earlier.status {
    case .done: "\(done)Надіслав попередній запуск, \(moment); ще раз нічого не сплачено."
    case .resumed: "\(done)Попередній запуск перервано, \(moment); підписане ним завершено. Двічі нічого не сплачено."
    case .followed: "\(done)Надіслав інший запуск, \(moment); цей його дочекався. Двічі нічого не сплачено."
    }
  }
}
