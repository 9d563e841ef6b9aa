import Localization
import Primitives
import Terminal

/// The words on calls, events and deployments of any contract.
enum ContractText: Phrase {
  // Calls.
  /// The call, readable.
  case asking(String)
  case trying(String)
  case done(String)
  case nothingReturned(String)
  /// The function's signature, to write results behind.
  case writeResults(String)
  case reverted(String)
  case events

  // Events.
  case readingLogs
  case readingBlocks(UInt64, of: UInt64)
  case noneSince(UInt64)
  case newest(UInt64)
  case noneBetween(UInt64, UInt64)

  // Deployments.
  case tryingDeployment
  case deployed(String, at: Address)
  /// The network and the profile whose commands use the contract from now on.
  case inUse(network: String, profile: String)
  case use(Address, block: UInt64?)
  case former(Address)
  case kept(file: String, Address, block: UInt64)
  case notKept(reason: String)
  case stronger(variable: String)

  var english: StyledText {
    switch self {
    case .asking(let call): "Asking \(call)"
    case .trying(let call): "Trying \(call)"
    case .done(let call): StyledText("Done", .good) + ": \(call)"
    case .nothingReturned(let call): "\(call) returned nothing, as it should."
    case .writeResults(let signature):
      "To decode it write the results behind the signature, as in '\(signature)(uint256)'."
    case .reverted(let reason): StyledText("Reverted: ", .bad) + "\(reason)"
    case .events: "Events"
    case .readingLogs: "Reading the logs"
    case .readingBlocks(let done, let all): "Reading the logs: \(done) of \(all) blocks"
    case .noneSince(let block): "Nothing of the kind from block \(block) on."
    case .newest(let block): "Nothing of the kind: block \(block) is the newest."
    case .noneBetween(let first, let last): "Nothing of the kind in the blocks from \(first) to \(last)."
    case .tryingDeployment: "Trying the deployment"
    case .deployed(let name, let address): StyledText("\(name) is deployed", .good) + " at \(address, .strong)."
    case .inUse(let network, let profile):
      "Commands on \(network) use it from now on (profile \(profile))."
    case .use(let address, let block): "Use it with \(Self.options(address), .action)\(Self.from(block))."
    case .former(let address): "Before, the contract was \(address)."
    case .kept(let file, let address, let block): "Kept in \(file): contract \(address), from-block \(block)."
    case .notKept(let reason): "The address could not be kept: \(reason)"
    case .stronger(let variable): "\(variable) is set in the environment and is stronger."
    }
  }

  var korean: StyledText {
    switch self {
    case .asking(let call): "문의하는 중: `\(call)`"
    case .trying(let call): "먼저 시험하는 중: `\(call)`"
    case .done(let call): StyledText("완료", .good) + ": `\(call)`"
    case .nothingReturned(let call): "정상적으로 아무것도 반환하지 않았습니다: `\(call)`"
    case .writeResults(let signature):
      "풀어 보려면 시그니처 뒤에 결과의 형을 쓰십시오. 예: `\(signature)(uint256)`"
    case .reverted(let reason): StyledText("거절됨: ", .bad) + "`\(reason)`"
    case .events: "이벤트"
    case .readingLogs: "로그를 읽는 중"
    case .readingBlocks(let done, let all): "로그를 읽는 중: 블록 \(done)/\(all)"
    case .noneSince(let block): "\(block)번 블록부터 해당하는 것이 없습니다."
    case .newest(let block): "해당하는 것이 없습니다. 최신 블록: \(block)."
    case .noneBetween(let first, let last): "\(first)번부터 \(last)번까지의 블록에 해당하는 것이 없습니다."
    case .tryingDeployment: "배포를 시험하는 중"
    case .deployed(let name, let address):
      StyledText("계약을 배포했습니다", .good) + ": `\(name)`, 주소 \(address, .strong)"
    case .inUse(let network, let profile):
      "이제부터 `\(network)` 네트워크의 명령이 이 계약을 씁니다(프로필 `\(profile)`)."
    case .use(let address, let block):
      "다음 옵션으로 쓸 수 있습니다: `\(Self.options(address), .action)\(Self.from(block))`"
    case .former(let address): "이전 계약: \(address)."
    case .kept(let file, let address, let block): "`\(file)`에 저장: `contract \(address)`, `from-block \(block)`."
    case .notKept(let reason): "주소를 저장하지 못했습니다. \(reason)"
    case .stronger(let variable): "환경 변수 `\(variable)` 설정이 우선합니다."
    }
  }

  var ukrainian: StyledText {
    switch self {
    case .asking(let call): "Запитую `\(call)`"
    case .trying(let call): "Пробую `\(call)`"
    case .done(let call): StyledText("Виконано", .good) + ": `\(call)`"
    case .nothingReturned(let call): "`\(call)` нічого не повертає, як і має бути."
    case .writeResults(let signature):
      "Щоб розкодувати, допишіть типи результатів за сигнатурою, як-от `\(signature)(uint256)`."
    case .reverted(let reason): StyledText("Відхилено: ", .bad) + "`\(reason)`"
    case .events: "Події"
    case .readingLogs: "Читаю журнали"
    case .readingBlocks(let done, let all): "Читаю журнали: \(done) з \(all) блоків"
    case .noneSince(let block): "Нічого такого від блоку \(block)."
    case .newest(let block): "Нічого такого: найновіший блок — \(block)."
    case .noneBetween(let first, let last): "Нічого такого в блоках від \(first) до \(last)."
    case .tryingDeployment: "Пробую розгорнути"
    case .deployed(let name, let address):
      StyledText("Контракт `\(name)` розгорнуто", .good) + ", адреса \(address, .strong)."
    case .inUse(let network, let profile):
      "Відтепер команди в мережі `\(network)` беруть його (профіль `\(profile)`)."
    case .use(let address, let block):
      "Щоб ним користуватися: `\(Self.options(address), .action)\(Self.from(block))`"
    case .former(let address): "Раніше контракт був \(address)."
    case .kept(let file, let address, let block):
      "Збережено в `\(file)`: `contract \(address)`, `from-block \(block)`."
    case .notKept(let reason): "Адресу не вдалося зберегти. \(reason)"
    case .stronger(let variable): "Змінна середовища `\(variable)` має перевагу."
    }
  }

  private static func options(_ address: Address) -> String { "--contract \(address)" }

  private static func from(_ block: UInt64?) -> String { block.map { " --from-block \($0)" } ?? "" }
}
