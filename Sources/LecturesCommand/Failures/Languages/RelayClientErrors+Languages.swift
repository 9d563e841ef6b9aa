import Exchange
import Localization

extension RelayClientErrors {
  static func korean(_ error: RelayClientError) -> FailureWords? {
    let relay = error.relay.map { "릴레이: \($0)" }
    let open = error.leavesOutcomeOpen ? "보낸 것이 그래도 접수되었을 수 있습니다." : nil
    return switch (error.code, error.facts) {
    case (.invalidAddress, _):
      FailureWords(
        "릴레이의 주소가 아닙니다.", reason: relay, advice: "이 컴퓨터가 아니면 `https://`로 시작하고 `?`가 없는 주소를 지정하십시오: `--relay URL`")
    case (.unreachable, .exchange(let status?, _)):
      FailureWords(
        "릴레이의 답이 올바르지 않습니다(HTTP 상태 \(status)번).", reason: join(relay, open),
        advice: "다시 시도하거나 다른 릴레이를 지정하십시오: `--relay URL`")
    case (.unreachable, _):
      FailureWords(
        "릴레이가 답하지 않습니다.", reason: join(relay, open), advice: "다시 시도하거나 다른 릴레이를 지정하십시오: `--relay URL`")
    case (.busy, _):
      FailureWords(
        "릴레이가 바빠서 요청을 처리하지 않았습니다.", reason: join(relay, koreanLoad(error.refusal)),
        advice: "\(error.refusal?.retryAfter.map { "\($0)초 뒤에" } ?? "잠시 후") 다시 시도하십시오.")
    case (.refused, .refusal(let refusal)):
      FailureWords(
        "릴레이가 거부했습니다(HTTP 상태 \(refusal.status)번).", reason: join(relay, koreanFields(refusal)),
        advice: refusal.retryAfter.map { "\($0)초 뒤에 다시 시도하십시오." })
    case (.refused, _): FailureWords("릴레이가 거부했습니다.", reason: relay)
    case (.lied, .invalidOrder(let order)) where error.isOfAnotherExchange:
      FailureWords(
        "릴레이의 주문이 다른 거래소의 것입니다. 아무것도 서명되지 않았습니다.", reason: join(relay, order.hash.map { "주문: \($0)" }),
        advice: "거래소 주소가 릴레이의 것과 같은지 확인하거나(`--exchange-v4`, `--exchange-v1`) 다른 릴레이를 지정하십시오: `--relay URL`")
    case (.lied, .invalidOrder(let order)):
      FailureWords(
        "릴레이가 주문을 거짓으로 알려 줍니다. 아무것도 서명되지 않았습니다.", reason: join(relay, koreanInvalidOrder(order)),
        advice: "이 릴레이를 쓰지 말고 다른 릴레이를 지정하십시오: `--relay URL`")
    case (.lied, _):
      FailureWords(
        "릴레이의 답이 사실이 아닙니다.", reason: relay, advice: "이 릴레이를 쓰지 말고 다른 릴레이를 지정하십시오: `--relay URL`")
    case (.tooLarge, .bound(let bytes)):
      FailureWords("릴레이의 답이 너무 큽니다.", reason: join(relay, "최대 \(bytes)바이트까지 읽습니다."))
    case (.tooLarge, _): FailureWords("릴레이의 답이 너무 큽니다.", reason: relay)
    case (.malformed, _):
      FailureWords(
        "릴레이의 답을 사용할 수 없습니다.", reason: join(relay, open), advice: "다른 릴레이를 지정하십시오: `--relay URL`")
    case (.wrongProtocol, _):
      FailureWords("이 릴레이가 쓰지 않는 버전의 주문이나 질문입니다. 보내지 않았습니다.", reason: relay)
    case (.cancelled, _): FailureWords("릴레이의 답을 기다리지 않고 중단했습니다.", reason: relay)
    default: nil
    }
  }

  static func ukrainian(_ error: RelayClientError) -> FailureWords? {
    let relay = error.relay.map { "Ретранслятор: \($0)" }
    let open = error.leavesOutcomeOpen ? "Надіслане він міг усе ж прийняти." : nil
    return switch (error.code, error.facts) {
    case (.invalidAddress, _):
      FailureWords(
        "Це не адреса ретранслятора.", reason: relay,
        advice: "Потрібна адреса з `https://` (крім цього комп’ютера) і без `?`: `--relay URL`")
    case (.unreachable, .exchange(let status?, _)):
      FailureWords(
        "Ретранслятор відповідає не так, як слід (статус HTTP \(status)).", reason: join(relay, open),
        advice: "Спробуйте ще раз або вкажіть інший: `--relay URL`")
    case (.unreachable, _):
      FailureWords(
        "Ретранслятор не відповідає.", reason: join(relay, open),
        advice: "Спробуйте ще раз або вкажіть інший: `--relay URL`")
    case (.busy, _):
      FailureWords(
        "Ретранслятор зайнятий і не зробив, про що просили.", reason: join(relay, ukrainianLoad(error.refusal)),
        advice: "Спробуйте ще раз \(error.refusal?.retryAfter.map { "за \($0) с" } ?? "за мить").")
    case (.refused, .refusal(let refusal)):
      FailureWords(
        "Ретранслятор відмовив (статус HTTP \(refusal.status)).", reason: join(relay, ukrainianFields(refusal)),
        advice: refusal.retryAfter.map { "Спробуйте ще раз за \($0) с." })
    case (.refused, _): FailureWords("Ретранслятор відмовив.", reason: relay)
    case (.lied, .invalidOrder(let order)) where error.isOfAnotherExchange:
      FailureWords(
        "Ретранслятор має ордери іншої біржі; нічого не підписано.",
        reason: join(relay, order.hash.map { "Ордер: \($0)" }),
        advice:
          "Порівняйте адресу біржі з адресою в ретранслятора (`--exchange-v4`, `--exchange-v1`) або вкажіть інший: `--relay URL`"
      )
    case (.lied, .invalidOrder(let order)):
      FailureWords(
        "Ретранслятор подає неправдивий ордер; нічого не підписано.", reason: join(relay, ukrainianInvalidOrder(order)),
        advice: "Не користуйтеся цим ретранслятором; вкажіть інший: `--relay URL`")
    case (.lied, _):
      FailureWords(
        "Відповідь ретранслятора неправдива.", reason: relay,
        advice: "Не користуйтеся цим ретранслятором; вкажіть інший: `--relay URL`")
    case (.tooLarge, .bound(let bytes)):
      FailureWords("Відповідь ретранслятора завелика.", reason: join(relay, "Межа — \(bytes) байтів."))
    case (.tooLarge, _): FailureWords("Відповідь ретранслятора завелика.", reason: relay)
    case (.malformed, _):
      FailureWords(
        "Відповідь ретранслятора непридатна.", reason: join(relay, open), advice: "Вкажіть інший: `--relay URL`")
    case (.wrongProtocol, _):
      FailureWords("Ретранслятор не знає ордерів і запитань цієї версії; нічого не надіслано.", reason: relay)
    case (.cancelled, _): FailureWords("На ретранслятор більше не чекали.", reason: relay)
    default: nil
    }
  }

  private static func join(_ parts: String?...) -> String? {
    let parts = parts.compactMap { $0 }.map(CommandFailure.sentence)
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }

  /// The fields that the relay finds fault with; its own words are in no language in particular and stay with scripts.
  private static func fields(_ refusal: RelayErrorAnswer) -> String? {
    let names = refusal.validationErrors.map { "`\($0.field)`" }
    return names.isEmpty ? nil : names.joined(separator: ", ")
  }

  private static func koreanFields(_ refusal: RelayErrorAnswer) -> String? {
    fields(refusal).map { "거부된 항목: \($0)" }
  }

  private static func ukrainianFields(_ refusal: RelayErrorAnswer) -> String? {
    fields(refusal).map { "Відхилені поля: \($0)" }
  }

  /// The reason of a relay that is busy, by the HTTP status: 429 is for requests, 503 for its node or its book.
  private static func koreanLoad(_ refusal: RelayErrorAnswer?) -> String? {
    refusal.map {
      $0.status == 429
        ? "요청이나 열린 주문이 너무 많습니다(HTTP 상태 429번)." : "릴레이의 노드가 답하지 않거나 호가가 뒤처졌습니다(HTTP 상태 \($0.status)번)."
    }
  }

  private static func ukrainianLoad(_ refusal: RelayErrorAnswer?) -> String? {
    refusal.map {
      $0.status == 429
        ? "Забагато запитів або відкритих ордерів (статус HTTP 429)."
        : "Його вузол не відповідає, або книга відстала (статус HTTP \($0.status))."
    }
  }

  private static func koreanInvalidOrder(_ order: DroppedOrder) -> String {
    let problem =
      switch order.reason {
      case .wrongHash: "해시가 다릅니다."
      case .wrongExchange: "다른 거래소의 주문입니다."
      case .wrongChain: "다른 체인의 주문입니다."
      case .badSignature: "주문자의 서명이 아닙니다."
      default: "주문을 쓸 수 없습니다."
      }
    return order.hash.map { "\(problem) 주문: \($0)" } ?? problem
  }

  private static func ukrainianInvalidOrder(_ order: DroppedOrder) -> String {
    let problem =
      switch order.reason {
      case .wrongHash: "Хеш інший."
      case .wrongExchange: "Він для іншої біржі."
      case .wrongChain: "Він для іншої мережі."
      case .badSignature: "Автор його не підписував."
      default: "Ордер непридатний."
      }
    return order.hash.map { "\(problem) Ордер: \($0)" } ?? problem
  }
}
