import Localization
import Primitives
import Terminal

/// The sentences about what a teacher has, what a choice of lectures leaves, and the questions of a rating.
enum TeachingText: Phrase {
  // The user's own lectures.
  case teachesNothing(Address)
  /// The sum that the contract holds for all lectures, and the income of their settlements; nil where that is not known.
  case held(String?)
  case income(String?)
  case oldContract
  /// A payment of which the contract still decides: the time from which it can be taken back.
  case from(String)

  // Choices.
  case noneLikeThat

  // Ratings.
  case rates(UInt256, title: String)
  case score(String)
  case noScore

  var english: StyledText {
    switch self {
    case .teachesNothing(let account): "\(account) has opened no lecture."
    case .held(let amount): "Held until they are settled: \(amount ?? "not known", .strong)"
    case .income(let amount): "Income of all settlements: \(amount ?? "not known", .strong)"
    case .oldContract:
      StyledText("This contract tells neither students, earlier runs nor what settlements paid.", .warning)
    case .from(let time): "from \(time)"
    case .noneLikeThat: "No lecture is like that."
    case .rates(let lecture, let title):
      "Rate lecture \("\(lecture)", .strong)\(title.isEmpty ? "" : " ‘\(title)’"), each question from 0 to 100."
    case .score(let question): "\(question, .strong) (0 to 100): "
    case .noScore: "A score is a whole number from 0 to 100."
    }
  }

  var korean: StyledText {
    switch self {
    case .teachesNothing(let account): "\(account) 계정이 개설한 강의가 없습니다."
    case .held(let amount): "정산 전 예치금: \(amount ?? "알 수 없음", .strong)"
    case .income(let amount): "정산 수입 합계: \(amount ?? "알 수 없음", .strong)"
    case .oldContract: StyledText("이 계약은 수강생, 지난 회차, 정산 금액을 알려 주지 않습니다.", .warning)
    case .from(let time): "\(time)부터"
    case .noneLikeThat: "조건에 맞는 강의가 없습니다."
    case .rates(let lecture, let title):
      "\("\(lecture)", .strong)번 강의\(title.isEmpty ? "" : " ‘\(title)’") 평가. 항목마다 0부터 100까지입니다."
    case .score(let question): "\(question, .strong) (0~100): "
    case .noScore: "점수는 0부터 100까지의 정수입니다."
    }
  }

  var ukrainian: StyledText {
    switch self {
    case .teachesNothing(let account): "Рахунок \(account) не відкрив жодної лекції."
    case .held(let amount): "Зберігається до розрахунку: \(amount ?? "невідомо", .strong)"
    case .income(let amount): "Дохід від усіх розрахунків: \(amount ?? "невідомо", .strong)"
    case .oldContract:
      StyledText("Цей контракт не каже ні про студентів, ні про минулі набори, ні про суми розрахунків.", .warning)
    case .from(let time): "від \(time)"
    case .noneLikeThat: "Таких лекцій немає."
    case .rates(let lecture, let title):
      "Оцінка лекції \("\(lecture)", .strong)\(title.isEmpty ? "" : " ‘\(title)’"): кожне питання від 0 до 100."
    case .score(let question): "\(question, .strong) (0–100): "
    case .noScore: "Оцінка — це ціле число від 0 до 100."
    }
  }
}
