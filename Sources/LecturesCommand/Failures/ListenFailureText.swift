import Listening
import Localization

/// The words where a service cannot listen on its port, of every service alike.
struct ListenFailureText: Sendable {
  private let obstacle: ListenFailure

  /// The words for an obstacle.
  init(_ obstacle: ListenFailure) { self.obstacle = obstacle }

  /// The words for the obstacle that a library's reason tells; nil for another reason.
  init?(reason: String?) {
    let known: [ListenFailure] = [.portInUse, .notPermitted, .unknownHost]
    guard let obstacle = known.first(where: { $0.words == reason }) else { return nil }
    self.obstacle = obstacle
  }

  /// The next step.
  var advice: String {
    switch obstacle {
    case .portInUse, .other: "End what listens there, or choose another --port; 0 takes any free one."
    case .notPermitted: "Choose a --port from 1024 on; 0 takes any free one."
    case .unknownHost: "Name an address of this machine with --host."
    }
  }

  var korean: FailureWords {
    let message = "포트를 열 수 없습니다."
    return switch obstacle {
    case .portInUse:
      FailureWords(
        message, reason: "다른 프로그램이 이미 그 포트를 쓰고 있습니다.",
        advice: "그 프로그램을 끝내거나 `--port`로 다른 포트를 지정하십시오. 0은 빈 포트를 고릅니다.")
    case .notPermitted:
      FailureWords(
        message, reason: "이 사용자는 그 포트를 열 수 없습니다.",
        advice: "`--port`로 1024 이상의 포트를 지정하십시오. 0은 빈 포트를 고릅니다.")
    case .unknownHost:
      FailureWords(message, reason: "이 컴퓨터에 없는 주소입니다.", advice: "`--host`로 이 컴퓨터의 주소를 지정하십시오.")
    case .other: FailureWords(message, advice: "`--port`로 다른 포트를 지정하십시오. 0은 빈 포트를 고릅니다.")
    }
  }

  var ukrainian: FailureWords {
    let message = "Не вдалося відкрити порт."
    return switch obstacle {
    case .portInUse:
      FailureWords(
        message, reason: "Цей порт уже зайняла інша програма.",
        advice: "Закрийте її або виберіть інший порт: `--port`; 0 бере будь-який вільний.")
    case .notPermitted:
      FailureWords(
        message, reason: "Цей користувач не може відкрити такий порт.",
        advice: "Виберіть порт від 1024: `--port`; 0 бере будь-який вільний.")
    case .unknownHost:
      FailureWords(
        message, reason: "Цей комп'ютер не має такої адреси.", advice: "Назвіть адресу цього комп'ютера: `--host`.")
    case .other: FailureWords(message, advice: "Виберіть інший порт: `--port`; 0 бере будь-який вільний.")
    }
  }
}
