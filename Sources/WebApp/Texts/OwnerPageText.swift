import Localization

/// The words of the page of the platform's owner.
enum OwnerPageText: Phrase {
  case title, notOwner, nothing, open(Int), heldTogether(String), byHeld, byAge, settleChosen, whatItPays
  case chooseSome, tooMany(Int), choose, lecture, run, students, held, opened, moneyBack

  var english: String {
    switch self {
    case .title: "Lectures to settle"
    case .notOwner: "Only the owner of the contract can settle:"
    case .nothing: "There is nothing to settle."
    case .open(let count): "\(count) \(Plural.english(count, "lecture is", "lectures are")) open."
    case .heldTogether(let amount): "They hold \(amount)."
    case .byHeld: "Money held"
    case .byAge: "Longest open"
    case .settleChosen: "Settle those chosen"
    case .whatItPays:
      "A settlement closes the run and pays the teacher and the owner. The fee is 10 %; of it, 15, 10, 5 or 0 % go back to the teacher at an average of 100, of 80 or more, of 60 or more, or below."
    case .chooseSome: "Choose the lectures to settle."
    case .tooMany(let most): "Choose at most \(most) at once."
    case .choose: "Choose"
    case .lecture: "Lecture"
    case .run: "Run"
    case .students: "Students"
    case .held: "Held"
    case .opened: "Opened"
    case .moneyBack: "Payments can be taken back from, at the earliest"
    }
  }

  var korean: String {
    switch self {
    case .title: "정산할 강의"
    case .notOwner: "계약의 소유자만 정산할 수 있습니다:"
    case .nothing: "정산할 강의가 없습니다."
    case .open(let count): "열려 있는 강의 \(count)개."
    case .heldTogether(let amount): "예치금 합계 \(amount)."
    case .byHeld: "예치금순"
    case .byAge: "오래된 순"
    case .settleChosen: "선택한 강의 정산"
    case .whatItPays:
      "정산하면 회차가 끝나고 강사와 소유자에게 지급됩니다. 수수료는 10%이며, 평균이 100, 80 이상, 60 이상, 그 미만일 때 각각 그중 15, 10, 5, 0%를 강사에게 돌려줍니다."
    case .chooseSome: "정산할 강의를 선택하세요."
    case .tooMany(let most): "한 번에 최대 \(most)개까지 선택하세요."
    case .choose: "선택"
    case .lecture: "강의"
    case .run: "회차"
    case .students: "수강생"
    case .held: "예치금"
    case .opened: "개설"
    case .moneyBack: "환불 가능 시점(가장 이른 경우)"
    }
  }

  var ukrainian: String {
    switch self {
    case .title: "Лекції до розрахунку"
    case .notOwner: "Розраховуватися може лише власник контракту:"
    case .nothing: "Розраховуватися нема за що."
    case .open(let count):
      "Відкрито: \(count) \(Plural.ukrainian(count, "лекція", "лекції", "лекцій"))."
    case .heldTogether(let amount): "Разом вони зберігають \(amount)."
    case .byHeld: "За сумою"
    case .byAge: "Найдовше відкриті"
    case .settleChosen: "Розрахуватися за вибрані"
    case .whatItPays:
      "Розрахунок закриває цикл і платить викладачеві та власникові. Комісія — 10 %; з неї 15, 10, 5 або 0 % повертаються викладачеві за середньої 100, від 80, від 60 або нижчої."
    case .chooseSome: "Виберіть лекції для розрахунку."
    case .tooMany(let most): "Виберіть щонайбільше \(most) за раз."
    case .choose: "Вибір"
    case .lecture: "Лекція"
    case .run: "Цикл"
    case .students: "Студенти"
    case .held: "Зберігається"
    case .opened: "Відкрито"
    case .moneyBack: "Оплату можна повернути, найраніше від"
    }
  }
}
