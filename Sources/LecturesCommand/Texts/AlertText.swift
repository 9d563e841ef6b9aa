import Alerts
import Localization
import Primitives
import Rates

/// The words of commands for alerts.
enum AlertText: Phrase {
  case number, when, state, crossings, how, alert, problem
  case silent(until: String)
  case channel(AlertChannel.Kind)
  case armed, holding, fired
  case delivered, failed, unclear, waiting
  case tried(Int64)
  /// A list without alerts, and a command that adds one.
  case none(String)
  /// A new alert: its number, its rule, and its channels.
  case added(Int64, String, by: String)
  case unwatched
  /// A pair that no source here ever had in a market, and some that are there.
  case neverQuoted(String, market: String, others: String)
  case snoozed(Int64, until: String)
  case awake(Int64)
  case removed(Int64)
  case side(RateSubject.Side)
  case above(String)
  case below(String)
  case change(String)
  /// A change that happened: its direction, its per cent where there are any, and the price from which it is counted.
  case moved(isUp: Bool, percent: String?, from: String)
  /// A limit, and the seconds that the change to it may take.
  case within(String, seconds: Int64)
  case once
  /// A limit, and seconds for which the price has to stay beyond it.
  case held(String, seconds: Int64)
  case watching(Int)
  case ending
  case daemon, lastLook, alerts, told, notYet
  case runs(process: Int)
  case stopped
  /// Another machine watches.
  case standingBy
  case counts(delivered: Int, waiting: Int, failed: Int, unclear: Int)

  var english: String {
    switch self {
    case .number: "No."
    case .when: "When"
    case .state: "State"
    case .crossings: "Crossed"
    case .how: "How"
    case .alert: "Alert"
    case .problem: "Problem"
    case .silent(let time): "silent until \(time)"
    case .channel(let kind): kind.rawValue
    case .armed: "armed"
    case .holding: "holding"
    case .fired: "crossed, until it goes back"
    case .delivered: "delivered"
    case .failed: "failed"
    case .unclear: "unclear"
    case .waiting: "to be told"
    case .tried(let count): "tried \(count) \(Plural.english(Int(clamping: count), "time", "times"))"
    case .none(let command): "There is no alert; add one: \(command)"
    case .added(let alert, let rule, let channels): "Alert \(alert): \(rule), by \(channels)."
    case .unwatched: "Nobody watches yet:"
    case .neverQuoted(let pair, let market, let others):
      "No source has told \(pair) in this market (\(market)) yet; the alert waits until one does."
        + (others.isEmpty ? "" : " There are \(others).")
    case .snoozed(let alert, let time): "Alert \(alert) is silent until \(time)."
    case .awake(let alert): "Alert \(alert) is awake."
    case .removed(let alert): "Alert \(alert) is removed."
    case .side(let side): side.rawValue
    case .above(let price): "at or above \(price)"
    case .below(let price): "below \(price)"
    case .change(let percent): "changed by \(percent) %"
    case .moved(let isUp, let percent, let price):
      (isUp ? "up" : "down") + (percent.map { " \($0) %" } ?? "") + " from \(price)"
    case .within(let limit, let seconds): "\(limit) within \(seconds) s"
    case .once: "once"
    case .held(let limit, let seconds): "\(limit), for \(seconds) s"
    case .watching(let count): "It watches for \(count) \(Plural.english(count, "alert", "alerts"))."
    case .ending: "Ctrl-C ends it; how it does:"
    case .daemon: "Daemon"
    case .lastLook: "Last look"
    case .alerts: "Alerts"
    case .told: "Told"
    case .notYet: "none yet"
    case .runs(let process): "runs as process \(process)"
    case .stopped: "does not run"
    case .standingBy: "Another machine watches; this one stands by, and takes its place when it ends."
    case .counts(let delivered, let waiting, let failed, let unclear):
      "\(delivered) delivered, \(waiting) to be told, \(failed) failed, \(unclear) unclear"
    }
  }

  var korean: String {
    switch self {
    case .number: "번호"
    case .when: "조건"
    case .state: "상태"
    case .crossings: "도달"
    case .how: "방법"
    case .alert: "알림"
    case .problem: "문제"
    case .silent(let time): "\(time)까지 알리지 않음"
    case .channel(let kind):
      switch kind {
      case .terminal: "터미널"
      case .desktop: "바탕 화면"
      case .command: "명령"
      case .webhook: "웹훅"
      }
    case .armed: "대기 중"
    case .holding: "유지 확인 중"
    case .fired: "도달함, 되돌아갈 때까지"
    case .delivered: "전달됨"
    case .failed: "실패"
    case .unclear: "불분명"
    case .waiting: "전달 예정"
    case .tried(let count): "\(count)번 시도함"
    case .none(let command): "알림이 없습니다. 추가하려면: `\(command)`"
    case .added(let alert, let rule, let channels): "알림 \(alert): \(rule), 방법: \(channels)."
    case .unwatched: "아직 지켜보는 프로그램이 없습니다:"
    case .neverQuoted(let pair, let market, let others):
      "이 시장(\(market))에서 \(pair) 환율을 알려 준 출처가 아직 없어, 나올 때까지 알림이 울리지 않습니다."
        + (others.isEmpty ? "" : " 있는 환율: \(others)")
    case .snoozed(let alert, let time): "알림 \(alert)은(는) \(time)까지 울리지 않습니다."
    case .awake(let alert): "알림 \(alert)이(가) 다시 울립니다."
    case .removed(let alert): "알림 \(alert)을(를) 지웠습니다."
    case .side(let side):
      switch side {
      case .bid: "매입"
      case .ask: "매도"
      case .mid: "중간"
      }
    case .above(let price): "\(price) 이상"
    case .below(let price): "\(price) 미만"
    case .change(let percent): "\(percent)% 변동"
    case .moved(let isUp, let percent, let price):
      "\(price)에서 " + (percent.map { "\($0)% " } ?? "") + (isUp ? "상승" : "하락")
    case .within(let limit, let seconds): "\(seconds)초 안에 \(limit)"
    case .once: "한 번만"
    case .held(let limit, let seconds): "\(limit), \(seconds)초 동안"
    case .watching(let count): "알림 \(count)개를 위해 지켜봅니다."
    case .ending: "Ctrl-C로 끝냅니다. 상태 보기:"
    case .daemon: "데몬"
    case .lastLook: "마지막 확인"
    case .alerts: "알림"
    case .told: "전달"
    case .notYet: "아직 없음"
    case .runs(let process): "실행 중(프로세스 \(process))"
    case .stopped: "실행 중이 아님"
    case .standingBy: "다른 컴퓨터가 감시하고 있습니다. 그 컴퓨터가 멈추면 이 컴퓨터가 이어받습니다."
    case .counts(let delivered, let waiting, let failed, let unclear):
      "전달 \(delivered), 예정 \(waiting), 실패 \(failed), 불분명 \(unclear)"
    }
  }

  var ukrainian: String {
    switch self {
    case .number: "№"
    case .when: "Коли"
    case .state: "Стан"
    case .crossings: "Разів"
    case .how: "Як"
    case .alert: "Сповіщення"
    case .problem: "Проблема"
    case .silent(let time): "мовчить до \(time)"
    case .channel(let kind):
      switch kind {
      case .terminal: "термінал"
      case .desktop: "робочий стіл"
      case .command: "команда"
      case .webhook: "вебхук"
      }
    case .armed: "чекає"
    case .holding: "перевіряє, чи тримається"
    case .fired: "спрацювало, доки ціна не повернеться"
    case .delivered: "доставлено"
    case .failed: "не вдалося"
    case .unclear: "неясно"
    case .waiting: "ще не доставлено"
    case .tried(let count): "спроб: \(count)"
    case .none(let command): "Сповіщень немає; додайте: `\(command)`"
    case .added(let alert, let rule, let channels): "Сповіщення \(alert): \(rule); спосіб: \(channels)."
    case .unwatched: "Ніхто ще не стежить:"
    case .neverQuoted(let pair, let market, let others):
      "Жодне джерело ще не давало курсу \(pair) на цьому ринку (\(market)): до того сповіщення чекає."
        + (others.isEmpty ? "" : " Є: \(others).")
    case .snoozed(let alert, let time): "Сповіщення \(alert) мовчить до \(time)."
    case .awake(let alert): "Сповіщення \(alert) знову чинне."
    case .removed(let alert): "Сповіщення \(alert) видалено."
    case .side(let side):
      switch side {
      case .bid: "купівля"
      case .ask: "продаж"
      case .mid: "середній"
      }
    case .above(let price): "від \(price)"
    case .below(let price): "нижче \(price)"
    case .change(let percent): "зміна на \(percent) %"
    case .moved(let isUp, let percent, let price):
      (percent.map { "на \($0) % " } ?? "") + (isUp ? "вище" : "нижче") + ", ніж \(price)"
    case .within(let limit, let seconds): "\(limit) за \(seconds) с"
    case .once: "один раз"
    case .held(let limit, let seconds): "\(limit), протягом \(seconds) с"
    case .watching(let count):
      "Стежить для \(count) \(Plural.ukrainian(count, "сповіщення", "сповіщень", "сповіщень"))."
    case .ending: "Ctrl-C завершує; стан:"
    case .daemon: "Служба"
    case .lastLook: "Останній перегляд"
    case .alerts: "Сповіщення"
    case .told: "Доставка"
    case .notYet: "ще немає"
    case .runs(let process): "працює, процес \(process)"
    case .stopped: "не працює"
    case .standingBy: "Стежить інша машина; ця чекає й перебере стеження, коли та зупиниться."
    case .counts(let delivered, let waiting, let failed, let unclear):
      "доставлено \(delivered), чекає \(waiting), не вдалося \(failed), неясно \(unclear)"
    }
  }
}

extension Language {
  /// A change that is waited for, as in `changed by 30 % within 600 s`, or one that happened, as in
  /// `up 31 % from 25 ston within 600 s`.
  func change(_ percent: ExactDecimal, within window: Int64?, _ moved: (change: ValueChange, from: String)?) -> String {
    let change =
      moved.map { moved in
        self[AlertText.moved(isUp: moved.change.isRise, percent: moved.change.percent.map(decimal), from: moved.from)]
      } ?? self[AlertText.change(decimal("\(percent)"))]
    return window.map { self[AlertText.within(change, seconds: $0)] } ?? change
  }
}
