import Exchange
import Localization
import OrderBook

/// Single words of the exchange: sides and states.
enum ExchangeWord: Phrase {
  case ask, bid, buy, sell
  case state(OrderState)
  case draft, signed, posted
  case ended(JournalOrder.Ending)

  var english: String {
    switch self {
    case .ask: "sells"
    case .bid: "buys"
    case .buy: "buy"
    case .sell: "sell"
    case .state(.open): "open"
    case .state(.partFilled): "filled in part"
    case .state(.cut): "cancelled in part"
    case .state(.filled): "filled"
    case .state(.cancelled): "cancelled"
    case .state(.expired): "over"
    case .state(.unfunded): "not funded"
    case .state(.dust): "nearly filled"
    case .state(.stopped): "not watched"
    case .state(.unsigned): "signer revoked"
    case .draft: "not signed"
    case .signed: "at no relay"
    case .posted: "posted"
    case .ended(.filled): "filled"
    case .ended(.cancelled): "cancelled"
    case .ended(.expired): "over"
    case .ended(.abandoned): "given up"
    }
  }

  var korean: String {
    switch self {
    case .ask: "매도"
    case .bid: "매수"
    case .buy: "매수"
    case .sell: "매도"
    case .state(.open): "대기"
    case .state(.partFilled): "일부 체결"
    case .state(.cut): "일부 취소"
    case .state(.filled): "체결됨"
    case .state(.cancelled): "취소됨"
    case .state(.expired): "만료됨"
    case .state(.unfunded): "자금 부족"
    case .state(.dust): "거의 체결됨"
    case .state(.stopped): "감시 안 함"
    case .state(.unsigned): "서명자 취소됨"
    case .draft: "서명 전"
    case .signed: "릴레이 없음"
    case .posted: "게시됨"
    case .ended(.filled): "체결됨"
    case .ended(.cancelled): "취소됨"
    case .ended(.expired): "만료됨"
    case .ended(.abandoned): "포기함"
    }
  }

  var ukrainian: String {
    switch self {
    case .ask: "продаж"
    case .bid: "купівля"
    case .buy: "купівля"
    case .sell: "продаж"
    case .state(.open): "чинний"
    case .state(.partFilled): "виконано частково"
    case .state(.cut): "скасовано частково"
    case .state(.filled): "виконано"
    case .state(.cancelled): "скасовано"
    case .state(.expired): "прострочено"
    case .state(.unfunded): "бракує коштів"
    case .state(.dust): "майже виконано"
    case .state(.stopped): "без нагляду"
    case .state(.unsigned): "підпис відкликано"
    case .draft: "не підписано"
    case .signed: "ніде не розміщено"
    case .posted: "розміщено"
    case .ended(.filled): "виконано"
    case .ended(.cancelled): "скасовано"
    case .ended(.expired): "прострочено"
    case .ended(.abandoned): "облишено"
    }
  }
}
