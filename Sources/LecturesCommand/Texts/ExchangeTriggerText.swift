import Exchange
import Localization

/// The words of the commands for conditional orders.
enum ExchangeTriggerText: Phrase {
  // Columns and fields.
  case number, when, act, distance, gaps, daemon, armed, lastLook

  // The actions.
  case sells(String, worst: String?), buys(String, worst: String?)
  /// The action, and the per cent by which its price may be worse than the one at which it fires.
  case worseBy(String, percent: String)
  case posts(String)
  case way(isDeal: Bool)

  // Questions and outcomes.
  case question, added(Int64), removed(Int64), none, unwatched
  case holdsAlready(String), thin
  case lacks(String), mayNotMove(String, approval: String)

  // The watch.
  case watching(Int), ending, noKey(Int64)
  case fired(Int64, at: String), ended(Int64, JournalTrigger.State, String)
  case delayed(Int64, String), unseen(String), resumed
  case state(JournalTrigger.State)
  case gap(from: String, to: String?)
  case runs(process: Int), stopped, beside(Int64), notYet

  var english: String {
    switch self {
    case .number: "No."
    case .when: "When"
    case .act: "Then"
    case .distance: "Distance"
    case .gaps: "Not watched"
    case .daemon: "Daemon"
    case .armed: "Armed"
    case .lastLook: "Last look"
    case .sells(let amount, let worst): "sell \(amount)" + (worst.map { ", not below \($0)" } ?? "")
    case .buys(let amount, let worst): "buy \(amount)" + (worst.map { ", not above \($0)" } ?? "")
    case .worseBy(let action, let percent): "\(action), at most \(percent) % worse"
    case .posts(let order): "post an order: \(order)"
    case .way(let isDeal):
      isDeal
        ? "A trade: the daemon needs the key, and the spending limits of the profile hold."
        : "An order that is signed now and posted then: the daemon needs no key."
    case .question: "Make this conditional order?"
    case .added(let id): "Conditional order \(id) is armed."
    case .removed(let id): "Conditional order \(id) is removed."
    case .none: "There is no conditional order; add one: lectures exchange trigger add"
    case .unwatched: "Nobody watches yet:"
    case .holdsAlready(let price): "The condition holds already, at \(price): it fires within two blocks."
    case .thin: "That side of the book has less than the amount: while that is so nothing fires."
    case .lacks(let amount): "The account holds only \(amount)."
    case .mayNotMove(let amount, let approval): "The exchange may move only \(amount); let it: \(approval)"
    case .watching(let count): "It watches \(count) conditional \(Plural.english(count, "order", "orders"))."
    case .ending: "Ctrl-C ends it; how it does:"
    case .noKey(let id): "Conditional order \(id) is not watched: its account's key is not here."
    case .fired(let id, let price): "Conditional order \(id) fires at \(price)."
    case .ended(let id, let state, let problem):
      "Conditional order \(id) is \(state.rawValue)." + (problem.isEmpty ? "" : " \(problem)")
    case .delayed(let id, let problem): "Conditional order \(id) has to wait: \(problem)"
    case .unseen(let problem): "The book cannot be seen, and nothing fires: \(problem)"
    case .resumed: "The book is watched again after a gap."
    case .state(let state): state.rawValue
    case .gap(let from, let to): "\(from) to \(to ?? "now")"
    case .runs(let process): "runs as process \(process)"
    case .stopped: "does not run"
    case .beside(let id): "removed when \(id) fires"
    case .notYet: "none yet"
    }
  }

  var korean: String {
    switch self {
    case .number: "번호"
    case .when: "조건"
    case .act: "동작"
    case .distance: "남은 폭"
    case .gaps: "감시하지 못한 때"
    case .daemon: "데몬"
    case .armed: "대기 중"
    case .lastLook: "마지막 확인"
    case .sells(let amount, let worst): "\(amount) 매도" + (worst.map { " (\($0) 이상)" } ?? "")
    case .buys(let amount, let worst): "\(amount) 매수" + (worst.map { " (\($0) 이하)" } ?? "")
    case .worseBy(let action, let percent): "\(action), 최대 \(percent)% 불리한 가격까지"
    case .posts(let order): "주문 게시: \(order)"
    case .way(let isDeal):
      isDeal
        ? "거래: 데몬에 키가 필요하고 프로필의 지출 한도가 적용됩니다." : "지금 서명하고 그때 게시하는 주문: 데몬에 키가 필요하지 않습니다."
    case .question: "이 조건부 주문을 만드시겠습니까?"
    case .added(let id): "조건부 주문 \(id)번이 대기 중입니다."
    case .removed(let id): "조건부 주문 \(id)번을 없앴습니다."
    case .none: "조건부 주문이 없습니다. 추가하려면: lectures exchange trigger add"
    case .unwatched: "아직 아무도 감시하지 않습니다:"
    case .holdsAlready(let price): "조건이 이미 \(price)에서 성립합니다. 두 블록 안에 실행됩니다."
    case .thin: "호가창의 그쪽 수량이 모자랍니다. 그동안은 실행되지 않습니다."
    case .lacks(let amount): "계정에 \(amount)만 있습니다."
    case .mayNotMove(let amount, let approval): "거래소는 \(amount)만 옮길 수 있습니다. 허용하려면: \(approval)"
    case .watching(let count): "조건부 주문 \(count)개를 감시합니다."
    case .ending: "Ctrl-C로 끝냅니다. 상태 확인:"
    case .noKey(let id): "조건부 주문 \(id)번은 감시하지 않습니다. 그 계정의 키가 없습니다."
    case .fired(let id, let price): "조건부 주문 \(id)번이 \(price)에서 실행됩니다."
    case .ended(let id, let state, let problem):
      "조건부 주문 \(id)번: \(Self.state(state).korean)." + (problem.isEmpty ? "" : " \(problem)")
    case .delayed(let id, let problem): "조건부 주문 \(id)번이 기다립니다: \(problem)"
    case .unseen(let problem): "호가창을 볼 수 없어 아무것도 실행되지 않습니다: \(problem)"
    case .resumed: "끊겼던 감시를 다시 시작했습니다."
    case .state(let state):
      switch state {
      case .armed: "대기"
      case .fired: "조건 성립"
      case .sent: "전송"
      case .posted: "게시 중"
      case .done: "완료"
      case .failed: "실패"
      case .expired: "만료"
      case .removed: "제거"
      }
    case .gap(let from, let to): "\(from) ~ \(to ?? "지금")"
    case .runs(let process): "프로세스 \(process)번으로 실행 중"
    case .stopped: "실행되지 않음"
    case .beside(let id): "\(id)번이 실행되면 제거"
    case .notYet: "아직 없음"
    }
  }

  var ukrainian: String {
    switch self {
    case .number: "№"
    case .when: "Умова"
    case .act: "Дія"
    case .distance: "Відстань"
    case .gaps: "Без нагляду"
    case .daemon: "Служба"
    case .armed: "Чекають"
    case .lastLook: "Останній погляд"
    case .sells(let amount, let worst): "продати \(amount)" + (worst.map { ", не нижче \($0)" } ?? "")
    case .buys(let amount, let worst): "купити \(amount)" + (worst.map { ", не вище \($0)" } ?? "")
    case .worseBy(let action, let percent): "\(action), щонайбільше на \(percent) % гірше"
    case .posts(let order): "виставити ордер: \(order)"
    case .way(let isDeal):
      isDeal
        ? "Угода: службі потрібен ключ, і діють обмеження витрат профілю."
        : "Ордер, який підписано зараз, а виставлено тоді: службі не потрібен ключ."
    case .question: "Створити цей умовний ордер?"
    case .added(let id): "Умовний ордер \(id) чекає."
    case .removed(let id): "Умовний ордер \(id) прибрано."
    case .none: "Умовних ордерів немає; додати: lectures exchange trigger add"
    case .unwatched: "Ще ніхто не стежить:"
    case .holdsAlready(let price): "Умова вже справджується, ціна \(price): ордер спрацює за два блоки."
    case .thin: "З того боку книги менше, ніж треба: поки так, нічого не спрацює."
    case .lacks(let amount): "На рахунку лише \(amount)."
    case .mayNotMove(let amount, let approval): "Біржа може рухати лише \(amount); дозволити: \(approval)"
    case .watching(let count):
      "Стежить за \(count) \(Plural.ukrainian(count, "умовним ордером", "умовними ордерами", "умовними ордерами"))."
    case .ending: "Ctrl-C завершує; як справи:"
    case .noKey(let id): "За умовним ордером \(id) не стежать: ключа його рахунку тут немає."
    case .fired(let id, let price): "Умовний ордер \(id) спрацьовує за ціни \(price)."
    case .ended(let id, let state, let problem):
      "Умовний ордер \(id): \(Self.state(state).ukrainian)." + (problem.isEmpty ? "" : " \(problem)")
    case .delayed(let id, let problem): "Умовний ордер \(id) має зачекати: \(problem)"
    case .unseen(let problem): "Книгу не видно, і нічого не спрацює: \(problem)"
    case .resumed: "За книгою знову стежать після перерви."
    case .state(let state):
      switch state {
      case .armed: "чекає"
      case .fired: "спрацював"
      case .sent: "надіслано"
      case .posted: "виставляється"
      case .done: "виконано"
      case .failed: "не вдалося"
      case .expired: "минув строк"
      case .removed: "прибрано"
      }
    case .gap(let from, let to): "\(from) — \(to ?? "дотепер")"
    case .runs(let process): "працює як процес \(process)"
    case .stopped: "не працює"
    case .beside(let id): "прибрати, коли спрацює \(id)"
    case .notYet: "ще не було"
    }
  }
}
