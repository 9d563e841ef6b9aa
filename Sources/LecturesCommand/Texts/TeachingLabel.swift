import Localization

/// The headings of tables about what a teacher has, and about payments that can be taken back.
enum TeachingLabel: Phrase {
  case income, moneyBack
  /// The average of a lecture, which the contract counts over all its runs.
  case average

  var english: String {
    switch self {
    case .income: "Income"
    case .moneyBack: "Money back"
    case .average: "Average of all runs"
    }
  }

  var korean: String {
    switch self {
    case .income: "수입"
    case .moneyBack: "환불 가능"
    case .average: "전체 회차 평균"
    }
  }

  var ukrainian: String {
    switch self {
    case .income: "Дохід"
    case .moneyBack: "Повернення"
    case .average: "Середня за всіма наборами"
    }
  }
}
