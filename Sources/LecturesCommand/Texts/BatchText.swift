import LectureKit
import Localization
import Operations
import Primitives
import Terminal

/// The words on the rows of a batch, and on how they ended.
enum BatchText: Phrase {
  case looking, sending
  case row, rows, outcome
  case noRows
  /// The number of rows that are to be sent, and of all.
  case open(Int, of: Int)
  case ofEscrow(String)
  /// The fees of the account itself; their approximate sum where that is known.
  case gasOnly(String?)
  /// The payer's share of the gas in per cent, nil for all of it; the sum of the whole gas where that is known.
  case gasOf(percent: UInt8?, sum: String?, payer: String)
  case service(String)
  case confirm(Int)
  case progress(Int, of: Int, String)
  case done(lecture: UInt256?)
  case doneBefore(String?)
  case lecture(UInt256)
  case notSent, wouldSucceed
  case costs(UInt256, String)
  case presentRun(UInt256, run: UInt64)

  var english: StyledText {
    switch self {
    case .looking: "Looking at what is done already"
    case .sending: "Sending"
    case .row: "Row"
    case .rows: "Rows"
    case .outcome: "Outcome"
    case .noRows: "The file has no rows."
    case .open(let open, let all):
      open == all ? "\(all)" : "\(open) of \(all); the others are done, or of a run that is over"
    case .ofEscrow(let sum): StyledText("\(sum) of the escrow", .strong)
    case .gasOnly(let sum): StyledText("gas only" + (sum.map { ", about \($0)" } ?? ""))
    case .gasOf(let percent, let sum, let payer):
      StyledText(
        (percent.map { "\($0) per cent of the gas" } ?? "the gas")
          + (sum.map { ", all of which costs about \($0)" } ?? "") + ": \(payer)")
    case .service(let service): "the service \(service)"
    case .confirm(let count): "Send \(count) \(Plural.english(count, "transaction", "transactions"))?"
    case .progress(let number, let count, let title): "\(number) of \(count): \(title)"
    case .done(let lecture): StyledText("done" + (lecture.map { ": lecture \($0)" } ?? ""), .good)
    case .doneBefore(let note): StyledText("done before" + (note.map { ": \($0)" } ?? ""), .dim)
    case .lecture(let number): "lecture \(number)"
    case .notSent: StyledText("not sent", .dim)
    case .wouldSucceed: StyledText("would succeed", .good)
    case .costs(let lecture, let price): "lecture \(lecture) costs \(price)"
    case .presentRun(let lecture, let run): "for its run \(run) write \(lecture)/\(run)"
    }
  }

  var korean: StyledText {
    switch self {
    case .looking: "이미 끝난 것을 확인하는 중"
    case .sending: "보내는 중"
    case .row: "행"
    case .rows: "행"
    case .outcome: "결과"
    case .noRows: "파일에 행이 없습니다."
    case .open(let open, let all): open == all ? "\(all)개" : "\(all)개 중 \(open)개. 나머지는 이미 끝났거나 지난 회차입니다"
    case .ofEscrow(let sum): StyledText("예치금에서 \(sum)", .strong)
    case .gasOnly(let sum): StyledText("가스비만" + (sum.map { ", 약 \($0)" } ?? ""))
    case .gasOf(let percent, let sum, let payer):
      StyledText(
        (percent.map { "가스비의 \($0)%" } ?? "가스비") + (sum.map { ", 전체 약 \($0)" } ?? "") + ": \(payer)")
    case .service(let service): "대납 서비스 `\(service)`"
    case .confirm(let count): "트랜잭션 \(count)개를 보낼까요?"
    case .progress(let number, let count, let title): "\(count)개 중 \(number)번째: \(title)"
    case .done(let lecture): StyledText("완료" + (lecture.map { ": \($0)번 강의" } ?? ""), .good)
    case .doneBefore(let note): StyledText("이미 완료됨" + (note.map { ": \($0)" } ?? ""), .dim)
    case .lecture(let number): "\(number)번 강의"
    case .notSent: StyledText("보내지 않음", .dim)
    case .wouldSucceed: StyledText("성공할 것임", .good)
    case .costs(let lecture, let price): "\(lecture)번 강의의 가격은 \(price)"
    case .presentRun(let lecture, let run): "\(run)회차라면 이렇게 쓰십시오: \(lecture)/\(run)"
    }
  }

  var ukrainian: StyledText {
    switch self {
    case .looking: "Дивлюся, що вже зроблено"
    case .sending: "Надсилаю"
    case .row: "Рядок"
    case .rows: "Рядки"
    case .outcome: "Результат"
    case .noRows: "У файлі немає рядків."
    case .open(let open, let all):
      open == all ? "\(all)" : "\(open) із \(all); решту зроблено, або їхній набір завершено"
    case .ofEscrow(let sum): StyledText("\(sum) із коштів на зберіганні", .strong)
    case .gasOnly(let sum): StyledText("лише газ" + (sum.map { ", приблизно \($0)" } ?? ""))
    case .gasOf(let percent, let sum, let payer):
      StyledText(
        (percent.map { "\($0) % газу" } ?? "газ") + (sum.map { ", увесь коштує приблизно \($0)" } ?? "") + ": \(payer)")
    case .service(let service): "сервіс `\(service)`"
    case .confirm(let count):
      "Надіслати \(count) \(Plural.ukrainian(count, "транзакцію", "транзакції", "транзакцій"))?"
    case .progress(let number, let count, let title): "\(number) із \(count): \(title)"
    case .done(let lecture): StyledText("зроблено" + (lecture.map { ": лекція \($0)" } ?? ""), .good)
    case .doneBefore(let note): StyledText("зроблено раніше" + (note.map { ": \($0)" } ?? ""), .dim)
    case .lecture(let number): "лекція \(number)"
    case .notSent: StyledText("не надіслано", .dim)
    case .wouldSucceed: StyledText("вдалося б", .good)
    case .costs(let lecture, let price): "лекція \(lecture) коштує \(price)"
    case .presentRun(let lecture, let run): "для набору \(run) напишіть \(lecture)/\(run)"
    }
  }
}

/// The action of a row in a few words.
struct BatchTitle: Phrase {
  private let action: BatchAction
  private let price: String

  /// - Parameter unit: The unit of the chain's money.
  init(_ action: BatchAction, in unit: Amount.Unit) {
    self.action = action
    price = if case .create(let price, _) = action { price.text(in: unit) } else { "" }
  }

  var english: String {
    switch action {
    case .create(_, let title): "create ‘\(title)’ at \(price)"
    case .settle(let lecture): "settle lecture \(lecture)"
    case .evaluate(let lecture, let scores): "rate lecture \(lecture) with \(Self.text(scores))"
    }
  }

  var korean: String {
    switch action {
    case .create(_, let title): "‘\(title)’ 개설, 가격 \(price)"
    case .settle(let lecture): "\(lecture)번 강의 정산"
    case .evaluate(let lecture, let scores): "\(lecture)번 강의 평가: \(Self.text(scores))"
    }
  }

  var ukrainian: String {
    switch action {
    case .create(_, let title): "створити ‘\(title)’ за \(Language.ukrainian.decimal(price))"
    case .settle(let lecture): "розрахувати лекцію \(lecture)"
    case .evaluate(let lecture, let scores): "оцінити лекцію \(lecture): \(Self.text(scores))"
    }
  }

  private static func text(_ scores: Scores) -> String { scores.values.map(String.init).joined(separator: ",") }
}
