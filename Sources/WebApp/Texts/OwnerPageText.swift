import Localization
import Primitives

/// The words of the page of the platform's owner.
enum OwnerPageText: Phrase, Equatable {
  case title, notOwner, nothing, open(Int), heldTogether(String), byHeld, byAge, settleChosen, whatItPays
  case paid(UInt256, teacher: String, owner: String), paidTogether(teachers: String, owner: String)
  case chooseSome, tooMany(Int), choose, lecture, run, students, held, opened, moneyBack
  case fees, feesNote, feesSilent, feesEmpty, feesLow, feeBalance, feesToday(Int), perAccount, perAddress, perLecture

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
      "A settlement closes the run and pays the teacher and the owner. The fee is 10 %; of it, 15, 10, 5 or 0 % go back to the teacher at an average of 100, of 80 or more, of 60 or more, or below. Who has not rated the run by then cannot rate it any more."
    case .paid(let lecture, let teacher, let owner):
      "Lecture \(lecture): \(teacher) to the teacher, \(owner) to the owner."
    case .paidTogether(let teachers, let owner): "Together: \(teachers) to the teachers, \(owner) to the owner."
    case .chooseSome: "Choose the lectures to settle."
    case .tooMany(let most): "Choose at most \(most) at once."
    case .choose: "Choose"
    case .lecture: "Lecture"
    case .run: "Run"
    case .students: "Students"
    case .held: "Held"
    case .opened: "Opened"
    case .fees: "Fees paid for students"
    case .feesNote:
      "What was spent is the most that the transactions can have cost; a day ends at midnight UTC. Budgets are set where the platform is started."
    case .feesSilent: "The service that pays does not tell its balance. Look whether it runs."
    case .feesEmpty: "The account that pays has too little left: it pays for nobody. Send it some coin."
    case .feesLow: "The account that pays has no more than was spent today. Send it some coin."
    case .feeBalance: "Balance of the account that pays"
    case .feesToday(let count): "Spent today, for \(count) \(Plural.english(count, "transaction", "transactions"))"
    case .perAccount: "Budget of a day for each account"
    case .perAddress: "Budget of a day for each network address"
    case .perLecture: "Budget of a day for each lecture"
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
      "정산하면 회차가 끝나고 강사와 소유자에게 지급됩니다. 수수료는 10%이며, 평균이 100, 80 이상, 60 이상, 그 미만일 때 각각 수수료의 15, 10, 5, 0%를 강사에게 돌려줍니다. 그때까지 이 회차를 평가하지 않은 사람은 더 이상 평가할 수 없습니다."
    case .paid(let lecture, let teacher, let owner): "\(lecture)번 강의: 강사에게 \(teacher), 소유자에게 \(owner)"
    case .paidTogether(let teachers, let owner): "합계: 강사들에게 \(teachers), 소유자에게 \(owner)"
    case .chooseSome: "정산할 강의를 선택하세요."
    case .tooMany(let most): "한 번에 최대 \(most)개까지 선택하세요."
    case .choose: "선택"
    case .lecture: "강의"
    case .run: "회차"
    case .students: "수강생"
    case .held: "예치금"
    case .opened: "개설"
    case .fees: "학생 대신 내는 수수료"
    case .feesNote: "쓴 금액은 트랜잭션이 최대로 들 수 있는 비용이며, 하루는 UTC 자정에 끝납니다. 예산은 플랫폼을 시작할 때 정합니다."
    case .feesSilent: "수수료를 내는 서비스가 잔액을 알려 주지 않습니다. 서비스가 실행 중인지 확인하세요."
    case .feesEmpty: "수수료를 내는 계정의 잔액이 부족해 아무에게도 내 주지 않습니다. 코인을 보내세요."
    case .feesLow: "수수료를 내는 계정의 잔액이 오늘 쓴 금액 이하입니다. 코인을 보내세요."
    case .feeBalance: "수수료를 내는 계정의 잔액"
    case .feesToday(let count): "오늘 쓴 금액 (트랜잭션 \(count)건)"
    case .perAccount: "계정별 하루 예산"
    case .perAddress: "네트워크 주소별 하루 예산"
    case .perLecture: "강의별 하루 예산"
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
      "Розрахунок закриває набір і платить викладачеві та власникові. Комісія — 10 %; з неї 15, 10, 5 або 0 % повертаються викладачеві за середньої 100, від 80, від 60 або нижчої. Хто доти не оцінив набору, той уже не зможе."
    case .paid(let lecture, let teacher, let owner): "Лекція \(lecture): викладачеві \(teacher), власникові \(owner)."
    case .paidTogether(let teachers, let owner): "Разом: викладачам \(teachers), власникові \(owner)."
    case .chooseSome: "Виберіть лекції для розрахунку."
    case .tooMany(let most): "Виберіть щонайбільше \(most) за раз."
    case .choose: "Вибір"
    case .lecture: "Лекція"
    case .run: "Набір"
    case .students: "Студенти"
    case .held: "Зберігається"
    case .opened: "Відкрито"
    case .fees: "Комісії, сплачені за студентів"
    case .feesNote:
      "Витрачене – це найбільше, що могли коштувати транзакції; доба закінчується опівночі за UTC. Бюджети задають під час запуску платформи."
    case .feesSilent: "Служба, що платить, не повідомляє свого балансу. Перевірте, чи вона працює."
    case .feesEmpty: "На рахунку, що платить, замало коштів: він не платить ні за кого. Поповніть його."
    case .feesLow: "На рахунку, що платить, не більше, ніж витрачено сьогодні. Поповніть його."
    case .feeBalance: "Баланс рахунку, що платить"
    case .feesToday(let count):
      "Витрачено сьогодні, за \(count) \(Plural.ukrainian(count, "транзакцію", "транзакції", "транзакцій"))"
    case .perAccount: "Бюджет на добу для кожного рахунку"
    case .perAddress: "Бюджет на добу для кожної мережевої адреси"
    case .perLecture: "Бюджет на добу для кожної лекції"
    case .moneyBack: "Оплату можна повернути, найраніше від"
    }
  }
}
