import ContractClient
import Exchange
import Localization
import Primitives

extension ExchangeErrors {
  static func korean(_ error: ExchangeError) -> FailureWords? {
    if let rest = error.rest { return rest.korean }
    if let ended = EndedOrderRefusal(error) { return ended.korean }
    let reserve = isOneNodesWord(error) ? "이 노드 하나의 말로는 " : ""
    let ending = error.isMined ? "\(reserve)수수료만 지출되었습니다." : "아무것도 전송되지 않았습니다."
    let book = "지금의 호가: `lectures exchange book PAIR`"
    return switch (error.code, error.facts) {
    // The orders.
    case (.orderGone, _) where !error.ownOrders.isEmpty:
      FailureWords(
        "체결할 수 있는 다른 사람의 주문이 없습니다. \(ending)", reason: "내 주문만 있으며, 자기 주문은 체결할 수 없습니다.",
        advice: "취소하려면: `lectures exchange cancel \(error.ownOrders.map(\.hex).joined(separator: " "))`")
    case (.orderGone, .depth(let there, let wanted, _)) where there > 0:
      FailureWords(
        "허용한 조건으로는 수량을 다 거래할 수 없습니다. \(ending)", reason: "최소 단위로 \(wanted) 가운데 \(there)만 거래할 수 있습니다.",
        advice: book)
    case (.orderGone, .unknownOrder(let hash)):
      FailureWords("그런 해시의 주문을 찾을 수 없습니다.", reason: "이 컴퓨터의 기록에도 릴레이에도 없습니다. 주문: \(hash)", advice: book)
    case (.orderGone, .order(let hash)):
      FailureWords("이 주문은 더 체결할 수 없거나 남은 수량이 부족합니다. \(ending)", reason: "주문: \(hash)", advice: book)
    case (.orderGone, _): FailureWords("체결할 수 있는 주문이 없거나 부족합니다. \(ending)", advice: book)
    case (.expired, let facts):
      FailureWords("체결되기 전에 주문의 유효 기간이 끝납니다. \(ending)", reason: order(facts).map { "주문: \($0)" }, advice: book)
    case (.notTaker, .reserved(let hash, let taker)):
      FailureWords("다른 계정만 체결할 수 있는 주문입니다. \(ending)", reason: "주문: \(hash), 체결할 수 있는 계정: \(taker)")
    case (.notTaker, let facts):
      FailureWords("다른 계정만 체결할 수 있는 주문입니다. \(ending)", reason: order(facts).map { "주문: \($0)" })
    case (.rounding, _):
      FailureWords("이 수량으로는 체결할 수 없습니다. \(ending)", reason: "반올림으로 0.1% 넘게 손해를 봅니다.", advice: "더 큰 수량으로 거래하십시오.")
    case (.makerUnfunded, let facts):
      FailureWords(
        "주문자에게 토큰이나 사용 허가가 부족합니다. \(ending)", reason: order(facts).map { "주문: \($0)" }, advice: book)

    case (.takerFee, let facts):
      FailureWords(
        "체결할 수 있는 주문은 동의하지 않은 수수료를 요구합니다. \(ending)",
        reason: fee(facts).map {
          "주문 \($0.order): 가격 외의 수수료 \($0.units) (최소 단위), 토큰 \($0.token)"
        },
        advice: "동의하면 `--allow-fees`를 붙이십시오. 이 수수료는 가격으로 제한되지 않습니다.")

    // The outcome.
    case (.notFilled, _):
      FailureWords(
        "\(reserve)트랜잭션은 채굴되었으나 체결된 것이 없고 수수료는 지출되었습니다.", advice: "다시 거래하려면 같은 명령에 `--again`을 붙이십시오.")
    case (.partlyFilled, .filled(let paid, _, let planned, _, _)):
      FailureWords(
        "\(reserve)요청한 수량의 일부만 체결되었습니다.", reason: "최소 단위로 \(planned) 가운데 \(paid)을(를) 지불했습니다.",
        advice: "나머지는 그 수량만 거래하십시오. `--again`을 붙이면 전체 수량을 한 번 더 거래합니다.")
    case (.partlyFilled, .bought(let received, let wanted, _, _, _)):
      FailureWords(
        "\(reserve)요청한 수량의 일부만 체결되었습니다.", reason: "최소 단위로 \(wanted) 가운데 \(received)을(를) 받았습니다.",
        advice: "나머지는 그 수량만 거래하십시오. `--again`을 붙이면 전체 수량을 한 번 더 거래합니다.")
    case (.partlyFilled, _):
      FailureWords("요청한 수량의 일부만 체결되었습니다.", advice: "나머지는 그 수량만 거래하십시오. `--again`을 붙이면 전체 수량을 한 번 더 거래합니다.")
    case (.feeOnTransfer, let facts):
      FailureWords(
        "보낸 것보다 적게 도착하는 토큰입니다. \(ending)",
        reason: shortage(facts).map {
          "토큰 \($0.token)은(는) 전송할 때 수수료를 뗍니다. 최소 단위로 \($0.needed) 가운데 \($0.there)만 도착합니다."
        },
        advice: "그래도 거래하려면 `--allow-fee-on-transfer`를 붙이십시오.")

    // The own account.
    case (.balance, let facts):
      FailureWords(
        "토큰이 부족합니다. \(ending)",
        reason: shortage(facts).map { "토큰 \($0.token)이(가) 최소 단위로 \($0.needed) 필요한데 \($0.there)뿐입니다." },
        advice: "토큰을 더 마련하십시오. 체인의 코인은 토큰으로 바꿀 수 있습니다: `lectures exchange wrap AMOUNT`")
    case (.allowance, let facts):
      FailureWords(
        "거래소에 허가한 수량이 부족합니다. \(ending)",
        reason: shortage(facts).map { "토큰 \($0.token)의 허가가 최소 단위로 \($0.needed) 필요한데 \($0.there)뿐입니다." },
        advice: "거래소에 허가하십시오: `lectures exchange approve TOKEN AMOUNT`")

    // The contracts.
    case (.wrongContract, let facts):
      FailureWords(
        "예상한 거래소 계약이 아닙니다.", reason: contract(facts).map { "계약의 주소: \($0)" },
        advice: "네트워크와 거래소의 주소를 확인하십시오: `--network`, `--exchange-v4`, `--exchange-v1`")
    case (.noContract, nil):
      FailureWords(
        "이 네트워크에서 코인을 토큰으로 바꾸는 계약의 주소를 알 수 없습니다.",
        advice: "`--wrapped-coin ADDRESS`로 지정하거나 직접 배포하십시오: `lectures exchange deploy`")
    case (.noContract, .some):
      FailureWords(
        "이 네트워크에서 거래소 계약의 주소를 알 수 없습니다.",
        advice: "운영자에게 주소를 물어 `--exchange-v4` 또는 `--exchange-v1`으로 지정하거나 직접 배포하십시오: `lectures exchange deploy`")

    // The price.
    case (.priceMoved, _): FailureWords("동의한 뒤에 호가가 바뀌었습니다. \(ending)", advice: book)
    case (.slippage, .depth(let there, let wanted, _)) where there > 0:
      FailureWords(
        "허용한 가격으로는 수량을 다 거래할 수 없습니다. \(ending)", reason: "최소 단위로 \(wanted) 가운데 \(there)만 거래할 수 있습니다.",
        advice: "`--slippage`나 `--price`로 더 불리한 가격을 허용하거나 기다리십시오.")
    case (.slippage, _):
      FailureWords(
        "허용한 가격을 지키는 주문이 없습니다. \(ending)", reason: "수수료를 더한 가격이 모두 더 불리합니다.",
        advice: "`--slippage`나 `--price`로 더 불리한 가격을 허용하거나 기다리십시오.")
    case (.gasTooDear, _):
      FailureWords(
        "가스 요금이 거래 금액보다 큽니다. \(ending)", advice: "더 큰 수량으로 거래하거나 가스가 싸질 때까지 기다리십시오.")

    // The request.
    case (.invalidDeal, _):
      FailureWords(
        "그런 거래는 할 수 없습니다.", reason: "수량, 가격, 주문의 수 또는 계정이 맞지 않습니다.", advice: "요청한 값을 확인하십시오.")
    case (.unsupportedToken, let facts):
      FailureWords(
        "이 토큰으로는 할 수 없습니다.",
        reason: contract(facts).map { "\($0)의 계약이 필요한 물음에 토큰답게 답하지 않거나 이 방식을 지원하지 않습니다." })
    default: nil
    }
  }

  static func isOneNodesWord(_ error: ExchangeError) -> Bool {
    switch error.facts {
    case .filled(_, _, _, _, let isOneNodesWord)?, .bought(_, _, _, _, let isOneNodesWord)?: isOneNodesWord
    default: (error.cause as? ContractError)?.isOneNodesWord ?? false
    }
  }

  static func order(_ facts: Facts?) -> Hash32? { if case .order(let hash)? = facts { hash } else { nil } }

  static func fee(_ facts: Facts?) -> (units: UInt256, token: Address, order: Hash32)? {
    if case .takerFee(let units, let token, let order)? = facts { (units, token, order) } else { nil }
  }

  static func contract(_ facts: Facts?) -> Address? {
    if case .contract(let address)? = facts { address } else { nil }
  }

  static func shortage(_ facts: Facts?) -> (token: Address, needed: UInt256, there: UInt256)? {
    if case .shortage(let token, let needed, let there, _)? = facts { (token, needed, there) } else { nil }
  }
}
