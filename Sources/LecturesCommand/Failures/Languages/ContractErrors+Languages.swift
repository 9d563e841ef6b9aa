import ContractABI
import ContractClient

extension ContractErrors {
  static func korean(_ error: ContractError) -> FailureWords? {
    let said = error.revert.flatMap(own)
    return switch (error.code, error.facts) {
    case (.reverted, _): FailureWords("계약이 요청을 거절합니다. 아무것도 전송되지 않았습니다.", reason: said)
    case (.failedOnChain, _):
      FailureWords(
        (error.isOneNodesWord ? "이 노드 하나의 말로는 트랜잭션이 채굴되었으나 실패했습니다: " : "트랜잭션이 채굴되었으나 실패했습니다: ")
          + (error.transactionHash.map { "\($0)" } ?? ""),
        reason: said.map { TransactionText.replayed($0).korean } ?? TransactionText.noReason.korean,
        advice: error.isOneNodesWord ? "이 노드 하나의 말로는 가스비만 지출되었습니다." : "가스비만 지출되었습니다.")
    case (.noContract, .contract(let address)):
      FailureWords(
        "\(address) 주소에 계약이 없습니다.", reason: "이 체인에서 그 주소에는 코드가 없습니다.", advice: "`--contract`와 `--network`를 확인하십시오.")
    case (.unexpectedAnswer, _):
      FailureWords("계약의 답이 예상과 다릅니다.", advice: "`--contract` 주소와 네트워크가 맞는지 확인하십시오.")
    case (.logsUnavailable, _):
      FailureWords("노드가 로그를 제공하지 않습니다.", advice: "아카이브 노드를 쓰거나 `--from-block`을 뒤로 옮기십시오.")
    case (.invalidArguments, _): FailureWords("인수가 계약의 인터페이스와 맞지 않습니다.", advice: "개수와 종류를 확인하십시오.")
    case (.notDeployed, _):
      FailureWords("배포 트랜잭션이 채굴되었으나 그 주소에 계약이 없습니다.", advice: "다시 배포하기 전에 확인하십시오: `lectures tx list`")
    default: nil
    }
  }

  static func ukrainian(_ error: ContractError) -> FailureWords? {
    let said = error.revert.flatMap(own)
    return switch (error.code, error.facts) {
    case (.reverted, _): FailureWords("Контракт відхиляє виклик; нічого не надіслано.", reason: said)
    case (.failedOnChain, _):
      FailureWords(
        (error.isOneNodesWord
          ? "Як каже лише цей один вузол, транзакція потрапила в блок, але не вдалася: "
          : "Транзакція потрапила в блок, але не вдалася: ") + (error.transactionHash.map { "\($0)" } ?? ""),
        reason: said.map { TransactionText.replayed($0).ukrainian } ?? TransactionText.noReason.ukrainian,
        advice: error.isOneNodesWord
          ? "Як каже лише цей один вузол, витрачено тільки комісію за газ." : "Витрачено лише комісію за газ.")
    case (.noContract, .contract(let address)):
      FailureWords(
        "За адресою \(address) немає контракту.", reason: "У цій мережі там немає коду.",
        advice: "Перевірте `--contract` і `--network`.")
    case (.unexpectedAnswer, _):
      FailureWords("Контракт відповідає не так, як має.", advice: "Чи правильні адреса в `--contract` і мережа?")
    case (.logsUnavailable, _):
      FailureWords(
        "Вузол не дає журналу подій.", advice: "Візьміть архівний вузол або почніть пізніше через `--from-block`.")
    case (.invalidArguments, _):
      FailureWords("Аргументи не відповідають інтерфейсу контракту.", advice: "Перевірте їхню кількість і типи.")
    case (.notDeployed, _):
      FailureWords(
        "Розгортання потрапило в блок, але контракту за адресою немає.",
        advice: "Перш ніж розгортати знову, подивіться: `lectures tx list`")
    default: nil
    }
  }

  /// The contract's own words; nil where it gave none.
  private static func own(_ revert: RevertReason) -> String? {
    if case .empty = revert { nil } else { revert.readable }
  }
}
