import Localization
import Primitives
import Terminal

/// The refusals to read, sign and send raw transactions.
enum TransactionRefusal: Phrase {
  // Input.
  case notHex, copyNotHex
  case unsigned, senderMissing, payerMissing, complete
  /// The chain of a transaction, the network of that chain, the one in use, and its chain.
  case otherChain(String, network: String?, inUse: String, chain: String)

  // Look-ups.
  case noHashOrNumber
  case unknownIntent(String)
  case unknownHash(Hash32, network: String)
  /// A transaction that no node knows, its number in the outbox, the moment it was signed, and its state.
  case unseen(Hash32, number: Int64, since: UInt64, StateWord, advice: TransactionAdvice)
  case nothingSigned
  /// The number of what was for another chain, that chain, the network in use and its chain.
  case intentOfOtherChain(Int64, chain: String, network: String, own: String)

  // Outcomes.
  case failed(isVouched: Bool, reason: String?, hash: Hash32)
  case tooLate
  /// The number of those that are still open, of how many, and the failure of the first.
  case stillOpen(Int, of: Int, CommandFailure)

  // The outbox.
  case noOutboxFile, noOutboxPlace, noServer

  var english: FailureWords {
    switch self {
    case .notHex: FailureWords("The raw transaction is not hexadecimal.")
    case .copyNotHex: FailureWords("A copy is not hexadecimal.")
    case .unsigned:
      FailureWords(
        "This transaction is not signed.", advice: "Write it as JSON and sign it: lectures tx sign FILE")
    case .senderMissing:
      FailureWords(
        "This transaction is only half signed.", reason: "Its sender has not signed it.",
        advice: "Sign it: lectures tx sign FILE")
    case .payerMissing:
      FailureWords(
        "This transaction is only half signed.", reason: "The signature of who pays its fee is missing.",
        advice: "Pay it: --fee-payer ACCOUNT, or --fee-service URL; or hand it on: lectures tx sign-as-fee-payer RAW")
    case .complete:
      FailureWords(
        "This transaction is complete: nobody else can be made to pay for it.",
        reason: "Who pays is part of what was signed.", advice: "Send it without --fee-payer and --fee-service.")
    case .otherChain(let chain, let network, let inUse, let own):
      FailureWords(
        "The transaction is for chain \(chain)\(network.map { " (\($0))" } ?? "").",
        reason: "The network \(inUse) is chain \(own); no node of it would take it.",
        advice: network.map { "Send it with --network \($0)." } ?? "Choose its network with --network.")
    case .noHashOrNumber: FailureWords("That is neither a number in the list nor the hash of a transaction.")
    case .unknownIntent(let text):
      FailureWords(
        "There is no \(text) in the outbox.", reason: "It was not sent from here.",
        advice: "Look: lectures tx list")
    case .unknownHash(let hash, let network):
      FailureWords(
        "The node knows no transaction \(hash).",
        reason: "It was never sent on \(network), was dropped, or has not arrived there yet.",
        advice: "Check --network, and try again in a moment.")
    case .unseen(let hash, let number, let since, let state, let advice):
      FailureWords(
        "The node knows no transaction \(hash), but it was signed here.",
        reason: "It is number \(number) in the outbox since \(LocalTime.text(since)): \(state.english).",
        advice: advice.english)
    case .nothingSigned: FailureWords("There is no transaction to look for.")
    case .intentOfOtherChain(let number, let chain, let network, let own):
      FailureWords(
        "Number \(number) was for another chain: \(chain).",
        reason: "\(network) is chain \(own)\(own == chain ? ", but was started anew since" : "").",
        advice: "Choose its network with --network.")
    case .failed(let isVouched, let reason, let hash):
      FailureWords(
        "\(isVouched ? "The" : "As this one node tells it, the") transaction was mined, and it failed.",
        reason: reason, advice: "Why: lectures tx show \(hash)")
    case .tooLate: FailureWords("It could not be cancelled any more: it was mined first.")
    case .stillOpen(let open, let all, let first):
      FailureWords(
        "\(open) of \(all) are still open.", reason: first.words(in: .english).sentences, call: first.call,
        advice: first.advice)
    case .noOutboxFile: FailureWords("There is no file of an outbox here.")
    case .noOutboxPlace:
      FailureWords(
        "There is no place for the outbox: give --outbox FILE.",
        reason: "Neither XDG_DATA_HOME nor HOME is an absolute path.")
    case .noServer: FailureWords("The value of --to has to be the address of a server.")
    }
  }

  var korean: FailureWords {
    switch self {
    case .notHex: FailureWords("원시 트랜잭션이 16진수가 아닙니다.")
    case .copyNotHex: FailureWords("사본 하나가 16진수가 아닙니다.")
    case .unsigned:
      FailureWords("서명되지 않은 트랜잭션입니다.", advice: "JSON으로 써서 서명하십시오: `lectures tx sign FILE`")
    case .senderMissing:
      FailureWords(
        "절반만 서명된 트랜잭션입니다.", reason: "보내는 계정이 서명하지 않았습니다.", advice: "서명하십시오: `lectures tx sign FILE`")
    case .payerMissing:
      FailureWords(
        "절반만 서명된 트랜잭션입니다.", reason: "수수료를 낼 계정의 서명이 없습니다.",
        advice:
          "수수료를 내려면 `--fee-payer ACCOUNT` 또는 `--fee-service URL`, 넘기려면 `lectures tx sign-as-fee-payer RAW`")
    case .complete:
      FailureWords(
        "완성된 트랜잭션이라 다른 계정이 수수료를 내게 할 수 없습니다.", reason: "누가 내는지도 서명된 내용입니다.",
        advice: "`--fee-payer`, `--fee-service` 없이 보내십시오.")
    case .otherChain(let chain, let network, let inUse, let own):
      FailureWords(
        "다른 체인의 트랜잭션입니다: \(chain)\(network.map { " (`\($0)`)" } ?? "").",
        reason: "`\(inUse)` 네트워크의 체인은 \(own)이므로 그 노드는 받지 않습니다.",
        advice: network.map { "다음 옵션으로 보내십시오: `--network \($0)`" } ?? "`--network`로 해당 네트워크를 고르십시오.")
    case .noHashOrNumber: FailureWords("목록의 번호도 트랜잭션의 해시도 아닙니다.")
    case .unknownIntent(let text):
      FailureWords("발신함에 없습니다: `\(text)`", reason: "여기에서 보낸 것이 아닙니다.", advice: "목록: `lectures tx list`")
    case .unknownHash(let hash, let network):
      FailureWords(
        "노드가 모르는 트랜잭션입니다: \(hash).",
        reason: "`\(network)` 네트워크에 보낸 적이 없거나, 버려졌거나, 아직 도착하지 않았습니다.",
        advice: "`--network`를 확인하고 잠시 뒤에 다시 해 보십시오.")
    case .unseen(let hash, let number, let since, let state, let advice):
      FailureWords(
        "여기에서 서명했지만 노드가 모르는 트랜잭션입니다: \(hash).",
        reason: "발신함의 \(number)번, 시작 \(LocalTime.text(since, in: .korean)): \(state.korean).",
        advice: advice.korean)
    case .nothingSigned: FailureWords("찾을 트랜잭션이 없습니다.")
    case .intentOfOtherChain(let number, let chain, let network, let own):
      FailureWords(
        "\(number)번은 다른 체인의 것입니다: \(chain).",
        reason: "`\(network)` 네트워크의 체인: \(own)\(own == chain ? ", 그 뒤에 새로 시작되었습니다" : "").",
        advice: "`--network`로 해당 네트워크를 고르십시오.")
    case .failed(let isVouched, let reason, let hash):
      FailureWords(
        "\(isVouched ? "" : "이 노드 하나의 말로는 ")트랜잭션이 채굴되었으나 실패했습니다.", reason: reason,
        advice: "이유: `lectures tx show \(hash)`")
    case .tooLate: FailureWords("먼저 채굴되어 더 이상 취소할 수 없었습니다.")
    case .stillOpen(let open, let all, let first):
      FailureWords(
        "\(all)건 가운데 \(open)건이 아직 끝나지 않았습니다.", reason: first.words(in: .korean).sentences, call: first.call,
        advice: first.words(in: .korean).advice)
    case .noOutboxFile: FailureWords("여기에는 발신함 파일이 없습니다.")
    case .noOutboxPlace:
      FailureWords(
        "발신함을 둘 곳이 없습니다. `--outbox FILE`로 지정하십시오.", reason: "`XDG_DATA_HOME`도 `HOME`도 절대 경로가 아닙니다.")
    case .noServer: FailureWords("`--to` 값은 서버의 주소여야 합니다.")
    }
  }

  var ukrainian: FailureWords {
    switch self {
    case .notHex: FailureWords("Сира транзакція — не шістнадцятковий запис.")
    case .copyNotHex: FailureWords("Одна з копій — не шістнадцятковий запис.")
    case .unsigned:
      FailureWords(
        "Цю транзакцію не підписано.", advice: "Запишіть її як JSON і підпишіть: `lectures tx sign FILE`")
    case .senderMissing:
      FailureWords(
        "Цю транзакцію підписано лише наполовину.", reason: "Її не підписав відправник.",
        advice: "Підпишіть її: `lectures tx sign FILE`")
    case .payerMissing:
      FailureWords(
        "Цю транзакцію підписано лише наполовину.", reason: "Бракує підпису того, хто платить комісію.",
        advice:
          "Сплатіть її: `--fee-payer ACCOUNT` чи `--fee-service URL`, або передайте: `lectures tx sign-as-fee-payer RAW`"
      )
    case .complete:
      FailureWords(
        "Ця транзакція повна: ніхто інший за неї не заплатить.", reason: "Хто платить — частина підписаного.",
        advice: "Надішліть її без `--fee-payer` і `--fee-service`.")
    case .otherChain(let chain, let network, let inUse, let own):
      FailureWords(
        "Транзакція для іншої мережі: \(chain)\(network.map { " (`\($0)`)" } ?? "").",
        reason: "Мережа `\(inUse)` має номер \(own); її вузли такого не візьмуть.",
        advice: network.map { "Надішліть її з `--network \($0)`." } ?? "Виберіть її мережу через `--network`.")
    case .noHashOrNumber: FailureWords("Це не номер із переліку й не хеш транзакції.")
    case .unknownIntent(let text):
      FailureWords(
        "У журналі надсилань немає `\(text)`.", reason: "Звідси цього не надсилали.",
        advice: "Перелік: `lectures tx list`")
    case .unknownHash(let hash, let network):
      FailureWords(
        "Вузол не знає транзакції \(hash).",
        reason: "Її не надсилали в мережі `\(network)`, її відкинуто або вона ще не дійшла.",
        advice: "Перевірте `--network` і спробуйте за мить.")
    case .unseen(let hash, let number, let since, let state, let advice):
      FailureWords(
        "Вузол не знає транзакції \(hash), хоч її підписано тут.",
        reason:
          "Це номер \(number) у журналі надсилань від \(LocalTime.text(since, in: .ukrainian)): \(state.ukrainian).",
        advice: advice.ukrainian)
    case .nothingSigned: FailureWords("Немає транзакції, яку шукати.")
    case .intentOfOtherChain(let number, let chain, let network, let own):
      FailureWords(
        "Номер \(number) був для іншої мережі: \(chain).",
        reason: "Мережа `\(network)` має номер \(own)\(own == chain ? ", але відтоді почалася наново" : "").",
        advice: "Виберіть його мережу через `--network`.")
    case .failed(let isVouched, let reason, let hash):
      FailureWords(
        "\(isVouched ? "Транзакція" : "За словами одного цього вузла, транзакція") в блоці, але не вдалася.",
        reason: reason, advice: "Чому: `lectures tx show \(hash)`")
    case .tooLate: FailureWords("Скасувати вже не вдалося: вона потрапила в блок раніше.")
    case .stillOpen(let open, let all, let first):
      FailureWords(
        "Незавершених: \(open) з \(all).", reason: first.words(in: .ukrainian).sentences, call: first.call,
        advice: first.words(in: .ukrainian).advice)
    case .noOutboxFile: FailureWords("Тут немає файлу журналу надсилань.")
    case .noOutboxPlace:
      FailureWords(
        "Журнал надсилань нема де тримати: вкажіть `--outbox FILE`.",
        reason: "Ані `XDG_DATA_HOME`, ані `HOME` не є повним шляхом.")
    case .noServer: FailureWords("Значення `--to` — адреса сервера.")
    }
  }
}
