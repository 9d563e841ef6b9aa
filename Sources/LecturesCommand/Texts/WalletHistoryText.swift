import Localization
import Terminal

/// The words of a wallet's history.
enum WalletHistoryText: Phrase {
  case asking, lookingForBlock
  case title(String, network: String)
  case nobodyAsked, heldNothing
  case changes, sentFromHere, nothingSent
  /// Changes that are not listed.
  case olderChanges(Int)
  /// Headings of columns.
  case seenBetween, and, change, why
  /// The cause of a change: an account here, somebody elsewhere, or not only what was sent from here.
  case here(isGain: Bool)
  case elsewhere(isGain: Bool)
  case mixed
  /// The wallet's part in a transaction.
  case received, sent, sentToItself
  case feePaid(String)
  case feeNotKnown
  /// The block that changed the balance, and who paid in it.
  case block(UInt64, time: String)
  case noTransaction
  case payment(String, isGain: Bool, other: StyledText, transaction: String)
  case newContract
  /// The block made a part of the change.
  case otherBlocks

  var english: StyledText {
    switch self {
    case .asking: "Asking what it holds"
    case .lookingForBlock: "Looking for the block"
    case .title(let name, let network): StyledText("\(name) on \(network)", .strong)
    case .nobodyAsked: "Nobody asked yet what it holds."
    case .heldNothing: "It held nothing whenever it was looked at."
    case .changes: StyledText("How it changed", .strong)
    case .olderChanges(let count):
      StyledText("\(count) older \(Plural.english(count, "change is", "changes are")) not shown; --json has all.", .dim)
    case .sentFromHere: StyledText("What was sent by accounts here, from it or to it", .strong)
    case .nothingSent: "Nothing, as far as the outbox knows."
    case .seenBetween: "Seen between"
    case .and: "and"
    case .change: "Change"
    case .why: "Why"
    case .here(let isGain): isGain ? "received from an account here" : "sent from here"
    case .elsewhere(let isGain): isGain ? "received from elsewhere" : "spent elsewhere"
    case .mixed: "not only by what was sent from here"
    case .received: "received"
    case .sent: "sent"
    case .sentToItself: "sent to itself"
    case .feePaid(let label): "fee paid for \(label)"
    case .feeNotKnown: "not known"
    case .block(let number, let time): "Block \(number), \(time): "
    case .noTransaction: ", by none of its transactions itself: a contract paid, or it is a reward"
    case .payment(let amount, let isGain, let other, let transaction):
      "\(amount) \(isGain ? "from" : "to") " + other + ", transaction \(transaction)"
    case .newContract: "a new contract"
    case .otherBlocks: StyledText("This is a part of the change: other blocks made the rest.", .dim)
    }
  }

  var korean: StyledText {
    switch self {
    case .asking: "잔액을 묻는 중"
    case .lookingForBlock: "블록을 찾는 중"
    case .title(let name, let network): StyledText("\(name) (\(network))", .strong)
    case .nobodyAsked: "아직 잔액을 조회한 적이 없습니다."
    case .heldNothing: "조회할 때마다 잔액이 없었습니다."
    case .changes: StyledText("잔액 변화", .strong)
    case .olderChanges(let count):
      StyledText("이전 변화 \(count)건은 표시하지 않았습니다. 모두 보기: --json", .dim)
    case .sentFromHere: StyledText("이곳 계정에서 보내거나 받은 내역", .strong)
    case .nothingSent: "발신함에 기록된 내역이 없습니다."
    case .seenBetween: "이전 조회"
    case .and: "다음 조회"
    case .change: "변화"
    case .why: "까닭"
    case .here(let isGain): isGain ? "이곳 계정에서 받음" : "여기서 보냄"
    case .elsewhere(let isGain): isGain ? "다른 곳에서 받음" : "다른 곳에서 씀"
    case .mixed: "여기서 보낸 것만은 아님"
    case .received: "받음"
    case .sent: "보냄"
    case .sentToItself: "자신에게 보냄"
    case .feePaid(let label): "수수료 대납: \(label)"
    case .feeNotKnown: "알 수 없음"
    case .block(let number, let time): "\(number)번 블록, \(time): "
    case .noTransaction: ", 이 블록의 트랜잭션 자체가 아니라 계약이 지급했거나 보상입니다"
    case .payment(let amount, let isGain, let other, let transaction):
      "\(amount), \(isGain ? "보낸 쪽" : "받은 쪽"): " + other + ", 트랜잭션 \(transaction)"
    case .newContract: "새 계약"
    case .otherBlocks: StyledText("변화의 일부입니다. 나머지는 다른 블록에서 바뀌었습니다.", .dim)
    }
  }

  var ukrainian: StyledText {
    switch self {
    case .asking: "Запитую баланс"
    case .lookingForBlock: "Шукаю блок"
    case .title(let name, let network): StyledText("\(name), мережа \(network)", .strong)
    case .nobodyAsked: "Баланс ще ніхто не запитував."
    case .heldNothing: "Щоразу, коли дивилися, баланс був порожній."
    case .changes: StyledText("Як змінювався баланс", .strong)
    case .olderChanges(let count):
      StyledText(
        "Не показано: \(count) " + Plural.ukrainian(count, "старіша зміна", "старіші зміни", "старіших змін")
          + "; усі має --json.", .dim)
    case .sentFromHere: StyledText("Що надсилали рахунки, які є тут: з нього або на нього", .strong)
    case .nothingSent: "Нічого, наскільки відомо журналу."
    case .seenBetween: "Видно між"
    case .and: "та"
    case .change: "Зміна"
    case .why: "Чому"
    case .here(let isGain): isGain ? "від рахунку, що є тут" : "надіслано звідси"
    case .elsewhere(let isGain): isGain ? "отримано ззовні" : "витрачено деінде"
    case .mixed: "не лише надіслане звідси"
    case .received: "отримано"
    case .sent: "надіслано"
    case .sentToItself: "надіслано собі"
    case .feePaid(let label): "комісія за: \(label)"
    case .feeNotKnown: "не відомо"
    case .block(let number, let time): "Блок \(number), \(time): "
    case .noTransaction: ", жодною з його транзакцій безпосередньо: заплатив контракт, або це винагорода"
    case .payment(let amount, let isGain, let other, let transaction):
      "\(amount) \(isGain ? "від" : "для") " + other + ", транзакція \(transaction)"
    case .newContract: "новий контракт"
    case .otherBlocks: StyledText("Це частина зміни: решту спричинили інші блоки.", .dim)
    }
  }
}
