import Localization

/// The words of the page of a lecture's students.
enum StudentsPageText: Phrase {
  case runs, none, notYours, rated, yes, no, leftOut

  var english: String {
    switch self {
    case .runs: "Runs"
    case .none: "This run has no students."
    case .notYours: "Only the lecture's teacher and the owner of the contract see its students here."
    case .rated: "Rated"
    case .yes: "rated"
    case .no: "not yet"
    case .leftOut: "In the order in which they bought it. Those who took their payment back are left out."
    }
  }

  var korean: String {
    switch self {
    case .runs: "회차"
    case .none: "이 회차에는 수강생이 없습니다."
    case .notYours: "강의의 수강생은 강사와 계약 소유자만 여기서 볼 수 있습니다."
    case .rated: "평가"
    case .yes: "평가함"
    case .no: "아직 평가 안 함"
    case .leftOut: "구매한 순서입니다. 수강료를 돌려받은 사람은 빠져 있습니다."
    }
  }

  var ukrainian: String {
    switch self {
    case .runs: "Набори"
    case .none: "У цьому наборі студентів немає."
    case .notYours: "Студентів лекції бачать тут лише її викладач і власник контракту."
    case .rated: "Оцінено"
    case .yes: "оцінено"
    case .no: "ще ні"
    case .leftOut: "У порядку, у якому вони купували. Тих, хто повернув свою оплату, немає в списку."
    }
  }
}
