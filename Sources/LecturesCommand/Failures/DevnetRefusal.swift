import Localization

/// The refusals of the commands for test chains.
enum DevnetRefusal: Phrase {
  /// A network on which no money can be made.
  case publicNetwork(String)
  case noTestChain
  /// The chain that is forked, and its node; nil where that is not known.
  case noKaiaFork(chain: String, node: String?)
  /// An option whose value is no amount, and the reason in English.
  case noAmount(String, of: String, reason: String)
  /// A network on which no demonstration runs.
  case noDemo(String)

  var english: FailureWords {
    switch self {
    case .publicNetwork(let network):
      FailureWords(
        "The network \(network) is a public one: money cannot be made on it.",
        advice: "Name the test chain: --network local, or --endpoint URL")
    case .noTestChain:
      FailureWords(
        "The node makes no money: it is no test chain.", reason: "It does not know anvil_setBalance.",
        advice: "Start one: lectures devnet")
    case .noKaiaFork(let chain, let node):
      FailureWords(
        "A fork cannot have Kaia's rules: the chain that it goes on from has others.",
        reason: "Chain \(chain) at \(node ?? "that node") is none of Kaia's kind: its node has none of "
          + "Kaia's methods, and its accounts have no keys.",
        advice: "Leave --kaia away, or name a node of Kaia's with --fork.")
    case .noAmount(let text, let option, let reason):
      FailureWords(
        "\(option) '\(text)' is no amount.", reason: reason, advice: "Write it as in 1.5 or \"25 gwei\".")
    case .noDemo(let network):
      FailureWords(
        "The demo does not run on \(network).", reason: "It spends the money of accounts whose keys are public.",
        advice: "Leave the network away: the demo then starts a devnet for itself.")
    }
  }

  var korean: FailureWords {
    switch self {
    case .publicNetwork(let network):
      FailureWords(
        "공개 네트워크에서는 돈을 만들 수 없습니다: \(network)", advice: "시험용 체인을 지정하십시오: `--network local` 또는 `--endpoint URL`")
    case .noTestChain:
      FailureWords(
        "돈을 만들 수 없는 노드입니다. 시험용 체인이 아닙니다.", reason: "`anvil_setBalance`를 모르는 노드입니다.",
        advice: "시험용 체인 시작: `lectures devnet`")
    case .noKaiaFork(let chain, let node):
      FailureWords(
        "원래 체인의 규칙이 달라 Kaia의 규칙으로 이어 갈 수 없습니다.",
        reason: "Kaia의 체인이 아닙니다: 체인 번호 \(chain)\(node.map { ", \($0)" } ?? "")",
        advice: "`--kaia`를 빼거나 `--fork`로 Kaia의 노드를 지정하십시오.")
    case .noAmount(let text, let option, _):
      FailureWords("`\(option)`에 쓸 수 없는 금액입니다: `\(text)`", advice: "예: `1.5`, `\"25 gwei\"`")
    case .noDemo(let network):
      FailureWords(
        "이 네트워크에서는 데모를 실행하지 않습니다: \(network)", reason: "키가 공개된 계정의 돈을 쓰기 때문입니다.",
        advice: "네트워크를 지정하지 않으면 데모가 시험용 체인을 시작합니다.")
    }
  }

  var ukrainian: FailureWords {
    switch self {
    case .publicNetwork(let network):
      FailureWords(
        "Мережа \(network) — загальнодоступна: створити в ній гроші не можна.",
        advice: "Вкажіть тестову мережу: `--network local` або `--endpoint URL`")
    case .noTestChain:
      FailureWords(
        "Вузол не створює грошей: це не тестова мережа.", reason: "Він не знає `anvil_setBalance`.",
        advice: "Запустіть тестову мережу: `lectures devnet`")
    case .noKaiaFork(let chain, let node):
      FailureWords(
        "Продовження мережі не може мати правил Kaia: у самої мережі вони інші.",
        reason: "Це не мережа Kaia: номер \(chain)\(node.map { ", \($0)" } ?? "").",
        advice: "Приберіть `--kaia` або вкажіть вузол Kaia через `--fork`.")
    case .noAmount(let text, let option, _):
      FailureWords("Це не сума для `\(option)`: `\(text)`", advice: "Пишіть як-от `1.5` або `\"25 gwei\"`.")
    case .noDemo(let network):
      FailureWords(
        "У мережі \(network) демонстрація не працює.", reason: "Вона витрачає гроші рахунків, чиї ключі знають усі.",
        advice: "Не вказуйте мережі: тоді демонстрація запустить тестову мережу сама.")
    }
  }
}
