import Localization
import NodeRPC
import Primitives
import Sending

extension SendingErrors {
  static func korean(_ error: SendingError) -> FailureWords? {
    let hash = error.transactionHash.map { "\($0)" } ?? "HASH"
    let look = "다시 보내기 전에 확인하십시오: `lectures tx show \(hash)`"
    switch (error.code, error.facts) {
    // Money and limits.
    case (.notEnoughForValue, .shortage(let needed, let held, let unit)):
      return FailureWords(
        "잔액이 \(missing(of: needed, held, unit)) 부족합니다: \(text(needed, unit)) 필요, \(text(held, unit)) 보유.",
        reason: koreanNothing,
        advice: "부족한 금액과 가스비를 계정에 입금하십시오.")
    case (.notEnoughForGas, .shortage(let needed, let held, let unit)):
      return FailureWords(
        "가스비가 \(missing(of: needed, held, unit)) 부족합니다: 가스비를 포함하여 최대 \(text(needed, unit)) 필요, \(text(held, unit)) 보유.",
        reason: koreanNothing,
        advice: "가스비로 쓸 금액을 계정에 조금 더 입금하십시오.")
    case (.notEnoughForGas, .absurdFee):
      return FailureWords(
        "가스비가 부족합니다.", reason: "노드가 요구하는 가스비가 지나치게 높습니다. \(koreanNothing)",
        advice: "다른 노드를 `--endpoint`로 지정하여 가스비를 비교하십시오.")
    case (.notEnoughForValue, _), (.notEnoughForGas, _):
      return FailureWords("계정의 잔액이 부족합니다.", reason: koreanNothing, advice: "계정에 입금한 뒤 다시 시도하십시오.")
    case (.feeAboveLimit, .spending(let fee, let limit, let unit)):
      return FailureWords(
        "가스비가 한도를 넘을 수 있습니다: 최대 \(text(fee, unit)), 한도 \(text(limit, unit)).", reason: koreanNothing,
        advice: "가스비가 내릴 때까지 기다리거나 `--max-total-fee`로 한도를 올리십시오.")
    case (.feePayerCannotPay, _):
      return FailureWords(
        "수수료 대납 계정의 잔액이 부족합니다.", reason: koreanNothing, advice: "그 계정에 입금하거나 다른 계정을 `--fee-payer`로 지정하십시오.")
    case (.priceNotMet, _):
      return FailureWords(
        "기다린 시간 안에 가스 가격이 내려가지 않았습니다.", reason: koreanNothing,
        advice: "`--deadline`으로 더 오래 기다리거나 `--wait-for-price`를 올리십시오.")
    case (.absurdGas, .absurdGas(let gas, let isChosen, let bounds)):
      return FailureWords(
        isChosen ? "사용할 수 없는 가스 한도입니다: \(gas)" : "노드가 추정한 가스가 있을 수 없는 값입니다: \(gas)", reason: koreanNothing,
        advice: isChosen
          ? "`--gas-limit`을 \(bounds.least) 이상으로 지정하거나 빼십시오." : "다른 `--endpoint`를 쓰거나 `--gas-limit`을 지정하십시오.")

    // Sent before.
    case (.sameOnChain, .sameOnChain(_, isNameable: false)):
      return FailureWords(
        "이 계정이 똑같은 트랜잭션을 이미 보냈습니다. 지금은 아무것도 전송되지 않았습니다.", reason: "체인에 있는 트랜잭션: \(hash)",
        advice: "원하던 것이 그 트랜잭션이라면 더 할 일이 없습니다. 한 번 더 하려면 `--again` 옵션을 붙이십시오.")
    case (.sameOnChain, _):
      return FailureWords(
        "이 계정이 똑같은 트랜잭션을 이미 보냈습니다. 지금은 아무것도 전송되지 않았습니다.", reason: "체인에 있는 트랜잭션: \(hash)",
        advice: "이 결제가 그것이라면 `--is \(hash)` 옵션을, 한 번 더 지불하려면 `--again` 옵션을 붙이십시오.")
    case (.historyUnknown, .unknownNonces(let account, let first, let last)):
      return FailureWords(
        "\(account) 계정이 이전에 무엇을 보냈는지 알 수 없습니다. 지금은 아무것도 전송되지 않았습니다.",
        reason: "논스 \(first)~\(last)의 트랜잭션이 이미 이 결제일 수 있습니다.",
        advice: "모두 채굴된 뒤 다시 시도하거나 이전 상태를 보관하는 노드를 `--endpoint`로 지정하십시오. 그래도 지불하려면 `--again`을 붙이십시오.")
    case (.notNamed, _):
      return FailureWords(
        "지정한 트랜잭션은 체인에 있는 이 계정의 결제가 아닙니다. 아무것도 전송되지 않았습니다.",
        reason: "알 수 없거나, 채굴되지 않았거나, 실패했거나, 다른 계정의 것입니다.", advice: "확인: `lectures tx show \(hash)`")
    case (.notProven, .intent):
      return FailureWords(
        "이전에 서명한 트랜잭션이 아직 채굴될 수 있습니다. 다른 것은 전송되지 않았습니다.",
        reason: "채굴되지 않는다고 하는 노드가 하나뿐입니다. 사실이 아니면 두 번 지불하게 됩니다.",
        advice:
          "다른 운영자의 노드를 더하거나(`--endpoint NAME=URL`) 자신의 노드(`--own true`)로 확인하십시오. 그래도 하나 더 보내려면 `--again`을 붙이십시오.")
    case (.notProven, .nonceUseNotShown):
      return FailureWords(
        "이전에 서명한 트랜잭션이 채굴될 수 있습니다. 다른 것은 전송되지 않았습니다.", reason: "논스가 쓰였다고 하지만 무엇에 쓰였는지 보여 주는 노드가 없습니다.",
        advice: "나중에 확인하거나 다른 노드에도 문의하십시오. 그래도 하나 더 보내려면 `--again`을 붙이십시오.")
    case (.notProven, nil):
      return FailureWords(
        "노드가 트랜잭션에 대해 하는 말이 증명되지 않습니다.", reason: "서명한 트랜잭션은 논스를 그대로 가지며 아직 채굴될 수 있습니다.",
        advice: "다른 노드에 문의하십시오. \(look)")
    case (.underWay, .intent(let intent)):
      return FailureWords("같은 트랜잭션이 이미 진행 중입니다.", reason: koreanNothing, advice: "확인: `lectures tx show \(intent)`")
    case (.underWay, .nonceReassigned):
      return FailureWords(
        "이전에 서명한 트랜잭션이 같은 논스의 다른 트랜잭션을 기다립니다.", reason: koreanNothing,
        advice: "그것이 채굴되면 다시 시도하십시오: `lectures tx list --open`")
    case (.underWay, .waitingElsewhere(let intent)):
      return FailureWords(
        "다른 프로세스가 같은 것을 보내려고 가스 가격을 기다리고 있습니다.", reason: koreanNothing,
        advice: "그대로 두거나 취소하십시오: `lectures tx cancel \(intent)`")
    case (.underWay, .blocked(let first)):
      return FailureWords(
        "이 계정의 \(first)번 트랜잭션이 먼저입니다. 이번에는 아무것도 서명하거나 보내지 않았습니다.",
        reason: "더 낮은 논스로 서명되었고 어느 노드에도 없습니다. 그 전에는 다른 것이 채굴되지 않습니다.",
        advice:
          "보내거나(`lectures tx resume \(first)`, 대납 서비스에 보낼 것이면 `--fee-service URL`과 함께) 취소하십시오: `lectures tx cancel \(first)`"
      )
    case (.underWay, _):
      return FailureWords(
        "다른 프로세스가 이 트랜잭션을 처리하고 있습니다.", reason: koreanNothing, advice: "끝나기를 기다린 뒤 `lectures tx list`로 확인하십시오.")

    // Refused by nodes.
    case (_, .refusedAsItIs(let intent, _)):
      return FailureWords(
        "서명한 \(intent)번 트랜잭션을 노드가 지금 상태로는 받지 않습니다. 논스는 그대로 유지됩니다.", reason: koreanNode(error),
        advice: "가격을 높이거나 취소하십시오: `lectures tx speed-up \(intent)`, `lectures tx cancel \(intent)`")
    case (.nonceUsed, _):
      return FailureWords(
        "이 트랜잭션의 논스는 이미 사용되었습니다.", reason: koreanNode(error),
        advice: "다른 프로그램이 이 계정으로 보냈거나 바로 이 트랜잭션일 수 있습니다. 계정의 내역을 확인하십시오: `lectures tx list`")
    case (.nonceHeld, _):
      return FailureWords(
        "노드에 같은 논스의 다른 트랜잭션이 있습니다.", reason: koreanNode(error),
        advice: "둘 중 하나만 채굴됩니다. 그것이 채굴되면 다시 시도하십시오.")
    case (.underpriced, _):
      return FailureWords(
        "가스 가격이 낮아 노드가 트랜잭션을 받지 않습니다.", reason: koreanNode(error), advice: "`--gas-speed fast`로 다시 시도하십시오.")
    case (.refused, .nonceGap(_, let first, let last, _)):
      return FailureWords(
        "노드가 트랜잭션을 거절했습니다.", reason: "계정의 논스 \(first)~\(last)에 트랜잭션이 없습니다. 그 전에는 이 논스의 것이 채굴되지 않습니다.",
        advice: "노드가 알려 준 트랜잭션 수가 너무 큽니다. 그 `--endpoint`를 빼고 다시 시도하십시오. 두 번 지불되지는 않습니다.")
    case (.refused, _):
      return FailureWords(
        "노드가 트랜잭션을 거절했습니다.", reason: koreanNode(error), advice: "노드가 밝힌 문제를 고치고 다시 시도하십시오. 두 번 지불되지는 않습니다.")

    // Sent, and not finished.
    case (.outcomeUnknown, .handedOver(let intent, _)), (.outcomeUnknown, .nonceUseNotShown(let intent)):
      return FailureWords(
        "트랜잭션이 채굴되었는지 아직 알 수 없습니다. 대신 다른 것을 보내지 않았습니다.",
        advice: "나중에 확인하십시오: `lectures tx resume \(intent)`")
    case (.outcomeUnknown, .nonceReassigned):
      return FailureWords(
        "트랜잭션이 블록에서 빠졌고, 논스는 다른 트랜잭션이 쓰고 있습니다.", reason: "둘 중 하나만 채굴될 수 있습니다.",
        advice: "그것이 채굴되면 다시 시도하십시오: `lectures tx list --open`")
    case (.outcomeUnknown, _):
      return FailureWords(
        "트랜잭션 \(hash)의 전송 여부를 알 수 없습니다.", reason: koreanNode(error) ?? koreanRequest(error), advice: look)
    case (.notConfirmed, .blocked(let first)):
      return FailureWords(
        "트랜잭션을 보냈지만 아직 확정되지 않았습니다: \(hash)", reason: "논스가 더 낮은 \(first)번 트랜잭션이 먼저 채굴되어야 합니다.",
        advice: "그 전에는 다시 보내지 마십시오. 먼저 실행하십시오: `lectures tx resume \(first)`")
    case (.notConfirmed, .nonceGap(_, let first, let last, let intent)):
      return FailureWords(
        "트랜잭션을 보냈지만 아직 확정되지 않았습니다: \(hash)", reason: "계정의 논스 \(first)~\(last)에 트랜잭션이 없습니다. 그 전에는 이것이 채굴되지 않습니다.",
        advice:
          "노드가 알려 준 트랜잭션 수가 너무 컸습니다. 다른 `--endpoint`로 계정을 확인하고, 빈 논스는 이 명령으로 채우십시오: `lectures tx resume\(intent.map { " \($0)" } ?? "")`. 그 전에는 다시 보내지 마십시오."
      )
    case (.notConfirmed, .contradiction(let endpoints, let intent)):
      return FailureWords(
        "트랜잭션을 보냈지만 엔드포인트들의 답이 서로 다릅니다: \(hash)",
        reason: "답이 서로 다른 엔드포인트: \(endpoints.joined(separator: ", ")). 어느 답도 믿지 않으며 더는 아무것도 전송되지 않습니다.",
        advice:
          "확인: `lectures tx show \(hash)`, 이어서 처리: `lectures tx resume\(intent.map { " \($0)" } ?? "")`. 그 전에는 다시 보내지 마십시오."
      )
    case (.notConfirmed, _):
      return FailureWords(
        "트랜잭션을 보냈지만 아직 확정되지 않았습니다: \(hash)", reason: "앞으로 채굴될 수 있습니다.",
        advice: "그 전에는 다시 보내지 마십시오. 확인: `lectures tx show \(hash)`")
    case (.replaced, _):
      return FailureWords(
        "다른 트랜잭션이 같은 논스를 사용하여 이 트랜잭션은 채굴되지 않습니다: \(hash)",
        advice: "다시 보내기 전에 계정의 최근 트랜잭션을 확인하십시오.")
    case (.cancelled, _):
      return FailureWords("트랜잭션이 취소되었습니다.", advice: "그래도 필요하면 명령을 다시 실행하십시오.")
    case (.reverted, _): return FailureWords("트랜잭션이 채굴되었으나 실패했습니다.", advice: look)

    // Chains, endpoints and keys.
    case (.wrongChain, .endpoint(let endpoint)):
      return FailureWords(
        "다른 체인의 엔드포인트입니다: \(endpoint)", reason: koreanNothing, advice: "빼거나 알맞은 `--network`를 선택하십시오.")
    case (.wrongChain, _):
      return FailureWords(
        "노드가 다른 체인에 있습니다.", reason: "한 체인의 트랜잭션을 다른 체인에 보낼 수 없습니다. \(koreanNothing)",
        advice: "알맞은 `--network` 또는 이 네트워크의 `--endpoint`를 선택하십시오.")
    case (.noQuorum, _):
      return FailureWords(
        "동의해야 하는 엔드포인트 수가 실제 수보다 많습니다.", reason: koreanNothing, advice: "`--endpoint`를 더 지정하거나 `--quorum`을 낮추십시오.")
    case (.keyNotHeld, .accountKey(let account, _)), (.keyNotHeld, .account(let account)):
      return FailureWords(
        "이 키로는 \(account) 계정의 서명을 할 수 없습니다.", reason: "계정의 키가 바뀌었을 수 있습니다.",
        advice: "계정의 현재 키: `lectures account show \(account)`. 키가 여러 곳에 있으면 `--sign-with alice,bob`과 같이 지정하십시오.")
    case (.noFeeDelegation, _):
      return FailureWords(
        "여기서는 수수료 대납을 사용할 수 없습니다.", reason: koreanNothing, advice: "다른 `--network`를 선택하거나 계정이 직접 수수료를 내십시오.")
    case (.serviceBusy, _):
      return FailureWords(
        "지금은 수수료 대납 서비스를 이용할 수 없습니다.", reason: koreanRequest(error),
        advice: "잠시 후 다시 실행하십시오. 서비스는 같은 서명을 받으므로 두 번 전송되지 않습니다.")
    case (.serviceRefused, _):
      return FailureWords(
        "수수료 대납 서비스가 이 수수료를 내지 않습니다.", reason: koreanRequest(error),
        advice: "다른 대납자를 지정하거나 계정이 직접 수수료를 내십시오.")
    case (.outOfRange, _):
      return FailureWords(
        "가스비가 있을 수 없는 값이 됩니다.", reason: koreanNothing, advice: "`--endpoint`를 확인하거나 가스비를 직접 지정하십시오.")
    case (.absurdGas, _):
      return FailureWords("사용할 수 없는 가스 한도입니다.", reason: koreanNothing, advice: "`--gas-limit`을 확인하십시오.")
    case (.wrongSigner, _), (.keyNotHeld, _):
      return FailureWords("지정한 키로는 이 계정의 서명을 할 수 없습니다.", advice: "보내는 계정의 키를 지정하십시오.")
    case (.signaturesMissing, _):
      return FailureWords(
        "서명이 부족하여 체인이 받지 않는 트랜잭션입니다.", advice: "계정의 현재 키를 확인하십시오: `lectures account show`")
    case (.serviceLied, _):
      return FailureWords("수수료 대납 서비스가 맡긴 것과 다른 트랜잭션을 알려 줍니다.", advice: look)
    case (.notReplaceable, _):
      return FailureWords("이 트랜잭션은 바꿀 수 없습니다. 지금은 아무것도 전송되지 않았습니다.", advice: look)
    case (.feePayerNeeded, _):
      return FailureWords(
        "다른 계정이 가스비를 내므로, 가격을 높이려면 그 계정이 다시 서명해야 합니다. 지금은 아무것도 전송되지 않았습니다.",
        advice: "대납자를 `--fee-payer`로 지정하십시오.")
    case (.notReplaced, _):
      return FailureWords("대신할 트랜잭션을 아무도 받지 않습니다.", reason: "앞의 트랜잭션은 아직 채굴될 수 있습니다.", advice: look)
    case (.historyUnknown, _):
      return FailureWords("이 계정이 이전에 무엇을 보냈는지 알 수 없습니다. 지금은 아무것도 전송되지 않았습니다.")
    case (.feeAboveLimit, _):
      return FailureWords("가스비가 한도를 넘을 수 있습니다.", reason: koreanNothing)
    default: return nil
    }
  }

  private static let koreanNothing = "아무것도 전송되지 않았습니다."

  /// The node's own words, where it gave some; else why it gave none.
  private static func koreanNode(_ error: SendingError) -> String? {
    guard let error = error.cause as? NodeError else { return nil }
    return error.rpcMessage.map { "노드의 답: ‘\($0)’" } ?? NodeErrors.korean(error)?.message
  }

  /// An amount in the chain's money.
  static func text(_ amount: Amount, _ unit: Amount.Unit) -> String { "\(amount.formatted(in: unit)) \(unit.symbol)" }

  /// The part of a sum that a balance lacks.
  static func missing(of needed: Amount, _ held: Amount, _ unit: Amount.Unit) -> String {
    text((try? needed.subtracting(held)) ?? .zero, unit)
  }

  /// The name by which a fee delegation service's log has the request.
  private static func koreanRequest(_ error: SendingError) -> String? {
    switch error.facts {
    case .handedOver(_, let request?), .service(_, let request?), .request(let request):
      "서비스 운영자는 이 요청 이름으로 찾아볼 수 있습니다: `\(request)`"
    default: nil
    }
  }
}
