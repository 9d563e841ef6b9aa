import Localization
import Testing

@testable import LecturesCommand

@Suite("Labels of an exchange's transactions")
struct TradeLabelTests {
  @Test(
    "are words in every language, with the amounts of their tokens",
    arguments: [
      ("let the exchange move 3.5 TKA", "거래소에 이동 허가: 3.5 TKA", "дозвіл біржі переказувати 3,5 TKA"),
      ("let the exchange move all TKA", "거래소에 이동 허가: TKA 전부", "дозвіл біржі переказувати усі TKA"),
      ("let 0x12 move 3 TKA", "0x12 주소에 이동 허가: 3 TKA", "дозвіл 0x12 переказувати 3 TKA"),
      ("take back the allowance of TKA", "사용 허가 철회: TKA", "відкликання дозволу на TKA"),
      ("wrap 2.5 KLAY", "토큰으로 바꾸기: 2.5 KLAY", "обгортання 2,5 KLAY у токени"),
      ("unwrap 2 WKLAY", "코인으로 되돌리기: 2 WKLAY", "повернення 2 WKLAY у монети"),
      (
        "cancel the order 0x12…34: 5 TKA for 10 WKLAY", "주문 취소: 0x12…34, 5 TKA → 10 WKLAY",
        "скасування ордера 0x12…34: 5 TKA за 10 WKLAY"
      ),
      ("cancel the order 0x12…34", "주문 취소: 0x12…34", "скасування ордера 0x12…34"),
      ("cancel 3 orders", "주문 3개 취소", "скасування 3 ордерів"),
      ("cancel all orders of TKA for WKLAY", "주문 모두 취소: TKA → WKLAY", "скасування всіх ордерів TKA за WKLAY"),
    ])
  func words(english: String, korean: String, ukrainian: String) {
    let label = IntentLabel(english)
    #expect(label.english == english)
    #expect(label.korean == korean)
    #expect(label.ukrainian == ukrainian)
  }

  @Test("are no words of calls, deals and transfers")
  func others() {
    for label in ["approve(spender: 0x12, amount: 3)", "buy 7 TKA for 2 TKB", "transfer of 1 KLAY to 0x12"] {
      #expect(TradeLabel(label) == nil)
    }
    #expect(IntentLabel("cancel: wrap 2 KLAY").ukrainian == "скасування: обгортання 2 KLAY у токени")
  }
}
