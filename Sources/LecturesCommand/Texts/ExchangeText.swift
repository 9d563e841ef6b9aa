import Localization
import Primitives
import Terminal

/// The sentences of the commands of the exchange.
enum ExchangeText: Phrase {
  // Under way.
  case lookingAtExchange, readingBook, checkingDeal, checking, planningOrder, readingTokens, deploying(String)

  // Books.
  case book(String), emptyBook, unreadBook, oneSided
  case unfunded(Int)

  // Outcomes.
  /// A trade, with the words for its fees.
  case bought(String, for: String, fees: String), sold(String, for: String, fees: String)
  case boughtPart(String, for: String, fees: String), soldPart(String, for: String, fees: String)
  case nothingFilled
  case wrapped(String), unwrapped(String)
  case allowed(String), revoked(String), allowedAlready(String)
  case cancelled(Int)
  case nothingToCancel
  case orderPlaced(String), orderSigned, orderWritten(String)
  case alreadyDone

  // Lists.
  case noOrders, noTokens
  case deployed

  var english: StyledText {
    switch self {
    case .lookingAtExchange: "Looking at the exchange"
    case .readingBook: "Reading the order book"
    case .checkingDeal: "Checking the trade"
    case .checking: "Checking the transaction"
    case .planningOrder: "Planning the order"
    case .readingTokens: "Reading the tokens"
    case .deploying(let what): "Deploying \(what)"
    case .book(let pair): "Order book of \(pair, .strong)"
    case .emptyBook: "The book has no order that can be filled."
    case .unreadBook: "No relay gave an order that can be used: which orders there are is not known."
    case .oneSided: "One side of the book is empty."
    case .unfunded(let count):
      "\(count) order\(count == 1 ? " is" : "s are") not shown: filled, cancelled, over, or the maker lacks the tokens."
    case .bought(let what, let price, let fees): StyledText("Bought \(what) for \(price)", .good) + "\(fees)."
    case .sold(let what, let price, let fees): StyledText("Sold \(what) for \(price)", .good) + "\(fees)."
    case .boughtPart(let what, let price, let fees):
      StyledText("Bought only \(what) for \(price)", .warning) + "\(fees)."
    case .soldPart(let what, let price, let fees): StyledText("Sold only \(what) for \(price)", .warning) + "\(fees)."
    case .nothingFilled: StyledText("Nothing was filled; the fee is spent", .bad) + "."
    case .wrapped(let what): StyledText("You have \(what)", .good) + "."
    case .unwrapped(let what): StyledText("You have \(what) back", .good) + "."
    case .allowed(let what): StyledText("The exchange may move \(what)", .good) + "."
    case .revoked(let token): StyledText("The exchange may move no \(token) any more", .good) + "."
    case .allowedAlready(let what): "The exchange may move \(what) already; nothing was sent."
    case .cancelled(let count): StyledText("\(count) order\(count == 1 ? " is" : "s are") cancelled", .good) + "."
    case .nothingToCancel: "There was nothing left to cancel."
    case .orderPlaced(let relay): StyledText("The order stands at \(relay)", .good) + "."
    case .orderSigned:
      StyledText("The order is signed and kept, and no relay has it yet", .warning) + ". Post it: "
        + StyledText("lectures exchange orders --post", .action)
    case .orderWritten(let path): StyledText("The order is in \(path)", .good) + "."
    case .alreadyDone: "An earlier run did it; nothing was sent. For a second one, add --again."
    case .noOrders: "There are no orders of yours."
    case .noTokens: "No token is known here."
    case .deployed: StyledText("The exchange is set up", .good) + "."
    }
  }

  var korean: StyledText {
    switch self {
    case .lookingAtExchange: "거래소를 확인하는 중"
    case .readingBook: "호가를 읽는 중"
    case .checkingDeal: "거래를 확인하는 중"
    case .checking: "트랜잭션을 확인하는 중"
    case .planningOrder: "주문을 준비하는 중"
    case .readingTokens: "토큰을 읽는 중"
    case .deploying(let what): "\(what) 배포 중"
    case .book(let pair): "\(pair, .strong) 호가"
    case .emptyBook: "체결할 수 있는 주문이 없습니다."
    case .unreadBook: "쓸 수 있는 주문을 준 릴레이가 없습니다. 어떤 주문이 있는지는 알 수 없습니다."
    case .oneSided: "호가의 한쪽이 비어 있습니다."
    case .unfunded(let count): "체결, 취소, 만료되었거나 주문자의 토큰이 모자라 보이지 않는 주문: \(count)개."
    case .bought(let what, let price, let fees): StyledText("\(what) 수량을 \(price)에 샀습니다", .good) + "\(fees)."
    case .sold(let what, let price, let fees): StyledText("\(what) 수량을 \(price)에 팔았습니다", .good) + "\(fees)."
    case .boughtPart(let what, let price, let fees): StyledText("\(what) 수량만 \(price)에 샀습니다", .warning) + "\(fees)."
    case .soldPart(let what, let price, let fees): StyledText("\(what) 수량만 \(price)에 팔았습니다", .warning) + "\(fees)."
    case .nothingFilled: StyledText("체결된 것이 없고 가스비는 쓰였습니다", .bad) + "."
    case .wrapped(let what): StyledText("\(what) 수량을 받았습니다", .good) + "."
    case .unwrapped(let what): StyledText("\(what) 금액으로 되돌렸습니다", .good) + "."
    case .allowed(let what): StyledText("거래소가 \(what) 수량까지 옮길 수 있습니다", .good) + "."
    case .revoked(let token): StyledText("거래소는 이제 \(token) 토큰을 옮길 수 없습니다", .good) + "."
    case .allowedAlready(let what): "거래소가 이미 \(what) 수량을 옮길 수 있어 아무것도 보내지 않았습니다."
    case .cancelled(let count): StyledText("주문 \(count)개를 취소했습니다", .good) + "."
    case .nothingToCancel: "취소할 것이 남아 있지 않았습니다."
    case .orderPlaced(let relay): StyledText("주문이 \(relay)에 게시되었습니다", .good) + "."
    case .orderSigned:
      StyledText("주문에 서명하여 보관했지만 아직 어느 릴레이에도 없습니다", .warning) + ". 게시: "
        + StyledText("lectures exchange orders --post", .action)
    case .orderWritten(let path): StyledText("주문을 \(path)에 저장했습니다", .good) + "."
    case .alreadyDone: "이전 실행에서 이미 처리되어 아무것도 보내지 않았습니다. 한 번 더 하려면 `--again`을 붙이십시오."
    case .noOrders: "내 주문이 없습니다."
    case .noTokens: "알려진 토큰이 없습니다."
    case .deployed: StyledText("거래소를 설치했습니다", .good) + "."
    }
  }

  var ukrainian: StyledText {
    switch self {
    case .lookingAtExchange: "Перевіряємо біржу"
    case .readingBook: "Читаємо книгу ордерів"
    case .checkingDeal: "Перевіряємо угоду"
    case .checking: "Перевіряємо транзакцію"
    case .planningOrder: "Готуємо ордер"
    case .readingTokens: "Читаємо токени"
    case .deploying(let what): "Розгортаємо \(what)"
    case .book(let pair): "Книга ордерів \(pair, .strong)"
    case .emptyBook: "У книзі немає ордерів, які можна виконати."
    case .unreadBook: "Жоден ретранслятор не дав придатного ордера: які ордери є, невідомо."
    case .oneSided: "Один бік книги порожній."
    case .unfunded(let count):
      "Не показано \(count) \(Plural.ukrainian(count, "ордер", "ордери", "ордерів")): виконані, скасовані, прострочені або авторові бракує токенів."
    case .bought(let what, let price, let fees): StyledText("Куплено \(what) за \(price)", .good) + "\(fees)."
    case .sold(let what, let price, let fees): StyledText("Продано \(what) за \(price)", .good) + "\(fees)."
    case .boughtPart(let what, let price, let fees):
      StyledText("Куплено лише \(what) за \(price)", .warning) + "\(fees)."
    case .soldPart(let what, let price, let fees): StyledText("Продано лише \(what) за \(price)", .warning) + "\(fees)."
    case .nothingFilled: StyledText("Нічого не виконано; комісію сплачено", .bad) + "."
    case .wrapped(let what): StyledText("Ви маєте \(what)", .good) + "."
    case .unwrapped(let what): StyledText("Ви маєте назад \(what)", .good) + "."
    case .allowed(let what): StyledText("Біржа може переказувати \(what)", .good) + "."
    case .revoked(let token): StyledText("Біржа більше не може переказувати \(token)", .good) + "."
    case .allowedAlready(let what): "Біржа вже може переказувати \(what); нічого не надіслано."
    case .cancelled(let count):
      StyledText("Скасовано \(count) \(Plural.ukrainian(count, "ордер", "ордери", "ордерів"))", .good) + "."
    case .nothingToCancel: "Скасовувати вже нічого."
    case .orderPlaced(let relay): StyledText("Ордер розміщено на \(relay)", .good) + "."
    case .orderSigned:
      StyledText("Ордер підписано й збережено, але ще ніде не розміщено", .warning) + ". Розмістити: "
        + StyledText("lectures exchange orders --post", .action)
    case .orderWritten(let path): StyledText("Ордер записано у \(path)", .good) + "."
    case .alreadyDone: "Це вже зробив попередній запуск; нічого не надіслано. Щоб зробити це ще раз, додайте `--again`."
    case .noOrders: "Ваших ордерів немає."
    case .noTokens: "Жодного токена не відомо."
    case .deployed: StyledText("Біржу встановлено", .good) + "."
    }
  }
}
