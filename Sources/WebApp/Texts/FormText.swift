import Localization
import Operations
import Outbox

/// The words of forms and of reviews.
enum FormText: Phrase {
  case review, cancel, back, confirm, ratingIsFinal, scoreHint, scoreUnset, scoreMissing(String)
  case checkTitle, whatHappens, valid(minutes: Int64), password(String), keepUnlocked(seconds: Int64), unlocked(String)
  case accept, acceptMissing, passwordMissing, changed, nothingBefore, unproven, sendAgain, underWay, underWayNote
  case sending, sendingNote, signing, signingNote, done, doneEarlier, failed, next, transactions, from, atMost
  case tradedInPart
  case exceed(String), confirmSigning, signsOnly, oneByOne(Int), sendAll(Int), stepDone, stepUnderWay, stepFailed,
    stepNotSent

  var english: String {
    switch self {
    case .review: "Review"
    case .cancel: "Cancel"
    case .back: "Back"
    case .confirm: "Confirm and send"
    case .ratingIsFinal: "A rating is final: one in each run, and it cannot be changed."
    case .scoreHint: "From 0 to 100"
    case .scoreUnset: "not chosen yet"
    case .scoreMissing(let name): "\(name): give a whole number from 0 to 100."
    case .checkTitle: "Check before you confirm"
    case .whatHappens: "What will happen"
    case .valid(let minutes): "This review is good for \(minutes) min."
    case .password(let account): "Password of \(account)"
    case .keepUnlocked(let seconds):
      "Keep this account unlocked for "
        + Self.period(
          seconds, { "\($0) \(Plural.english($0, "minute", "minutes"))" },
          { "\($0) \(Plural.english($0, "second", "seconds"))" })
    case .unlocked(let account): "\(account) is unlocked."
    case .accept: "I have read this and go on."
    case .exceed(let limit): "Exceed \(limit) this once."
    case .acceptMissing: "Read the warning and tick it, or cancel."
    case .passwordMissing: "Type the password."
    case .changed: "Something changed since you looked. Check it again; nothing was sent."
    case .nothingBefore: "Nothing is sent before you confirm."
    case .unproven: "It may have been sent before"
    case .underWay: "It is being sent already"
    case .underWayNote: "Nothing was sent a second time. Wait until it is in a block, or look at it."
    case .sendAgain: "I know that this may pay a second time."
    case .sending: "It is being sent"
    case .sendingNote:
      "It is signed once and sent once. You can close this page: it goes on, and stands under Transactions."
    case .signing: "It is being signed"
    case .signingNote: "It goes on if you close this page. It costs no gas, and is not among the transactions."
    case .done: "It is done"
    case .tradedInPart: "Not all of it was traded"
    case .doneEarlier: "It was done before: nothing was sent again."
    case .failed: "It failed"
    case .next: "Continue"
    case .transactions: "Transactions"
    case .from: "From"
    case .atMost: "Together at most"
    case .confirmSigning: "Confirm and sign"
    case .signsOnly:
      "It is signed and posted, and costs no gas. Until it ends anybody may fill it; only a cancel takes it back."
    case .oneByOne(let count): "\(count) transactions are sent one after the other; the first that fails ends it."
    case .sendAll(let count): "Send \(count) transactions?"
    case .stepDone: "done"
    case .stepUnderWay: "being sent"
    case .stepFailed: "failed"
    case .stepNotSent: "not sent"
    }
  }

  var korean: String {
    switch self {
    case .review: "확인하기"
    case .cancel: "취소"
    case .back: "뒤로"
    case .confirm: "확인하고 보내기"
    case .ratingIsFinal: "평가는 회차마다 한 번뿐이며 나중에 바꿀 수 없습니다."
    case .scoreHint: "0부터 100까지"
    case .scoreUnset: "아직 고르지 않음"
    case .scoreMissing(let name): "\(name): 0부터 100까지의 정수를 입력하세요."
    case .checkTitle: "보내기 전에 확인하세요"
    case .whatHappens: "일어날 일"
    case .valid(let minutes): "이 확인 페이지는 \(minutes)분 동안 유효합니다."
    case .password(let account): "\(account)의 비밀번호"
    case .keepUnlocked(let seconds): "이 계정을 \(Self.period(seconds, { "\($0)분" }, { "\($0)초" })) 동안 잠금 해제 상태로 두기"
    case .unlocked(let account): "\(account) 계정은 잠금 해제되어 있습니다."
    case .accept: "읽었으며 계속합니다."
    case .exceed(let limit): "이번 한 번만 \(limit) 한도를 넘습니다."
    case .acceptMissing: "경고를 읽고 표시하거나 취소하세요."
    case .passwordMissing: "비밀번호를 입력하세요."
    case .changed: "그 사이에 바뀐 것이 있습니다. 다시 확인하세요. 아무것도 보내지 않았습니다."
    case .nothingBefore: "확인하기 전에는 아무것도 보내지 않습니다."
    case .unproven: "이미 보냈을 수 있습니다"
    case .underWay: "이미 보내는 중입니다"
    case .underWayNote: "두 번 보내지 않았습니다. 블록에 포함될 때까지 기다리거나 트랜잭션을 확인하세요."
    case .sendAgain: "한 번 더 지불될 수 있음을 알고 있습니다."
    case .sending: "보내는 중입니다"
    case .sendingNote: "한 번만 서명하고 한 번만 보냅니다. 페이지를 닫아도 계속되며 트랜잭션 목록에서 볼 수 있습니다."
    case .signing: "서명하는 중입니다"
    case .signingNote: "페이지를 닫아도 계속됩니다. 가스 비용이 없으며 트랜잭션 목록에는 없습니다."
    case .done: "완료되었습니다"
    case .tradedInPart: "전부 거래되지는 않았습니다"
    case .doneEarlier: "이미 처리되어 다시 보내지 않았습니다."
    case .failed: "실패했습니다"
    case .next: "계속"
    case .transactions: "트랜잭션"
    case .from: "보내는 계정"
    case .atMost: "모두 합해 최대"
    case .confirmSigning: "확인하고 서명하기"
    case .signsOnly: "서명하여 게시하며 가스 비용이 없습니다. 만료될 때까지 누구나 체결할 수 있고, 취소해야만 거둘 수 있습니다."
    case .oneByOne(let count): "트랜잭션 \(count)건을 하나씩 차례로 보냅니다. 하나라도 실패하면 거기서 멈춥니다."
    case .sendAll(let count): "트랜잭션 \(count)건을 보내시겠습니까?"
    case .stepDone: "완료"
    case .stepUnderWay: "보내는 중"
    case .stepFailed: "실패"
    case .stepNotSent: "보내지 않음"
    }
  }

  var ukrainian: String {
    switch self {
    case .review: "Переглянути"
    case .cancel: "Скасувати"
    case .back: "Назад"
    case .confirm: "Підтвердити й надіслати"
    case .ratingIsFinal: "Оцінка остаточна: одна за кожний набір, змінити її не можна."
    case .scoreHint: "Від 0 до 100"
    case .scoreUnset: "ще не вибрано"
    case .scoreMissing(let name): "\(name): введіть ціле число від 0 до 100."
    case .checkTitle: "Перевірте перед підтвердженням"
    case .whatHappens: "Що станеться"
    case .valid(let minutes): "Цей перегляд діє \(minutes) хв."
    case .password(let account): "Пароль рахунку \(account)"
    case .keepUnlocked(let seconds):
      "Тримати цей рахунок відімкненим "
        + Self.period(
          seconds, { "\($0) \(Plural.ukrainian($0, "хвилину", "хвилини", "хвилин"))" },
          { "\($0) \(Plural.ukrainian($0, "секунду", "секунди", "секунд"))" })
    case .unlocked(let account): "Рахунок \(account) відімкнено."
    case .accept: "Я прочитав(-ла) це й продовжую."
    case .exceed(let limit): "Цього разу перевищити межу \(limit)."
    case .acceptMissing: "Прочитайте попередження й позначте його або скасуйте."
    case .passwordMissing: "Введіть пароль."
    case .changed: "Дещо змінилося, відколи ви дивилися. Перевірте ще раз; нічого не надіслано."
    case .nothingBefore: "До підтвердження нічого не надсилається."
    case .unproven: "Можливо, це вже надіслано"
    case .underWay: "Це вже надсилається"
    case .underWayNote: "Удруге нічого не надіслано. Зачекайте, доки це потрапить у блок, або подивіться на це."
    case .sendAgain: "Я знаю, що це може заплатити вдруге."
    case .sending: "Надсилається"
    case .sendingNote:
      "Це підписується один раз і надсилається один раз. Сторінку можна закрити: усе триває, запис — у транзакціях."
    case .signing: "Підписується"
    case .signingNote: "Якщо закрити сторінку, усе триває. Газу це не коштує, і серед транзакцій цього немає."
    case .done: "Зроблено"
    case .tradedInPart: "Угоду виконано не повністю"
    case .doneEarlier: "Це вже зроблено раніше: нічого не надіслано вдруге."
    case .failed: "Не вдалося"
    case .next: "Далі"
    case .transactions: "Транзакції"
    case .from: "З рахунку"
    case .atMost: "Разом щонайбільше"
    case .confirmSigning: "Підтвердити й підписати"
    case .signsOnly:
      "Ордер підписується й публікується, газу не коштує. Доки він діє, його може виконати будь-хто; забрати його можна лише скасуванням."
    case .oneByOne(let count):
      "Транзакції надсилаються одна за одною (\(count)); перша невдала зупиняє решту."
    case .sendAll(let count):
      "Надіслати \(count) \(Plural.ukrainian(count, "транзакцію", "транзакції", "транзакцій"))?"
    case .stepDone: "зроблено"
    case .stepUnderWay: "надсилається"
    case .stepFailed: "не вдалося"
    case .stepNotSent: "не надіслано"
    }
  }
}

extension FormText {
  /// The words of the box that accepts a warning: one about a limit names it, as the settings do.
  static func accepting(_ warning: ReviewWarning) -> FormText {
    switch warning.limit {
    case .perCommand: .exceed(SettingKey.limitPerCommand.name)
    case .perDay: .exceed(SettingKey.limitPerDay.name)
    case .perContract: .exceed(SettingKey.limitPerContract.name)
    case nil: .accept
    }
  }

  /// A time as whole minutes where it is that, else in seconds.
  private static func period(
    _ seconds: Int64, _ minutes: (Int64) -> String, _ others: (Int64) -> String
  ) -> String {
    seconds >= 60 && seconds % 60 == 0 ? minutes(seconds / 60) : others(seconds)
  }
}
