import Localization

/// The words of the forms of an exchange.
enum ExchangeFormText: Phrase {
  case tradeTitle, tradeOf(String), buy(String), sell(String), amountOf(String), amountHint, notZero
  case slippage, slippageHint, onlyPart(String, of: String)
  case fillTitle, canBeFilled, notFillable, notCompared, payAtMost(String), allIfEmpty
  case orderTitle, orderOf(String), priceIn(String, of: String), standsFor, lifetime(UInt64), postOnly, madeBefore,
    another
  case whichToken, approveTitle, approveFirst, approveHint, tokenContract, spender, allowedNow, revoke
  case wrapTitle, direction, becomes(String, String), oneForOne

  var english: String {
    switch self {
    case .tradeTitle: "Buy or sell"
    case .tradeOf(let pair): "Buy or sell at the market's price: \(pair)"
    case .buy(let token): "Buy \(token)"
    case .sell(let token): "Sell \(token)"
    case .amountOf(let token): "Amount of \(token)"
    case .amountHint: "As in 1,234.5"
    case .notZero: "The amount has to be above zero."
    case .slippage: "Per cent by which a price may be worse than the best"
    case .slippageHint: "From 0 to below 100, as in 0.5"
    case .onlyPart(let part, let whole):
      "Only a part can be traded within this price now: \(part), of \(whole)."
    case .fillTitle: "Fill an order"
    case .canBeFilled: "Can be filled for"
    case .notFillable: "This order cannot be filled any more."
    case .notCompared: "No relay gave its book: the order's price was compared with no book."
    case .payAtMost(let token): "Most to pay, in \(token)"
    case .allIfEmpty: "Empty is all that can be filled"
    case .orderTitle: "Make a limit order"
    case .orderOf(let pair): "Limit order: \(pair)"
    case .priceIn(let quote, let base): "Price in \(quote) for one \(base)"
    case .standsFor: "Stands for"
    case .lifetime(let seconds) where seconds < 86_400:
      "\(seconds / 3600) \(Plural.english(seconds / 3600, "hour", "hours"))"
    case .lifetime(let seconds): "\(seconds / 86_400) \(Plural.english(seconds / 86_400, "day", "days"))"
    case .postOnly: "Refuse it if it would be filled at once"
    case .madeBefore: "You signed an order like this one before."
    case .another: "Make another one."
    case .approveTitle: "Let the exchange move"
    case .approveFirst:
      "Before this goes on, you have to allow the exchange to move exactly this amount. It is a transaction of its own; after it you come back."
    case .approveHint: "The exchange moves it by your own orders alone, and no more than this"
    case .whichToken: "Which token is it about?"
    case .tokenContract: "Contract of the token"
    case .spender: "Who may move it"
    case .allowedNow: "May move now"
    case .revoke: "Take all of it back"
    case .wrapTitle: "Wrap or unwrap the coin"
    case .direction: "Direction"
    case .becomes(let from, let to): "\(from) becomes \(to)"
    case .oneForOne: "One for one; the network's fee comes on top"
    }
  }

  var korean: String {
    switch self {
    case .tradeTitle: "사기 또는 팔기"
    case .tradeOf(let pair): "시장 가격으로 사기 또는 팔기: \(pair)"
    case .buy(let token): "\(token) 사기"
    case .sell(let token): "\(token) 팔기"
    case .amountOf(let token): "\(token) 수량"
    case .amountHint: "예: 1,234.5"
    case .notZero: "수량은 0보다 커야 합니다."
    case .slippage: "최우선 가격보다 불리해도 되는 비율(%)"
    case .slippageHint: "0 이상 100 미만, 예: 0.5"
    case .onlyPart(let part, let whole): "지금 이 가격에는 일부만 거래할 수 있습니다: \(whole) 중 \(part)"
    case .fillTitle: "주문 체결"
    case .canBeFilled: "체결 가능 수량"
    case .notFillable: "이 주문은 더 이상 체결할 수 없습니다."
    case .notCompared: "호가창을 보여 준 릴레이가 없어 이 주문의 가격을 다른 주문과 비교하지 못했습니다."
    case .payAtMost(let token): "최대 지불 수량(\(token))"
    case .allIfEmpty: "비워 두면 가능한 만큼 모두"
    case .orderTitle: "지정가 주문"
    case .orderOf(let pair): "지정가 주문: \(pair)"
    case .priceIn(let quote, let base): "\(base) 하나의 가격(\(quote))"
    case .standsFor: "유효 기간"
    case .lifetime(let seconds) where seconds < 86_400: "\(seconds / 3600)시간"
    case .lifetime(let seconds): "\(seconds / 86_400)일"
    case .postOnly: "바로 체결될 주문이면 거절"
    case .madeBefore: "같은 주문에 이미 서명했습니다."
    case .another: "하나 더 만듭니다."
    case .approveTitle: "거래소에 이동 허용"
    case .approveFirst: "계속하려면 거래소가 정확히 이 수량을 옮기도록 허용해야 합니다. 별도의 트랜잭션이며 끝나면 돌아옵니다."
    case .approveHint: "거래소는 내 주문에 따라서만, 이 수량까지만 옮깁니다"
    case .whichToken: "어느 토큰에 관한 것인가요?"
    case .tokenContract: "토큰 계약"
    case .spender: "옮길 수 있는 주소"
    case .allowedNow: "현재 허용량"
    case .revoke: "모두 거두기"
    case .wrapTitle: "코인 감싸기와 풀기"
    case .direction: "방향"
    case .becomes(let from, let to): "\(from) → \(to)"
    case .oneForOne: "일대일이며 네트워크 수수료는 별도"
    }
  }

  var ukrainian: String {
    switch self {
    case .tradeTitle: "Купити чи продати"
    case .tradeOf(let pair): "Купити чи продати за ціною ринку: \(pair)"
    case .buy(let token): "Купити \(token)"
    case .sell(let token): "Продати \(token)"
    case .amountOf(let token): "Кількість \(token)"
    case .amountHint: "Як-от 1 234,5"
    case .notZero: "Кількість має бути більша за нуль."
    case .slippage: "На скільки відсотків ціна може бути гірша за найкращу"
    case .slippageHint: "Від 0 до менш як 100, наприклад 0,5"
    case .onlyPart(let part, let whole):
      "Зараз за такою ціною можна обміняти лише частину: \(part) з \(whole)."
    case .fillTitle: "Виконати ордер"
    case .canBeFilled: "Можна виконати за"
    case .notFillable: "Цей ордер уже не можна виконати."
    case .notCompared: "Жоден ретранслятор не показав книги ордерів: ціну ордера ні з чим не порівняно."
    case .payAtMost(let token): "Найбільше заплатити, \(token)"
    case .allIfEmpty: "Порожнє поле — усе, що можна виконати"
    case .orderTitle: "Лімітний ордер"
    case .orderOf(let pair): "Лімітний ордер: \(pair)"
    case .priceIn(let quote, let base): "Ціна в \(quote) за один \(base)"
    case .standsFor: "Діє"
    case .lifetime(let seconds) where seconds < 86_400:
      "\(seconds / 3600) \(Plural.ukrainian(seconds / 3600, "годину", "години", "годин"))"
    case .lifetime(let seconds):
      "\(seconds / 86_400) \(Plural.ukrainian(seconds / 86_400, "день", "дні", "днів"))"
    case .postOnly: "Відмовити, якщо його виконали б одразу"
    case .madeBefore: "Ви вже підписали такий самий ордер."
    case .another: "Зробити ще один."
    case .approveTitle: "Дозволити біржі переказ"
    case .approveFirst:
      "Щоб продовжити, треба дозволити біржі переказати саме цю кількість. Це окрема транзакція; після неї ви повернетеся."
    case .approveHint: "Біржа переказує лише за вашими ордерами й не більше за цю кількість"
    case .whichToken: "Про який токен ідеться?"
    case .tokenContract: "Контракт токена"
    case .spender: "Хто може переказати"
    case .allowedNow: "Дозволено тепер"
    case .revoke: "Забрати весь дозвіл"
    case .wrapTitle: "Обгорнути чи розгорнути монету"
    case .direction: "Напрям"
    case .becomes(let from, let to): "\(from) стає \(to)"
    case .oneForOne: "Один до одного; комісія мережі — окремо"
    }
  }
}
