import Localization

/// The headings of tables about what a teacher has, and about payments that can be taken back.
enum TeachingLabel: Phrase {
  case income, moneyBack

  var english: String {
    switch self {
    case .income: "Income"
    case .moneyBack: "Money back"
    }
  }

  var korean: String {
    switch self {
    case .income: "수입"
    case .moneyBack: "환불 가능"
    }
  }

  var ukrainian: String {
    switch self {
    case .income: "Дохід"
    case .moneyBack: "Повернення"
    }
  }
}
