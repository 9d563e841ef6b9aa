import Localization
import Primitives

/// The answer that an account is no student.
enum StudentRefusal: Phrase {
  /// A lecture, the account, and the run; nil is the present one.
  case notStudent(UInt256, Address, run: UInt64?)

  var english: FailureWords {
    switch self {
    case .notStudent(let lecture, let address, let run):
      FailureWords(
        "Not a student of lecture \(lecture).",
        reason: "\(address) has not bought its \(run.map { "run \($0)" } ?? "present run"), or was paid back.")
    }
  }

  var korean: FailureWords {
    switch self {
    case .notStudent(let lecture, let address, let run):
      FailureWords(
        "\(lecture)번 강의의 수강생이 아닙니다.",
        reason: "\(address) 계정은 \(run.map { "\($0)회차" } ?? "현재 회차")를 사지 않았거나 돌려받았습니다.")
    }
  }

  var ukrainian: FailureWords {
    switch self {
    case .notStudent(let lecture, let address, let run):
      FailureWords(
        "Не студент лекції \(lecture).",
        reason:
          "\(address) не має купівлі (\(run.map { "набір \($0)" } ?? "теперішній набір")) або отримав гроші назад.")
    }
  }
}
