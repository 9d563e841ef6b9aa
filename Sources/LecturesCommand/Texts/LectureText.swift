import Localization
import Primitives
import Terminal

/// The sentences of the commands about lectures.
enum LectureText: Phrase {
  // Facts of a lecture, and those that a contract does not tell.
  case notKnown, notTold, open, settled, runOf(UInt64), notRated

  // Lists without rows, and headings.
  case none, noneYet, noneOpen
  case heading(UInt256)

  // Averages.
  case averages(UInt256, StyledText)
  case noAverage(UInt256)

  // The user's own lectures.
  case boughtNothing(Address)
  case boughtAtUnknownTime
  case reclaimed
  /// An amount that waits for the account, and the command that takes it.
  case waits(String, command: String)

  // Outcomes.
  case yours(UInt256)
  case rated(UInt256)
  /// A rating that cannot be changed.
  case ratingIsFinal
  /// Earlier runs of a lecture that is bought once more.
  case boughtBefore([UInt64])
  /// The end of a run for whoever takes its payment back, and of the rating, if there is one.
  case leavesRun(isRated: Bool)
  case rateIt(command: String)
  case averageNow(StyledText)
  /// A lecture that was opened, with its price; nil where its number is not known.
  case opened(UInt256?, price: String)
  case reopened(UInt256, price: String)
  case isSettled(UInt256)
  /// A payment that was taken back, with its amount where the contract told it.
  case reclaimedPayment(UInt256, amount: String?)
  /// Money that its receiver refused.
  case credited

  /// `open`, `settled`, or a question mark where the contract does not say.
  static func state(of isOpen: Bool?, in language: Language) -> StyledText {
    isOpen.map { language[$0 ? LectureText.open : .settled] } ?? StyledText("?", .dim)
  }

  private static func list(_ runs: [UInt64], _ name: (UInt64) -> String) -> String {
    runs.map(name).joined(separator: ", ")
  }

  var english: StyledText {
    switch self {
    case .notKnown: "not known"
    case .notTold: "not told by this contract"
    case .open: StyledText("open", .good)
    case .settled: StyledText("settled", .dim)
    case .runOf(let run): "\(run) (runs count from 0 to 4)"
    case .notRated: StyledText("not rated yet", .dim)
    case .none: "There are no lectures yet. An instructor opens one: lectures create --price 10"
    case .noneYet: "There are no lectures yet."
    case .noneOpen: "No lecture is open."
    case .heading(let lecture): "Lecture \("\(lecture)", .strong)"
    case .averages(let lecture, let average): "Lecture \(lecture) averages \(average)"
    case .noAverage(let lecture): "Lecture \(lecture) has no average: nobody rated it yet."
    case .boughtNothing(let account): "\(account) has bought no lecture."
    case .boughtAtUnknownTime: "yes"
    case .reclaimed: StyledText("reclaimed", .dim)
    case .waits(let amount, let command): "\(amount, .strong) wait for you: \(command, .action)"
    case .yours(let lecture): StyledText("Lecture \(lecture) is yours", .good) + "."
    case .rated(let lecture): StyledText("Lecture \(lecture) is rated", .good) + "."
    case .ratingIsFinal: StyledText("a rating is final: one in each run, and it cannot be changed", .warning)
    case .boughtBefore(let runs):
      StyledText("you bought \(Self.list(runs) { "run \($0)" }) before: this is another run, paid anew", .warning)
    case .leavesRun(let isRated):
      StyledText(
        "this account can never buy or rate this run again" + (isRated ? ", and its rating is removed" : ""), .warning)
    case .rateIt(let command): "Rate it: \(command, .action)"
    case .averageNow(let average): "Its average is now \(average)"
    case .opened(let lecture?, let price): StyledText("Lecture \(lecture) is open", .good) + " at \(price)."
    case .opened(nil, let price): StyledText("The lecture is open", .good) + " at \(price)."
    case .reopened(let lecture, let price): StyledText("Lecture \(lecture) is open again", .good) + " at \(price)."
    case .isSettled(let lecture): StyledText("Lecture \(lecture) is settled", .good) + "."
    case .reclaimedPayment(let lecture, let amount):
      StyledText("The payment for lecture \(lecture) is back", .good) + (amount.map { ": \($0, .strong)" } ?? ".")
    case .credited: StyledText("refused by the receiver, credited for withdrawal", .warning)
    }
  }

  var korean: StyledText {
    switch self {
    case .notKnown: "알 수 없음"
    case .notTold: "이 계약은 알려 주지 않음"
    case .open: StyledText("열림", .good)
    case .settled: StyledText("정산됨", .dim)
    case .runOf(let run): "\(run) (회차는 0부터 4까지 셈)"
    case .notRated: StyledText("평가 없음", .dim)
    case .none: "아직 강의가 없습니다. 강사가 개설합니다: \("lectures create --price 10", .action)"
    case .noneYet: "아직 강의가 없습니다."
    case .noneOpen: "열려 있는 강의가 없습니다."
    case .heading(let lecture): "강의 \("\(lecture)", .strong)"
    case .averages(let lecture, let average): "\(lecture)번 강의의 평균: \(average)"
    case .noAverage(let lecture): "\(lecture)번 강의는 아직 평가한 사람이 없어 평균이 없습니다."
    case .boughtNothing(let account): "\(account) 계정이 구매한 강의가 없습니다."
    case .boughtAtUnknownTime: "예"
    case .reclaimed: StyledText("환불받음", .dim)
    case .waits(let amount, let command): "찾아갈 금액 \(amount, .strong): \(command, .action)"
    case .yours(let lecture): StyledText("\(lecture)번 강의를 구매했습니다", .good) + "."
    case .rated(let lecture): StyledText("\(lecture)번 강의를 평가했습니다", .good) + "."
    case .ratingIsFinal: StyledText("평가는 회차마다 한 번뿐이며 나중에 바꿀 수 없습니다", .warning)
    case .boughtBefore(let runs):
      StyledText("이미 구매한 회차: \(Self.list(runs) { "\($0)회차" }). 이번은 다른 회차이며 새로 지불합니다", .warning)
    case .leavesRun(let isRated):
      StyledText(
        "이 계정은 이 회차를 다시는 구매하거나 평가할 수 없습니다" + (isRated ? ". 남긴 평가도 삭제됩니다" : ""), .warning)
    case .rateIt(let command): "평가하기: \(command, .action)"
    case .averageNow(let average): "현재 평균: \(average)"
    case .opened(let lecture?, let price): StyledText("\(lecture)번 강의를 개설했습니다", .good) + ". 가격: \(price)"
    case .opened(nil, let price): StyledText("강의를 개설했습니다", .good) + ". 가격: \(price)"
    case .reopened(let lecture, let price): StyledText("\(lecture)번 강의를 다시 개설했습니다", .good) + ". 가격: \(price)"
    case .isSettled(let lecture): StyledText("\(lecture)번 강의를 정산했습니다", .good) + "."
    case .reclaimedPayment(let lecture, let amount):
      StyledText("\(lecture)번 강의의 수강료를 돌려받았습니다", .good) + (amount.map { ". 금액: \($0, .strong)" } ?? ".")
    case .credited: StyledText("받는 쪽이 거부하여 찾아갈 금액으로 적립됨", .warning)
    }
  }

  var ukrainian: StyledText {
    switch self {
    case .notKnown: "невідомо"
    case .notTold: "цей контракт не каже"
    case .open: StyledText("відкрита", .good)
    case .settled: StyledText("розрахована", .dim)
    case .runOf(let run): "\(run) (набори лічать від 0 до 4)"
    case .notRated: StyledText("оцінок ще немає", .dim)
    case .none: "Лекцій ще немає. Їх відкриває викладач: \("lectures create --price 10", .action)"
    case .noneYet: "Лекцій ще немає."
    case .noneOpen: "Відкритих лекцій немає."
    case .heading(let lecture): "Лекція \("\(lecture)", .strong)"
    case .averages(let lecture, let average): "Середня оцінка лекції \(lecture): \(average)"
    case .noAverage(let lecture): "Лекція \(lecture) не має середньої оцінки: її ще ніхто не оцінив."
    case .boughtNothing(let account): "Рахунок \(account) не купив жодної лекції."
    case .boughtAtUnknownTime: "так"
    case .reclaimed: StyledText("оплату повернено", .dim)
    case .reclaimedPayment(let lecture, let amount):
      StyledText("Оплату за лекцію \(lecture) повернено", .good) + (amount.map { ": \($0, .strong)" } ?? ".")
    case .waits(let amount, let command): "На вас чекає \(amount, .strong): \(command, .action)"
    case .yours(let lecture): StyledText("Лекція \(lecture) тепер ваша", .good) + "."
    case .rated(let lecture): StyledText("Лекцію \(lecture) оцінено", .good) + "."
    case .ratingIsFinal: StyledText("оцінка остаточна: одна за кожний набір, змінити її не можна", .warning)
    case .boughtBefore(let runs):
      StyledText("ви вже купили \(Self.list(runs) { "набір \($0)" }): це інший набір, за нього платять знову", .warning)
    case .leavesRun(let isRated):
      StyledText(
        "цей рахунок більше ніколи не зможе купити чи оцінити цей набір"
          + (isRated ? ", а його оцінку буде вилучено" : ""),
        .warning)
    case .rateIt(let command): "Оцініть її: \(command, .action)"
    case .averageNow(let average): "Середня оцінка тепер: \(average)"
    case .opened(let lecture?, let price): StyledText("Лекцію \(lecture) відкрито", .good) + ", ціна \(price)."
    case .opened(nil, let price): StyledText("Лекцію відкрито", .good) + ", ціна \(price)."
    case .reopened(let lecture, let price): StyledText("Лекцію \(lecture) відкрито знову", .good) + ", ціна \(price)."
    case .isSettled(let lecture): StyledText("За лекцію \(lecture) розраховано", .good) + "."
    case .credited: StyledText("одержувач відмовився, зараховано до видачі", .warning)
    }
  }
}
