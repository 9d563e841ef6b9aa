import Exchange
import Localization
import Orders

extension ExchangeErrors {
  static func korean(_ error: ExchangeError) -> FailureWords? {
    switch error.code {
    case .orderGone: FailureWords("주문이 없거나 남은 수량이 모자랍니다. 아무것도 보내지 않았습니다.", advice: book(.korean))
    case .expired: FailureWords("주문의 유효 기간이 끝났거나 곧 끝납니다. 아무것도 보내지 않았습니다.", advice: book(.korean))
    case .notTaker: FailureWords("이 주문은 다른 계정만 체결할 수 있습니다.")
    case .rounding:
      FailureWords("반올림으로 0.1% 넘게 잃게 되어 체결하지 않았습니다.", advice: "더 큰 수량으로 거래하십시오.")
    case .makerUnfunded: FailureWords("주문을 낸 쪽의 잔액이나 허가가 모자랍니다. 아무것도 보내지 않았습니다.", advice: book(.korean))
    case .notFilled:
      FailureWords("트랜잭션은 포함되었지만 아무것도 체결되지 않았습니다. 수수료는 쓰였습니다.", advice: again(.korean))
    case .partlyFilled: FailureWords("계획보다 적게 체결되었습니다.", advice: again(.korean))
    case .feeOnTransfer:
      FailureWords("보낸 것보다 적게 도착하는 토큰입니다.", advice: "그래도 거래하려면 `--allow-fee-on-transfer`를 붙이십시오.")
    case .balance:
      FailureWords("토큰 잔액이 모자랍니다.", advice: "토큰을 더 마련하십시오. 코인은 토큰으로 바꿀 수 있습니다: `lectures exchange wrap`")
    case .allowance:
      FailureWords("거래소가 옮길 수 있도록 허가된 수량이 모자랍니다.", advice: "허가하십시오: `lectures exchange approve`")
    case .wrongContract: FailureWords("그 주소의 컨트랙트는 생각한 거래소가 아닙니다. 아무것도 보내지 않았습니다.")
    case .noContract:
      FailureWords(
        "이 네트워크에 설정된 거래소가 없습니다.",
        advice: "거래소를 운영하는 곳에 주소를 물어 `--exchange-v4` 또는 `--exchange-v1`로 지정하거나, 직접 만드십시오: `lectures exchange deploy`")
    case .priceMoved:
      FailureWords("동의한 뒤에 호가가 바뀌었습니다. 아무것도 보내지 않았습니다.", advice: book(.korean))
    case .slippage:
      FailureWords("허용한 가격 안에서는 그만큼 거래할 수 없습니다.", advice: "`--slippage`나 `--price`로 더 허용하거나 기다리십시오.")
    case .gasTooDear: FailureWords("가스가 거래보다 비쌉니다.", advice: "더 큰 수량을 거래하거나 가스가 싸질 때까지 기다리십시오.")
    case .invalidDeal: FailureWords("그런 거래는 할 수 없습니다.")
    case .unsupportedToken: FailureWords("이 토큰으로는 할 수 없는 일입니다.")
    default: nil
    }
  }

  static func ukrainian(_ error: ExchangeError) -> FailureWords? {
    switch error.code {
    case .orderGone:
      FailureWords("Ордера немає або його залишку замало; нічого не надіслано.", advice: book(.ukrainian))
    case .expired: FailureWords("Строк ордера минув або ось-ось мине; нічого не надіслано.", advice: book(.ukrainian))
    case .notTaker: FailureWords("Цей ордер може виконати лише інший рахунок.")
    case .rounding:
      FailureWords("Через округлення втратили б понад 0,1 %; нічого не виконано.", advice: "Візьміть більшу суму.")
    case .makerUnfunded:
      FailureWords(
        "У того, хто виставив ордер, бракує коштів або дозволу; нічого не надіслано.", advice: book(.ukrainian))
    case .notFilled:
      FailureWords("Транзакцію включено, але нічого не виконано; комісію витрачено.", advice: again(.ukrainian))
    case .partlyFilled: FailureWords("Виконано менше, ніж планувалося.", advice: again(.ukrainian))
    case .feeOnTransfer:
      FailureWords(
        "Цього токена доходить менше, ніж надсилають.", advice: "Якщо так і треба, додайте `--allow-fee-on-transfer`.")
    case .balance:
      FailureWords(
        "Токенів на рахунку замало.", advice: "Здобудьте більше; монети стають токеном: `lectures exchange wrap`")
    case .allowance:
      FailureWords("Біржі дозволено переказати замало токенів.", advice: "Дозвольте: `lectures exchange approve`")
    case .wrongContract: FailureWords("Контракт за цією адресою — не та біржа; нічого не надіслано.")
    case .noContract:
      FailureWords(
        "Для цієї мережі не вказано біржі.",
        advice:
          "Запитайте адресу в тих, хто веде біржу: `--exchange-v4` або `--exchange-v1`; або створіть свою: `lectures exchange deploy`"
      )
    case .priceMoved: FailureWords("Ціни змінилися після згоди; нічого не надіслано.", advice: book(.ukrainian))
    case .slippage:
      FailureWords(
        "У межах дозволеної ціни стільки не купити й не продати.",
        advice: "Дозвольте більше через `--slippage` чи `--price` або зачекайте.")
    case .gasTooDear:
      FailureWords("Газ дорожчий за саму угоду.", advice: "Торгуйте більшою сумою або зачекайте на дешевший газ.")
    case .invalidDeal: FailureWords("Такої угоди не буває.")
    case .unsupportedToken: FailureWords("З цим токеном такого зробити не можна.")
    default: nil
    }
  }

  private static func book(_ language: Language) -> String {
    language == .korean ? "지금의 호가를 보십시오: `lectures exchange book`" : "Подивіться, що є тепер: `lectures exchange book`"
  }

  private static func again(_ language: Language) -> String {
    language == .korean
      ? "모자란 만큼은 다시 거래할 수 있습니다: 같은 명령에 `--again`" : "Чого бракує, можна купити ще раз: та сама команда з `--again`"
  }
}
