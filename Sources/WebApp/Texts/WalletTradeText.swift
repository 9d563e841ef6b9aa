import Localization

/// The words of what a wallet is asked for at an exchange.
enum WalletTradeText: Phrase {
  case allowing, revoking, wrapping(String), unwrapping(String), dealing, filling, cancelling(Int), ordering
  case orderGone, filled(paid: String, received: String), filledPartly(paid: String, received: String), filledNothing
  case fillsNotRead
  case orderAsked, nothingBefore, compare, askToSign, stands(until: String), seeOrder, notPosted, postAgainNote,
    postAgain, relayRefused
  case smallestUnits, orderOver, needsVersion4, needsRelay

  var english: String {
    switch self {
    case .allowing: "Let the exchange move tokens"
    case .revoking: "Take back what the exchange may move"
    case .wrapping(let amount): "Wrap the coin: \(amount)"
    case .unwrapping(let amount): "Unwrap the coin: \(amount)"
    case .dealing: "Buy or sell at the market's price"
    case .filling: "Fill an order"
    case .cancelling(let count): "Cancel \(count) \(Plural.english(count, "order", "orders"))"
    case .ordering: "Limit order"
    case .filled(let paid, let received): "Paid: \(paid). Received: \(received)."
    case .filledPartly(let paid, let received):
      "Only a part was filled: somebody was faster. Paid: \(paid). Received: \(received)."
    case .filledNothing: "Nothing was filled: the orders were gone before it was mined. Only gas was paid."
    case .fillsNotRead: "What it filled cannot be read just now. Open this page again in a moment."
    case .orderGone:
      "Nothing is left of the order: it was filled or cancelled, or its time is over. If your wallet sent this before, the order may have been filled by that: look at your tokens and in the wallet before you trade again."
    case .orderAsked: "The wallet was asked before. To sign once more is harmless: it is the same order."
    case .nothingBefore: "Nothing is signed before you confirm it in your wallet."
    case .compare:
      "Your wallet shows the order in the tokens' smallest units: before you sign, compare its hash, or its amounts, where it shows them."
    case .askToSign: "Ask my wallet to sign"
    case .stands(let time):
      "The order stands in the book until \(time). Nothing is paid yet: your tokens move once somebody fills it. Until then you can cancel it on the pair's page."
    case .seeOrder: "See or cancel the order"
    case .notPosted: "It is signed, and not posted yet"
    case .postAgainNote: "No relay has said that it has the order. Nothing is lost: post it again; it stays one order."
    case .postAgain: "Post it again"
    case .relayRefused:
      "The relay refused the order, so it does not stand in the book. Read why, and make another. If you want to be sure that nobody fills this one, take back what the exchange may move."
    case .smallestUnits: "In smallest units"
    case .orderOver: "The order's time is over. It was not posted; make a new one."
    case .needsVersion4: "Limit orders by wallet need version 4 of the exchange, which this network does not have."
    case .needsRelay: "No relay takes limit orders here at the moment. Nothing was signed."
    }
  }

  var korean: String {
    switch self {
    case .allowing: "거래소에 토큰 이동 허용"
    case .revoking: "거래소의 이동 허용 거두기"
    case .wrapping(let amount): "코인 감싸기: \(amount)"
    case .unwrapping(let amount): "코인 풀기: \(amount)"
    case .dealing: "시장 가격으로 사기 또는 팔기"
    case .filling: "주문 체결"
    case .cancelling(let count): "주문 \(count)건 취소"
    case .ordering: "지정가 주문"
    case .filled(let paid, let received): "지불: \(paid). 받음: \(received)."
    case .filledPartly(let paid, let received): "다른 사람이 먼저 체결하여 일부만 체결되었습니다. 지불: \(paid). 받음: \(received)."
    case .filledNothing: "체결된 것이 없습니다. 블록에 담기기 전에 주문이 사라졌습니다. 가스만 지불되었습니다."
    case .fillsNotRead: "무엇이 체결되었는지 지금은 읽을 수 없습니다. 잠시 후 이 페이지를 다시 여세요."
    case .orderGone:
      "주문에 남은 것이 없습니다. 체결되었거나 취소되었거나 기간이 끝났습니다. 지갑이 이미 보냈다면 그 트랜잭션으로 체결되었을 수 있으니, 다시 거래하기 전에 보유 토큰과 지갑을 확인하세요."
    case .orderAsked: "이미 지갑에 요청했습니다. 다시 서명해도 같은 주문이므로 문제가 없습니다."
    case .nothingBefore: "지갑에서 확인하기 전에는 아무것도 서명하지 않습니다."
    case .compare: "지갑에는 토큰의 최소 단위로 주문이 표시됩니다. 서명하기 전에 표시된 해시나 수량을 비교하세요."
    case .askToSign: "지갑에 서명 요청하기"
    case .stands(let time):
      "주문이 호가창에 올라갔습니다. 유효 기간: \(time)까지. 아직 아무것도 지불되지 않았으며, 누군가 체결할 때 토큰이 이동합니다. 그전에는 거래 쌍 페이지에서 취소할 수 있습니다."
    case .seeOrder: "주문 보기 또는 취소"
    case .notPosted: "서명했지만 아직 게시되지 않았습니다"
    case .postAgainNote: "주문을 받았다고 답한 릴레이가 없습니다. 잃은 것은 없습니다. 다시 게시하세요. 주문은 하나로 유지됩니다."
    case .postAgain: "다시 게시하기"
    case .relayRefused:
      "릴레이가 주문을 거절하여 호가창에 오르지 않았습니다. 이유를 읽고 새로 만드세요. 아무도 이 주문을 체결하지 못하게 하려면 거래소의 이동 허용을 거두세요."
    case .smallestUnits: "최소 단위로"
    case .orderOver: "주문 기간이 끝났습니다. 게시하지 않았으니 새로 만드세요."
    case .needsVersion4: "지갑으로 지정가 주문을 하려면 거래소 버전 4가 필요하지만 이 네트워크에는 없습니다."
    case .needsRelay: "지금은 지정가 주문을 받는 릴레이가 없습니다. 아무것도 서명하지 않았습니다."
    }
  }

  var ukrainian: String {
    switch self {
    case .allowing: "Дозволити біржі переказувати токени"
    case .revoking: "Забрати дозвіл у біржі"
    case .wrapping(let amount): "Обгорнути монету: \(amount)"
    case .unwrapping(let amount): "Розгорнути монету: \(amount)"
    case .dealing: "Купити чи продати за ціною ринку"
    case .filling: "Виконати ордер"
    case .cancelling(let count):
      "Скасувати \(count) \(Plural.ukrainian(count, "ордер", "ордери", "ордерів"))"
    case .ordering: "Лімітний ордер"
    case .filled(let paid, let received): "Сплачено: \(paid). Отримано: \(received)."
    case .filledPartly(let paid, let received):
      "Виконано лише частину: хтось був швидший. Сплачено: \(paid). Отримано: \(received)."
    case .filledNothing: "Нічого не виконано: ордерів не стало, перш ніж її включили в блок. Сплачено лише газ."
    case .fillsNotRead: "Що вона виконала, зараз прочитати не вдалося. Відкрийте цю сторінку знову за мить."
    case .orderGone:
      "Від ордера нічого не лишилося: його виконано, скасовано або його час минув. Якщо гаманець уже надіслав це, ордер могли виконати саме так: перевірте свої токени й гаманець, перш ніж торгувати знову."
    case .orderAsked: "Гаманець уже запитували. Підписати ще раз не шкодить: ордер той самий."
    case .nothingBefore: "Доки ви не підтвердите в гаманці, нічого не підписано."
    case .compare:
      "Гаманець показує ордер у найменших одиницях токенів: перш ніж підписати, порівняйте його хеш або кількості, якщо він їх показує."
    case .askToSign: "Попросити гаманець підписати"
    case .stands(let time):
      "Ордер стоїть у книзі до: \(time). Ще нічого не сплачено: ваші токени буде переказано, коли хтось його виконає. Доти його можна скасувати на сторінці пари."
    case .seeOrder: "Переглянути або скасувати ордер"
    case .notPosted: "Підписано, але ще не опубліковано"
    case .postAgainNote:
      "Жоден ретранслятор не сказав, що має цей ордер. Нічого не втрачено: опублікуйте його ще раз, ордер лишиться одним."
    case .postAgain: "Опублікувати ще раз"
    case .relayRefused:
      "Ретранслятор відмовив, тож ордера в книзі немає. Прочитайте чому й зробіть інший. Якщо хочете бути певні, що його ніхто не виконає, заберіть дозвіл у біржі."
    case .smallestUnits: "У найменших одиницях"
    case .orderOver: "Час ордера минув. Його не опубліковано; зробіть новий."
    case .needsVersion4: "Лімітні ордери гаманцем потребують версії 4 біржі, а в цій мережі її немає."
    case .needsRelay: "Зараз тут немає ретранслятора, що приймає лімітні ордери. Нічого не підписано."
    }
  }
}
