import Localization

/// The kind of a fact that endpoints may tell otherwise, by the member of `--json` that has it.
enum FactWord: String, Phrase, CaseIterable {
  // A lecture.
  case number, id, title, teacher, price, open, run, students, ratings, average, escrow, openedAt, openedAtBlock
  case settledAt
  // A purchase.
  case present, bought, boughtAt, canRate, reclaimed, reclaimable, reclaimableFrom
  case preparation, content, proceeding, communication, satisfaction
  // The money of an account.
  case credit, held, income, credited, balance, units, symbol, decimals, vouched
  // The reading itself.
  case contract, block, error

  /// Whether its number is a time, in seconds since 1970.
  var isTime: Bool { [.openedAt, .settledAt, .boughtAt, .reclaimableFrom].contains(self) }

  var english: String {
    switch self {
    case .number: "number"
    case .id: "id"
    case .title: "title"
    case .teacher: "teacher"
    case .price: "price"
    case .open: "state"
    case .run: "run"
    case .students: "number of students"
    case .ratings: "number of ratings"
    case .average: "average"
    case .escrow, .held: "money held"
    case .openedAt: "time of opening"
    case .openedAtBlock: "block of opening"
    case .settledAt: "time of settling"
    case .present, .bought: "purchase"
    case .boughtAt: "time of purchase"
    case .canRate: "right to rate"
    case .reclaimed: "refund"
    case .reclaimable: "right to a refund"
    case .reclaimableFrom: "first time for a refund"
    case .preparation, .content, .proceeding, .communication, .satisfaction: "score for \(rawValue)"
    case .credit: "money to withdraw"
    case .income: "income"
    case .credited: "credit"
    case .balance, .units: "balance"
    case .symbol: "symbol"
    case .decimals: "number of decimals"
    case .vouched: "listing"
    case .contract: "kind of contract"
    case .block: "block"
    case .error: "error"
    }
  }

  var korean: String {
    switch self {
    case .number: "번호"
    case .id: "식별자"
    case .title: "제목"
    case .teacher: "강사"
    case .price: "가격"
    case .open: "상태"
    case .run: "회차"
    case .students: "수강생 수"
    case .ratings: "평가 수"
    case .average: "평균"
    case .escrow, .held: "예치금"
    case .openedAt: "개설 일시"
    case .openedAtBlock: "개설 블록"
    case .settledAt: "정산 일시"
    case .present, .bought: "구매 여부"
    case .boughtAt: "구매 일시"
    case .canRate: "평가 가능 여부"
    case .reclaimed: "환불 여부"
    case .reclaimable: "환불 가능 여부"
    case .reclaimableFrom: "환불 가능 일시"
    case .preparation: "준비 점수"
    case .content: "내용 점수"
    case .proceeding: "진행 점수"
    case .communication: "소통 점수"
    case .satisfaction: "만족도 점수"
    case .credit: "찾아갈 금액"
    case .income: "수입"
    case .credited: "적립 여부"
    case .balance, .units: "잔액"
    case .symbol: "기호"
    case .decimals: "소수 자릿수"
    case .vouched: "목록 등재 여부"
    case .contract: "계약의 종류"
    case .block: "블록"
    case .error: "오류"
    }
  }

  var ukrainian: String {
    switch self {
    case .number: "номер"
    case .id: "ідентифікатор"
    case .title: "назва"
    case .teacher: "викладач"
    case .price: "ціна"
    case .open: "стан"
    case .run: "набір"
    case .students: "кількість студентів"
    case .ratings: "кількість відгуків"
    case .average: "середня оцінка"
    case .escrow, .held: "гроші на зберіганні"
    case .openedAt: "час відкриття"
    case .openedAtBlock: "блок відкриття"
    case .settledAt: "час розрахунку"
    case .present, .bought: "купівля"
    case .boughtAt: "час купівлі"
    case .canRate: "право оцінити"
    case .reclaimed: "повернення оплати"
    case .reclaimable: "право на повернення оплати"
    case .reclaimableFrom: "початок повернення оплати"
    case .preparation: "бал за підготовку"
    case .content: "бал за зміст"
    case .proceeding: "бал за перебіг"
    case .communication: "бал за спілкування"
    case .satisfaction: "бал за задоволеність"
    case .credit: "гроші до видачі"
    case .income: "дохід"
    case .credited: "зарахування"
    case .balance, .units: "баланс"
    case .symbol: "позначення"
    case .decimals: "кількість десяткових знаків"
    case .vouched: "наявність у списку"
    case .contract: "вид контракту"
    case .block: "блок"
    case .error: "помилка"
    }
  }
}
