import Localization
import Operations
import Primitives
import Terminal

/// The words of a service that pays others' fees.
enum FeePayerText: Phrase {
  // Work under way.
  case comparing
  case comparingBlocks(UInt64, of: UInt64)

  // The start.
  /// The address of the service.
  case pays(String)
  case spentToday, journal, paidElsewhere, feePayer, chain, transactions
  /// Blocks that were not compared with the journal.
  case blocksLeftOut(from: UInt64, to: UInt64)
  case openOnes(Int)
  /// The balance of an account that signs nothing.
  case tooPoor(String)
  /// The amount that counts for today, and the day's budget, which is less.
  case overBudget(spent: String, budget: String)
  /// The budget of a day.
  case budget

  // The list of payments.
  case when, sender, what, cost, state, nothingSigned
  case elsewhere(UInt64)
  case superseded, open, failed
  case block(UInt64)

  /// The warning that more counts for today than the day's budget, as after it was lowered; nil where that is not so.
  static func overBudget(
    _ spent: Amount, of budget: Amount, on network: Network, in language: Language
  ) -> FeePayerText? {
    guard spent > budget else { return nil }
    return .overBudget(spent: network.text(spent, in: language), budget: network.text(budget, in: language))
  }

  var english: StyledText {
    switch self {
    case .comparing: "Comparing the journal with the chain"
    case .comparingBlocks(let done, let all): "Comparing the journal with the chain: \(done) of \(all) blocks"
    case .pays(let address): StyledText("It pays for others at \(address)", .good)
    case .spentToday: "Spent today"
    case .journal: "Journal"
    case .paidElsewhere: "Paid elsewhere"
    case .feePayer: "Fee payer"
    case .chain: "Chain"
    case .transactions: "Transactions"
    case .blocksLeftOut(let first, let last):
      "Not compared with the journal: blocks \(first) to \(last), which are too many."
    case .openOnes(let count):
      "\(count) transaction\(count == 1 ? "" : "s") of before are in no block yet: they go on counting."
    case .tooPoor(let amount): "The account has \(amount): below 0.1 nothing is signed."
    case .overBudget(let spent, let budget):
      StyledText(
        "More is spent today (\(spent)) than the day's budget (\(budget)): nothing is signed while that is so, until tomorrow (UTC) at most.",
        .warning)
    case .budget: "Budget of a day"
    case .when: "When"
    case .sender: "Sender"
    case .what: "What"
    case .cost: "Cost"
    case .state: "State"
    case .nothingSigned: "Nothing was signed yet."
    case .elsewhere(let count): "\(count) more, which count"
    case .superseded: "never: another took its nonce"
    case .open: StyledText("in no block yet", .warning)
    case .failed: StyledText("failed", .bad)
    case .block(let block): StyledText("block \(block)", .good)
    }
  }

  var korean: StyledText {
    switch self {
    case .comparing: "장부를 체인과 비교하는 중"
    case .comparingBlocks(let done, let all): "장부를 체인과 비교하는 중: 블록 \(done)/\(all)"
    case .pays(let address): StyledText("수수료를 대신 내는 주소: \(address)", .good)
    case .spentToday: "오늘 쓴 금액"
    case .journal: "장부"
    case .paidElsewhere: "다른 곳의 지불"
    case .feePayer: "대납 계정"
    case .chain: "체인"
    case .transactions: "트랜잭션"
    case .blocksLeftOut(let first, let last): "블록이 너무 많아 장부와 비교하지 않았습니다: \(first)–\(last)"
    case .openOnes(let count): "이전 트랜잭션 \(count)건이 아직 블록에 없어 계속 예산에 포함됩니다."
    case .tooPoor(let amount): "계정의 잔액이 \(amount)입니다. 0.1보다 적으면 서명하지 않습니다."
    case .overBudget(let spent, let budget):
      StyledText("오늘 쓴 금액(\(spent))이 하루 예산(\(budget))보다 많습니다. 그동안은, 길어도 내일(UTC)까지 서명하지 않습니다.", .warning)
    case .budget: "하루 예산"
    case .when: "일시"
    case .sender: "보내는 계정"
    case .what: "내용"
    case .cost: "비용"
    case .state: "상태"
    case .nothingSigned: "아직 서명한 것이 없습니다."
    case .elsewhere(let count): "\(count)건, 예산에 포함됨"
    case .superseded: "실행되지 않음: 다른 트랜잭션이 논스를 썼음"
    case .open: StyledText("아직 블록에 없음", .warning)
    case .failed: StyledText("실패", .bad)
    case .block(let block): StyledText("블록 \(block)", .good)
    }
  }

  var ukrainian: StyledText {
    switch self {
    case .comparing: "Порівнюю журнал із ланцюгом"
    case .comparingBlocks(let done, let all): "Порівнюю журнал із ланцюгом: \(done) з \(all) блоків"
    case .pays(let address): StyledText("Сплачує за інших за адресою \(address)", .good)
    case .spentToday: "Витрачено сьогодні"
    case .journal: "Журнал"
    case .paidElsewhere: "Сплачено деінде"
    case .feePayer: "Платник комісій"
    case .chain: "Мережа"
    case .transactions: "Транзакцій"
    case .blocksLeftOut(let first, let last):
      "Із журналом не порівняно блоки \(first)–\(last): їх забагато."
    case .openOnes(let count): "Попередніх транзакцій, яких ще немає в блоках: \(count); вони й далі враховуються."
    case .tooPoor(let amount): "Рахунок має \(amount): коли менше ніж 0,1, нічого не підписується."
    case .overBudget(let spent, let budget):
      StyledText(
        "Сьогодні витрачено більше (\(spent)), ніж денний бюджет (\(budget)): доки так, щонайдовше до завтра (UTC), нічого не підписується.",
        .warning)
    case .budget: "Бюджет на день"
    case .when: "Коли"
    case .sender: "Відправник"
    case .what: "Що"
    case .cost: "Вартість"
    case .state: "Стан"
    case .nothingSigned: "Ще нічого не підписано."
    case .elsewhere(let count): "ще \(count), і вони враховані"
    case .superseded: "ніколи: її номер узяла інша"
    case .open: StyledText("ще не в блоці", .warning)
    case .failed: StyledText("збій", .bad)
    case .block(let block): StyledText("блок \(block)", .good)
    }
  }
}
