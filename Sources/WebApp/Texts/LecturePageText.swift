import Localization
import Primitives

/// The words of the pages about lectures.
enum LecturePageText: Phrase {
  case title, lecture(UInt256), untitled, by, open, settled, yours, none, noneFound, openOne
  case rating(average: String, count: UInt256), notRated, students(UInt256), studentsTitle
  case filterOpen, filterAll, sort, byNumber, byPrice, byRating, byStudents, found(Int)
  case buy, rate, reclaim, reopen, settle, held, runs, run(UInt64), opened, settledAt, contract, number, howRated,
    average
  case asOf(block: UInt64, seconds: UInt64?), stale, cut, looksLike(UInt256)
  case boughtByYou, paidBack, buyFirst, alreadyRated, showAll
  case beingSent, buying, ratingNow, settling, reopening, seeTransaction

  var english: String {
    switch self {
    case .title: "Lectures"
    case .lecture(let number): "Lecture \(number)"
    case .untitled: "Untitled lecture"
    case .by: "by"
    case .open: "open"
    case .settled: "settled"
    case .yours: "yours"
    case .none: "No lecture is open yet."
    case .noneFound: "No lecture is like that."
    case .openOne: "Open a lecture"
    case .rating(let average, let count):
      "\(average) of 100 · \(count) \(Plural.english(count, "rating", "ratings"))"
    case .notRated: "No ratings yet"
    case .students(let count): "\(count) \(Plural.english(count, "student", "students"))"
    case .studentsTitle: "Students"
    case .filterOpen: "Open"
    case .filterAll: "All"
    case .sort: "Order"
    case .byNumber: "By number"
    case .byPrice: "By price"
    case .byRating: "By rating"
    case .byStudents: "By students"
    case .found(let count): "\(count) \(Plural.english(count, "lecture", "lectures"))"
    case .asOf(let block, let seconds):
      "as of block \(block)" + (seconds.map { ", \($0) s ago" } ?? "")
    case .looksLike(let number):
      "The title looks like that of lecture \(number), which another teacher opened earlier. See whose lecture you buy."
    case .cut: "More of them fit than are shown: add a word."
    case .stale:
      "This list is more than a minute old: a new lecture or rating may be missing. Prices are read anew when you buy."
    case .buy: "Buy this lecture"
    case .rate: "Rate this lecture"
    case .reclaim: "Take the payment back"
    case .reopen: "Open it again"
    case .settle: "Settle"
    case .held: "Held until it is settled"
    case .runs: "Run"
    case .run(let run): "run \(run)"
    case .opened: "Opened"
    case .settledAt: "Settled"
    case .contract: "Contract"
    case .number: "Number"
    case .howRated: "How it was rated"
    case .average: "Average"
    case .boughtByYou: "You bought this lecture."
    case .paidBack:
      "You took the payment for this run back, so it can be neither rated nor bought a second time. You can buy the lecture again if its teacher opens another run: ask the teacher."
    case .buyFirst: "Only who bought a lecture can rate it."
    case .alreadyRated: "You rated it already."
    case .showAll: "Show all lectures"
    case .beingSent: "being sent"
    case .buying: "You are buying this lecture."
    case .ratingNow: "You are rating this lecture."
    case .settling: "You are settling this lecture."
    case .reopening: "You are opening this lecture again."
    case .seeTransaction: "See the transaction"
    }
  }

  var korean: String {
    switch self {
    case .title: "강의"
    case .lecture(let number): "\(number)번 강의"
    case .untitled: "제목 없는 강의"
    case .by: "강사"
    case .open: "열림"
    case .settled: "정산됨"
    case .yours: "구매함"
    case .none: "아직 열린 강의가 없습니다."
    case .noneFound: "조건에 맞는 강의가 없습니다."
    case .openOne: "강의 개설"
    case .rating(let average, let count): "100점 중 \(average)점 · 평가 \(count)개"
    case .notRated: "아직 평가 없음"
    case .students(let count): "수강생 \(count)명"
    case .studentsTitle: "수강생"
    case .filterOpen: "열린 강의"
    case .filterAll: "전체"
    case .sort: "정렬"
    case .byNumber: "번호순"
    case .byPrice: "가격순"
    case .byRating: "평점순"
    case .byStudents: "수강생순"
    case .found(let count): "강의 \(count)개"
    case .asOf(let block, let seconds): "\(block)번 블록 기준" + (seconds.map { ", \($0)초 전" } ?? "")
    case .looksLike(let number):
      "다른 강사가 먼저 개설한 \(number)번 강의와 제목이 비슷해 보입니다. 누구의 강의를 구매하는지 확인하세요."
    case .cut: "찾은 강의가 너무 많습니다. 단어를 더 입력하세요."
    case .stale: "이 목록은 1분 넘게 갱신되지 않았습니다. 새 강의나 평가가 빠져 있을 수 있습니다. 가격은 구매할 때 다시 읽습니다."
    case .buy: "이 강의 구매"
    case .rate: "이 강의 평가"
    case .reclaim: "수강료 돌려받기"
    case .reopen: "다시 개설"
    case .settle: "정산"
    case .held: "정산 전 예치금"
    case .runs: "회차"
    case .run(let run): "\(run)회차"
    case .opened: "개설"
    case .settledAt: "정산"
    case .contract: "계약"
    case .number: "번호"
    case .howRated: "평가 결과"
    case .average: "평균"
    case .boughtByYou: "구매한 강의입니다."
    case .paidBack:
      "이 회차의 수강료를 돌려받아 평가하거나 다시 구매할 수 없습니다. 강사가 다른 회차를 열면 강의를 다시 구매할 수 있으니 강사에게 문의하세요."
    case .buyFirst: "구매한 사람만 평가할 수 있습니다."
    case .alreadyRated: "이미 평가했습니다."
    case .showAll: "모든 강의 보기"
    case .beingSent: "보내는 중"
    case .buying: "이 강의를 구매하고 있습니다."
    case .ratingNow: "이 강의를 평가하고 있습니다."
    case .settling: "이 강의를 정산하고 있습니다."
    case .reopening: "이 강의를 다시 개설하고 있습니다."
    case .seeTransaction: "트랜잭션 보기"
    }
  }

  var ukrainian: String {
    switch self {
    case .title: "Лекції"
    case .lecture(let number): "Лекція \(number)"
    case .untitled: "Лекція без назви"
    case .by: "викладає"
    case .open: "відкрита"
    case .settled: "розрахована"
    case .yours: "ваша"
    case .none: "Відкритих лекцій ще немає."
    case .noneFound: "Таких лекцій немає."
    case .openOne: "Відкрити лекцію"
    case .rating(let average, let count):
      "\(average) зі 100 · \(count) \(Plural.ukrainian(count, "оцінка", "оцінки", "оцінок"))"
    case .notRated: "Оцінок ще немає"
    case .students(let count): "\(count) \(Plural.ukrainian(count, "студент", "студенти", "студентів"))"
    case .studentsTitle: "Студенти"
    case .filterOpen: "Відкриті"
    case .filterAll: "Усі"
    case .sort: "Порядок"
    case .byNumber: "За номером"
    case .byPrice: "За ціною"
    case .byRating: "За оцінкою"
    case .byStudents: "За студентами"
    case .found(let count): "\(count) \(Plural.ukrainian(count, "лекція", "лекції", "лекцій"))"
    case .asOf(let block, let seconds): "станом на блок \(block)" + (seconds.map { ", \($0) с тому" } ?? "")
    case .looksLike(let number):
      "Назва схожа на назву лекції \(number), яку раніше відкрив інший викладач. Перевірте, чию лекцію купуєте."
    case .cut: "Підходить більше лекцій, ніж показано: додайте слово."
    case .stale:
      "Список старший за хвилину: нових лекцій і оцінок може бракувати. Ціну під час купівлі буде прочитано знову."
    case .buy: "Купити цю лекцію"
    case .rate: "Оцінити цю лекцію"
    case .reclaim: "Повернути оплату"
    case .reopen: "Відкрити знову"
    case .settle: "Розрахувати"
    case .held: "Зберігається до розрахунку"
    case .runs: "Набір"
    case .run(let run): "набір \(run)"
    case .opened: "Відкрито"
    case .settledAt: "Розраховано"
    case .contract: "Контракт"
    case .number: "Номер"
    case .howRated: "Як її оцінили"
    case .average: "Середня"
    case .boughtByYou: "Ви купили цю лекцію."
    case .paidBack:
      "Ви повернули оплату за цей набір, тож його не можна ні оцінити, ні купити вдруге. Купити лекцію знову можна, якщо викладач відкриє інший набір: запитайте його."
    case .buyFirst: "Оцінити лекцію може лише той, хто її купив."
    case .alreadyRated: "Ви вже оцінили її."
    case .showAll: "Показати всі лекції"
    case .beingSent: "надсилається"
    case .buying: "Ви купуєте цю лекцію."
    case .ratingNow: "Ви оцінюєте цю лекцію."
    case .settling: "Ви розраховуєтеся за цю лекцію."
    case .reopening: "Ви знову відкриваєте цю лекцію."
    case .seeTransaction: "Переглянути транзакцію"
    }
  }
}
