import Localization
import Terminal

/// The lines about what was sent, for a run that ends early.
enum SentText: Phrase {
  case already
  /// The line above what a fee delegation service was handed and refused, by its word.
  case declined
  case also
  case state(SentTransactions.State)
  /// The command to look with before sending again.
  case look(command: String)
  case waiting
  case waitingNumber(Int64, label: String)
  /// The ways on for what waits: the commands that go on with it, nil where only the present one can, and give it up.
  case waysOn(resume: String?, cancel: String)

  var english: StyledText {
    switch self {
    case .already: "Already sent:"
    case .declined:
      "Handed to a fee delegation service, which says that it does not pay; it has your signature and can still send it:"
    case .also: "Sent too, for an interrupted run had signed it before:"
    case .state(.pending): "not known to be included yet"
    case .state(.refused): "refused, as the service says"
    case .state(.confirmed): "included"
    case .state(.reverted): "included, reverted"
    case .state(.replaced): "replaced by another, never included"
    case .state(.cancelled): "cancelled, never included"
    case .look(let command): "  See what became of it before you send it again: \(command, .action)"
    case .waiting: "Waiting for its price, and still written down (nothing was sent):"
    case .waitingNumber(let number, let label): "  number \(number)  \(label)"
    case .waysOn(let resume, let cancel):
      "  Go on: " + (resume.map { StyledText($0, .action) } ?? "this command again, just as it was")
        + "   Give it up: \(cancel, .action)"
    }
  }

  var korean: StyledText {
    switch self {
    case .already: "이미 보낸 것:"
    case .declined: "수수료 대납 서비스에 넘겼으나 지불하지 않는다고 답한 것(서명을 가지고 있으므로 아직 보낼 수 있음):"
    case .also: "중단된 실행에서 서명했던 것도 보냈습니다:"
    case .state(.pending): "블록에 포함되었는지 아직 알 수 없음"
    case .state(.refused): "서비스의 답에 따르면 거절됨"
    case .state(.confirmed): "포함됨"
    case .state(.reverted): "포함되었으나 실패함"
    case .state(.replaced): "다른 것으로 대체되어 포함되지 않음"
    case .state(.cancelled): "취소되어 포함되지 않음"
    case .look(let command): "  다시 보내기 전에 결과를 확인하십시오: \(command, .action)"
    case .waiting: "가스 가격을 기다리며 기록되어 있습니다(전송되지 않음):"
    case .waitingNumber(let number, let label): "  \(number)번  \(label)"
    case .waysOn(let resume, let cancel):
      "  이어서 진행: " + (resume.map { StyledText($0, .action) } ?? "같은 명령을 그대로 다시 실행")
        + "   취소: \(cancel, .action)"
    }
  }

  var ukrainian: StyledText {
    switch self {
    case .already: "Уже надіслано:"
    case .declined: "Передано службі оплати комісій; вона каже, що не платить, але має ваш підпис і ще може надіслати:"
    case .also: "Надіслано й те, що підписав перерваний запуск:"
    case .state(.pending): "чи в блоці, ще невідомо"
    case .state(.refused): "відхилено, як каже служба"
    case .state(.confirmed): "у блоці"
    case .state(.reverted): "у блоці, але не вдалося"
    case .state(.replaced): "замінено іншою, у блок не потрапить"
    case .state(.cancelled): "скасовано, у блок не потрапить"
    case .look(let command): "  Перевірте, чим скінчилося, перш ніж надсилати знову: \(command, .action)"
    case .waiting: "Чекає на свою ціну й лишається записаним (нічого не надіслано):"
    case .waitingNumber(let number, let label): "  номер \(number)  \(label)"
    case .waysOn(let resume, let cancel):
      "  Продовжити: " + (resume.map { StyledText($0, .action) } ?? "ця сама команда, без змін")
        + "   Скасувати: \(cancel, .action)"
    }
  }
}
