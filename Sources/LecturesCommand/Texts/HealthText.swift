import Localization

/// The words for how a daemon does.
enum HealthText: Phrase {
  case health, well, lastReading
  /// The time since when it runs, without any reading so far.
  case nothingYet(since: String)
  /// The time since when it does nothing at all.
  case silent(since: String)
  /// The time since when it fails, and why.
  case failing(since: String, String)
  /// A notice: the daemon and what it watches, since when it fails, and why.
  case noticeFailing(String, since: String, String)
  /// A notice: the daemon and what it watches, since when it had failed, and why.
  case noticeRecovered(String, since: String, String)

  var english: String {
    switch self {
    case .health: "Health"
    case .well: "does well"
    case .lastReading: "Last reading"
    case .nothingYet(let time): "has read nothing yet, since \(time)"
    case .silent(let time): "has done nothing since \(time)"
    case .failing(let time, let reason): "fails since \(time): \(reason)"
    case .noticeFailing(let daemon, let time, let reason): "The monitor of \(daemon) fails since \(time): \(reason)"
    case .noticeRecovered(let daemon, let time, let reason):
      "The monitor of \(daemon) does well again. It had failed since \(time): \(reason)"
    }
  }

  var korean: String {
    switch self {
    case .health: "상태"
    case .well: "정상"
    case .lastReading: "마지막 조회"
    case .nothingYet(let time): "\(time)에 시작한 뒤 아직 조회한 것이 없음"
    case .silent(let time): "\(time)부터 아무것도 하지 않음"
    case .failing(let time, let reason): "\(time)부터 실패: \(reason)"
    case .noticeFailing(let daemon, let time, let reason): "\(daemon) 감시가 \(time)부터 실패합니다: \(reason)"
    case .noticeRecovered(let daemon, let time, let reason):
      "\(daemon) 감시가 다시 정상입니다. \(time)부터의 실패: \(reason)"
    }
  }

  var ukrainian: String {
    switch self {
    case .health: "Справність"
    case .well: "усе гаразд"
    case .lastReading: "Останнє читання"
    case .nothingYet(let time): "ще нічого не прочитано, від \(time)"
    case .silent(let time): "нічого не робить від \(time)"
    case .failing(let time, let reason): "не вдається від \(time): \(reason)"
    case .noticeFailing(let daemon, let time, let reason): "Стеження за \(daemon) не вдається від \(time): \(reason)"
    case .noticeRecovered(let daemon, let time, let reason):
      "Стеження за \(daemon) знову справне. Не вдавалося від \(time): \(reason)"
    }
  }
}
