import Localization

/// The words on the payments that the chain has of a wallet.
enum WalletLedgerText: Phrase {
  case notLooked, look, lookOn, hint(UInt64), nothing, notAllRead, changedSince, stillReading, throughHere

  var english: String {
    switch self {
    case .notLooked:
      "Nobody has looked yet for what came in from elsewhere. Until then only what was sent through this machine is listed, below."
    case .look: "Look for what came in"
    case .lookOn: "Look again"
    case .hint(let count):
      "The network’s node is asked for blocks that are not read yet, \(count) at most. What it tells is listed here."
    case .nothing: "Nothing came and nothing went in these blocks."
    case .notAllRead: "There are newer blocks that are not read yet: look again."
    case .changedSince: "The balance has changed since: look again."
    case .stillReading: "The blocks are still being read. Look at this page again in a moment."
    case .throughHere: "Sent through this machine"
    }
  }

  var korean: String {
    switch self {
    case .notLooked: "다른 곳에서 들어온 금액은 아직 찾아보지 않았습니다. 그때까지는 이 컴퓨터를 통해 보낸 내역만 아래에 나옵니다."
    case .look: "들어온 금액 찾기"
    case .lookOn: "다시 찾기"
    case .hint(let count): "아직 읽지 않은 블록을 네트워크의 노드에 요청합니다(최대 \(count)개). 노드가 알려 준 내용을 여기에 보여 줍니다."
    case .nothing: "이 블록에서는 들어오거나 나간 것이 없습니다."
    case .notAllRead: "아직 읽지 않은 새 블록이 있습니다. 다시 찾아보세요."
    case .changedSince: "그 뒤로 잔액이 바뀌었습니다. 다시 찾아보세요."
    case .stillReading: "아직 블록을 읽고 있습니다. 잠시 후 이 페이지를 다시 보세요."
    case .throughHere: "이 컴퓨터를 통해 보낸 내역"
    }
  }

  var ukrainian: String {
    switch self {
    case .notLooked:
      "Того, що надійшло звідкись, ще не шукали. Доти нижче є лише те, що надіслано через цей комп'ютер."
    case .look: "Шукати надходження"
    case .lookOn: "Шукати ще"
    case .hint(let count):
      "Вузол мережі питають про ще не прочитані блоки, щонайбільше \(count). Тут показано те, що він каже."
    case .nothing: "У цих блоках нічого не надійшло й не пішло."
    case .notAllRead: "Є новіші, ще не прочитані блоки: шукайте ще."
    case .changedSince: "Відтоді баланс змінився: шукайте ще."
    case .stillReading: "Блоки ще читаються. Відкрийте цю сторінку знову за мить."
    case .throughHere: "Надіслано через цей комп'ютер"
    }
  }
}
