import Localization
import Primitives
import Terminal

/// The words on a lecture's students, on its ratings question by question, and on money that waits.
enum StudentsText: Phrase {
  // Work under way.
  case readingRatings, askingContract, readingStudents

  // Headings and values of lists.
  case question, sum, average, student, paid, rated, block, yes, no

  /// A lecture, the number of its ratings, and their average.
  case ratings(UInt256, count: UInt256, average: StyledText)
  /// A lecture without students in a run; nil is the present one.
  case none(UInt256, run: UInt64?)
  /// Whether an address is a student of a lecture and a run; nil is the present one.
  case isStudent(Address, Bool, of: UInt256, run: UInt64?)
  case nothingWaits(Address)
  case isYours(String)

  var english: StyledText {
    switch self {
    case .readingRatings: "Reading the ratings"
    case .askingContract: "Asking the contract"
    case .readingStudents: "Reading the students"
    case .question: "Question"
    case .sum: "Sum"
    case .average: "Average"
    case .student: "Student"
    case .paid: "Paid"
    case .rated: "Rated"
    case .block: "Block"
    case .yes: "yes"
    case .no: "no"
    case .ratings(let lecture, let count, let average):
      "Lecture \(lecture): \(count) rating\(count == 1 ? "" : "s"), average " + average
    case .none(let lecture, let run):
      "Lecture \(lecture) has no students in its \(run.map { "run \($0)" } ?? "present run")."
    case .isStudent(let address, let isOne, let lecture, let run):
      "\(address) is \(isOne ? "a" : "no") student of lecture \(lecture)\(run.map { ", run \($0)" } ?? "")."
    case .nothingWaits(let address): "Nothing waits for \(address)."
    case .isYours(let amount): StyledText("\(amount) are yours", .good) + "."
    }
  }

  var korean: StyledText {
    switch self {
    case .readingRatings: "평가를 읽는 중"
    case .askingContract: "계약에 문의하는 중"
    case .readingStudents: "수강생을 읽는 중"
    case .question: "항목"
    case .sum: "합계"
    case .average: "평균"
    case .student: "수강생"
    case .paid: "지불"
    case .rated: "평가"
    case .block: "블록"
    case .yes: "예"
    case .no: "아니요"
    case .ratings(let lecture, let count, let average): "\(lecture)번 강의: 평가 \(count)건, 평균 " + average
    case .none(let lecture, let run): "\(lecture)번 강의의 \(run.map { "\($0)회차" } ?? "현재 회차")에는 수강생이 없습니다."
    case .isStudent(let address, let isOne, let lecture, let run):
      "\(address) 계정은 \(lecture)번 강의\(run.map { "(\($0)회차)" } ?? "")의 수강생\(isOne ? "입니다" : "이 아닙니다")."
    case .nothingWaits(let address): "찾을 돈이 없습니다: \(address)"
    case .isYours(let amount): StyledText("찾은 금액: \(amount)", .good)
    }
  }

  var ukrainian: StyledText {
    switch self {
    case .readingRatings: "Читаю відгуки"
    case .askingContract: "Запитую контракт"
    case .readingStudents: "Читаю студентів"
    case .question: "Питання"
    case .sum: "Сума"
    case .average: "Середня оцінка"
    case .student: "Студент"
    case .paid: "Сплачено"
    case .rated: "Відгук"
    case .block: "Блок"
    case .yes: "так"
    case .no: "ні"
    case .ratings(let lecture, let count, let average):
      "Лекція \(lecture): відгуків — \(count), середня оцінка " + average
    case .none(let lecture, let run):
      "Лекція \(lecture): студентів немає (\(run.map { "набір \($0)" } ?? "теперішній набір"))."
    case .isStudent(let address, let isOne, let lecture, let run):
      "\(address) — \(isOne ? "" : "не ")студент лекції \(lecture)\(run.map { ", набір \($0)" } ?? "")."
    case .nothingWaits(let address): "Для \(address) нічого не чекає."
    case .isYours(let amount): StyledText("Ваші гроші: \(amount)", .good) + "."
    }
  }
}
