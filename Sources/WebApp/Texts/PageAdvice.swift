import Localization

/// The next step after a failure, in the words of pages: those of the terminal name commands.
package enum PageAdvice: Phrase, Hashable {
  case choosesAccount, makesAccount, startsNode, getsInvitation, getsMoney, mendsSettings, looksFirst, password
  case waitsForRun, hasBought, hasRated, buysFirst, boughtRun(UInt64), otherRun, paidBack, isTeacher, onlyTeacher,
    onlyOwner, noLecture, runChanged, priceChanged
  case stillOpen, bookChanged, asksFee, priceMoved, getsTokens, allowsTokens, looksAgain, asksOthers, waitsForPayer,
    waitsForRelay

  /// The step after a failure of this kind; nil where the failure's own words are enough.
  init?(_ failure: FailureText) {
    switch failure.code {
    case "severalAccounts": self = .choosesAccount
    case "noAccount": self = .makesAccount
    case "readingDisputed": self = .asksOthers
    case "noContractConfigured", "settings.noContract": self = .getsInvitation
    case "keystore.wrongPassword": self = .password
    case "lecture.closed": self = .waitsForRun
    case "lecture.boughtAlready": self = .hasBought
    case "lecture.ratedAlready": self = .hasRated
    case "lecture.notStudent": self = failure.run.map { .boughtRun($0) } ?? .buysFirst
    case "lecture.otherRunBought": self = .otherRun
    case "lecture.paidBack": self = .paidBack
    case "lecture.ownLecture": self = .isTeacher
    case "lecture.notTeacher": self = .onlyTeacher
    case "lecture.notOwner": self = .onlyOwner
    case "lecture.unknownLecture": self = .noLecture
    case "lecture.runChanged", "otherRun": self = .runChanged
    case "lecture.priceChanged": self = .priceChanged
    case "lecture.stillOpen": self = .stillOpen
    case "exchange.orderGone", "exchange.expired", "exchange.makerUnfunded", "exchange.notFilled",
      "exchange.partlyFilled":
      self = .bookChanged
    case "exchange.takerFee": self = .asksFee
    case "exchange.priceMoved", "exchange.slippage": self = .priceMoved
    case "exchange.balance": self = .getsTokens
    case "exchange.allowance": self = .allowsTokens
    case "delegation.unreachable": self = .waitsForPayer
    case "relay.busy", "relay.unreachable", "relay.malformed", "relay.tooLarge": self = .waitsForRelay
    // Its own words tell when to try again.
    case "delegation.busy": return nil
    default:
      switch failure.kind {
      case .node: self = .startsNode
      case .settings: self = .mendsSettings
      case .unknownOutcome: self = .looksFirst
      case .refused where failure.code.contains("notEnough"): self = .getsMoney
      case .refused where Self.isOfContract(failure.code): self = .looksAgain
      default: return nil
      }
    }
  }

  /// Whether it is a refusal of a contract that needs no advice.
  private static func isOfContract(_ code: String) -> Bool {
    ["lecture.refused", "contract.reverted", "sending.reverted", "contract.failedOnChain"].contains(code)
  }

  /// Whether its sentence is enough by itself, so that the words of the contract stand behind it.
  var isWhole: Bool {
    switch self {
    case .choosesAccount, .makesAccount, .startsNode, .getsMoney, .mendsSettings, .looksFirst, .password, .looksAgain,
      .asksOthers, .waitsForPayer, .waitsForRelay, .otherRun, .paidBack, .bookChanged, .asksFee:
      false
    default: true
    }
  }

  /// The next step after a failure as pages show it; nil where its own words are enough.
  package static func words(after failure: FailureText, in language: Language) -> String? {
    PageAdvice(failure).map { language[$0] } ?? failure.advice.flatMap(withoutCommands)
  }

  /// The next step after a failure for a visitor: a platform has nobody's wallets.
  static func words(after failure: FailureText, for visit: Visit) -> String? {
    if visit.site.platform != nil, PageAdvice(failure) == .getsMoney {
      return visit.text(InsufficientFundsText.toAccount)
    }
    return words(after: failure, in: visit.language)
  }

  /// A sentence that names no command; nil for one that does.
  static func withoutCommands(_ advice: String) -> String? {
    advice.contains("lectures ") || advice.contains("--") ? nil : advice
  }

  package var english: String {
    switch self {
    case .choosesAccount: "Choose the account that acts, under Settings."
    case .makesAccount: "Under Wallets choose one and press “Use this wallet”, or make or import one."
    case .startsNode: "Is the node reachable? What is known stays here; try again in a moment."
    case .getsInvitation:
      "Ask your school for an invitation: a link that begins with lectures:join? or a QR code. Paste the link here, or scan the code."
    case .getsMoney: "Receive what is missing: the QR code is under Wallets."
    case .mendsSettings: "Look at it under Settings."
    case .looksFirst: "Look under Transactions before you send it again."
    case .password: "Type the password of this account again."
    case .waitsForRun: "This run is over. You can buy and rate the lecture once its teacher opens it again."
    case .hasBought: "You have this lecture already: it stands among yours, and you need not pay again."
    case .hasRated: "You have rated this run already, and a run is rated once. Your scores stand among your lectures."
    case .buysFirst: "Only who bought this run can do this. Buy the lecture first, or choose the account that did."
    case .boughtRun(let run): "Only who bought run \(run) can have its receipt. Choose the account that did."
    case .otherRun:
      "Your own runs stand under “My lectures”, each with its receipt. Or choose the account that bought this one."
    case .paidBack:
      "Who took the payment for a run back is no student of it any more: it has no receipt, and can neither be rated nor bought a second time. You can buy the lecture again if its teacher opens another run: ask the teacher."
    case .isTeacher: "It is your own lecture: teachers neither buy nor rate theirs."
    case .onlyTeacher: "Only the lecture's teacher can do this. Choose the teacher's account if that is you."
    case .onlyOwner: "Only the account of the school can do this. Ask your school."
    case .noLecture: "There is no lecture of this number. Look for it in the list."
    case .runChanged: "The lecture is in another run by now. Look at it again before you go on."
    case .priceChanged: "The price is another by now. Look at the lecture, and buy it if the new price is all right."
    case .stillOpen: "The lecture is still open. Its next run can be opened once this one is settled."
    case .bookChanged: "Look at the offers that are there now."
    case .asksFee: "Fill one order of the book by itself if you agree to its fee: the review shows it."
    case .priceMoved: "The price moved too far. Look at the offers, and allow a worse price or wait."
    case .getsTokens: "You hold too little of the token. Take a smaller amount, or get more of it first."
    case .allowsTokens:
      "The exchange may not move enough of your tokens. Begin the trade anew: it asks you for that first."
    case .waitsForPayer: "Try again in a moment, or pay the fee yourself."
    case .waitsForRelay:
      "Nothing is spent by it. Try again in a moment."
    case .looksAgain: "This cannot be done as things are now. Look at the page again: it shows what is possible."
    case .asksOthers:
      "Somebody tells what is not so: buy nothing before they agree. Try again in a moment. If it stays like that, whoever chose these nodes has to ask one of their own, or further ones."
    }
  }

  package var korean: String {
    switch self {
    case .choosesAccount: "설정에서 사용할 계정을 고르세요."
    case .makesAccount: "지갑에서 사용할 지갑을 고르거나, 새로 만들거나 가져오세요."
    case .startsNode: "노드에 연결할 수 있는지 확인하세요. 알려진 내용은 남아 있습니다. 잠시 후 다시 시도하세요."
    case .getsInvitation:
      "학교에 초대를 요청하세요. 초대는 lectures:join?으로 시작하는 링크나 QR 코드입니다. 링크를 여기에 붙여 넣거나 코드를 스캔하세요."
    case .getsMoney: "부족한 금액을 받으세요. QR 코드는 지갑에 있습니다."
    case .mendsSettings: "설정에서 확인하세요."
    case .looksFirst: "다시 보내기 전에 트랜잭션을 확인하세요."
    case .password: "이 계정의 비밀번호를 다시 입력하세요."
    case .waitsForRun: "이번 회차는 끝났습니다. 강사가 강의를 다시 개설하면 구매하고 평가할 수 있습니다."
    case .hasBought: "이미 구매한 강의입니다. 내 강의에 있으며 다시 결제할 필요가 없습니다."
    case .hasRated: "이번 회차를 이미 평가했습니다. 평가는 회차마다 한 번이며, 점수는 내 강의에서 볼 수 있습니다."
    case .buysFirst: "이번 회차를 구매한 사람만 할 수 있습니다. 먼저 강의를 구매하거나 구매한 계정을 고르세요."
    case .boughtRun(let run): "\(run)회차를 구매한 사람만 그 회차의 영수증을 받을 수 있습니다. 구매한 계정을 고르세요."
    case .otherRun: "구매한 회차와 영수증은 내 강의에서 볼 수 있습니다. 요청한 회차를 구매한 계정이 있으면 그 계정을 고르세요."
    case .paidBack:
      "수강료를 돌려받았으므로 더 이상 그 회차의 수강생이 아닙니다. 그 회차는 영수증이 없고 평가하거나 다시 구매할 수 없습니다. 강사가 다른 회차를 열면 강의를 다시 구매할 수 있으니 강사에게 문의하세요."
    case .isTeacher: "본인의 강의입니다. 강사는 자신의 강의를 구매하거나 평가하지 않습니다."
    case .onlyTeacher: "강의의 강사만 할 수 있습니다. 본인이라면 강사 계정을 고르세요."
    case .onlyOwner: "학교 계정만 할 수 있습니다. 학교에 문의하세요."
    case .noLecture: "그런 번호의 강의가 없습니다. 목록에서 찾아보세요."
    case .runChanged: "강의의 회차가 그사이에 바뀌었습니다. 계속하기 전에 강의를 다시 확인하세요."
    case .priceChanged: "그사이에 가격이 바뀌었습니다. 강의를 확인하고 새 가격이 괜찮으면 구매하세요."
    case .stillOpen: "강의가 아직 열려 있습니다. 이번 회차가 정산된 뒤에 다음 회차를 열 수 있습니다."
    case .bookChanged: "지금 있는 주문을 확인하세요."
    case .asksFee: "수수료에 동의한다면 호가창에서 주문 하나를 골라 체결하세요. 확인 화면에 수수료가 나옵니다."
    case .priceMoved: "가격이 너무 많이 움직였습니다. 주문을 확인하고 허용 폭을 늘리거나 기다리세요."
    case .getsTokens: "보유한 토큰이 부족합니다. 수량을 줄이거나 먼저 토큰을 더 마련하세요."
    case .allowsTokens: "거래소에 허용한 이동 수량이 부족합니다. 거래를 처음부터 다시 시작하면 먼저 허용을 묻습니다."
    case .waitsForPayer: "잠시 후 다시 시도하거나 수수료를 직접 내세요."
    case .waitsForRelay: "비용은 들지 않았습니다. 잠시 후 다시 시도하세요."
    case .looksAgain: "지금 상태로는 할 수 없습니다. 페이지를 다시 열어 가능한 것을 확인하세요."
    case .asksOthers:
      "사실과 다른 답을 하는 노드가 있습니다. 답이 일치하기 전에는 구매하지 마세요. 잠시 후 다시 시도하고, 계속 그러면 노드를 고른 사람이 자신의 노드나 다른 노드에 물어보아야 합니다."
    }
  }

  package var ukrainian: String {
    switch self {
    case .choosesAccount: "Виберіть рахунок у налаштуваннях."
    case .makesAccount: "У гаманцях виберіть той, яким діяти, або створіть чи імпортуйте новий."
    case .startsNode: "Чи доступний вузол? Відоме лишається тут; спробуйте за мить."
    case .getsInvitation:
      "Попросіть у школи запрошення: посилання, що починається з lectures:join?, або QR-код. Вставте посилання тут або скануйте код."
    case .getsMoney: "Отримайте те, чого бракує: QR-код у гаманцях."
    case .mendsSettings: "Перевірте це в налаштуваннях."
    case .looksFirst: "Перегляньте транзакції, перш ніж надсилати знову."
    case .password: "Введіть пароль цього рахунку ще раз."
    case .waitsForRun: "Цей набір закінчено. Купити й оцінити лекцію можна буде, коли викладач відкриє її знову."
    case .hasBought: "Ця лекція вже ваша: вона серед ваших лекцій, і платити знову не треба."
    case .hasRated: "Ви вже оцінили цей набір, а набір оцінюють один раз. Ваші бали — серед ваших лекцій."
    case .buysFirst:
      "Це може лише той, хто купив цей набір. Спершу купіть лекцію або виберіть рахунок, яким її куплено."
    case .boughtRun(let run):
      "Квитанцію про набір \(run) має лише той, хто його купив. Виберіть рахунок, яким його куплено."
    case .otherRun:
      "Ваші набори — серед ваших лекцій, кожен зі своєю квитанцією. Або виберіть рахунок, яким куплено цей."
    case .paidBack:
      "Хто повернув оплату за набір, той більше не його студент: квитанції про нього немає, його не можна ні оцінити, ні купити вдруге. Купити лекцію знову можна, якщо викладач відкриє інший набір: запитайте його."
    case .isTeacher: "Це ваша лекція: викладачі своїх не купують і не оцінюють."
    case .onlyTeacher: "Це може лише викладач лекції. Якщо це ви, виберіть рахунок викладача."
    case .onlyOwner: "Це може лише рахунок школи. Зверніться до школи."
    case .noLecture: "Лекції з таким номером немає. Пошукайте її у списку."
    case .runChanged: "Лекція тепер в іншому наборі. Перегляньте її знову, перш ніж продовжити."
    case .priceChanged: "Ціна вже інша. Перегляньте лекцію й купіть її, якщо нова ціна вас влаштовує."
    case .stillOpen: "Лекція ще відкрита. Наступний набір можна відкрити після розрахунку за цей."
    case .bookChanged: "Перегляньте пропозиції, які є зараз."
    case .asksFee: "Якщо згодні на комісію, виконайте один ордер із книги окремо: її видно в огляді."
    case .priceMoved: "Ціна змінилася надто сильно. Перегляньте пропозиції й дозвольте гіршу ціну або зачекайте."
    case .getsTokens: "У вас замало токена. Візьміть меншу кількість або спершу отримайте більше."
    case .allowsTokens:
      "Біржа не може переказати досить ваших токенів. Почніть угоду знову: спершу вас запитають про дозвіл."
    case .waitsForPayer: "Спробуйте за мить або сплатіть комісію самі."
    case .waitsForRelay:
      "Нічого не витрачено. Спробуйте за мить."
    case .looksAgain: "Зараз цього зробити не можна. Відкрийте сторінку знову: вона показує, що можливо."
    case .asksOthers:
      "Хтось із них каже неправду: не купуйте нічого, доки вони не погодяться. Спробуйте за мить. Якщо так і лишиться, той, хто вибрав ці вузли, має спитати власний вузол або інші."
    }
  }
}
