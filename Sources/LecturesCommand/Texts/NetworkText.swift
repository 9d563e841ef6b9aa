import Localization
import Operations
import Terminal

/// The words on networks and the choice of one.
enum NetworkText: Phrase {
  // Headings of tables and fields.
  case chainID, money, whatItIs, endpoint, profile, settingsIn, any, none, nowhere

  /// A network that was chosen, and the profile.
  case inUse(String, profile: String)
  /// The settings that were kept with it.
  case kept(String)
  /// The command that shows what is set.
  case look(command: String)
  /// A variable of the environment that names another network, as it stands there.
  case stronger(String)
  case readingPicture

  var english: StyledText {
    switch self {
    case .chainID: "Chain id"
    case .money: "Money"
    case .whatItIs: "What it is"
    case .endpoint: "Endpoint"
    case .profile: "Profile"
    case .settingsIn: "Settings in"
    case .any: "any"
    case .none: "none"
    case .nowhere: "nowhere"
    case .inUse(let name, let profile): "Commands work on \(name, .strong) from now on (profile \(profile))."
    case .kept(let names): "Kept with it: \(names)."
    case .look(let command): "\(command, .action) shows what is set."
    case .stronger(let variable): "\(variable) is set in the environment and is stronger."
    case .readingPicture: "Reading the picture"
    }
  }

  var korean: StyledText {
    switch self {
    case .chainID: "체인 번호"
    case .money: "코인"
    case .whatItIs: "설명"
    case .endpoint: "엔드포인트"
    case .profile: "프로필"
    case .settingsIn: "설정 파일"
    case .any: "모두"
    case .none: "없음"
    case .nowhere: "없음"
    case .inUse(let name, let profile): "이제부터 명령은 \(name, .strong) 네트워크를 사용합니다(프로필 `\(profile)`)."
    case .kept(let names): "함께 저장한 설정: `\(names)`"
    case .look(let command): "설정 보기: \(command, .action)"
    case .stronger(let variable): "환경 변수가 우선합니다: `\(variable)`"
    case .readingPicture: "그림을 읽는 중"
    }
  }

  var ukrainian: StyledText {
    switch self {
    case .chainID: "Номер мережі"
    case .money: "Монета"
    case .whatItIs: "Опис"
    case .endpoint: "Вузол"
    case .profile: "Профіль"
    case .settingsIn: "Налаштування у"
    case .any: "будь-який"
    case .none: "немає"
    case .nowhere: "ніде"
    case .inUse(let name, let profile): "Відтепер команди працюють у мережі \(name, .strong) (профіль `\(profile)`)."
    case .kept(let names): "Разом із нею збережено: `\(names)`."
    case .look(let command): "Що налаштовано: \(command, .action)"
    case .stronger(let variable): "У середовищі задано `\(variable)`, і це має перевагу."
    case .readingPicture: "Читаю зображення"
    }
  }
}

/// A line on a network: of those that are built in in the reader's language, of others as somebody wrote it.
struct NetworkSummary: Phrase {
  private let network: Network

  init(_ network: Network) { self.network = network }

  /// The name of the built-in network whose line it is; nil for a line of somebody's own.
  private var builtIn: String? {
    Network.builtIn(network.name).flatMap { $0.summary == network.summary ? $0.name : nil }
  }

  var english: String { network.summary }

  var korean: String {
    switch builtIn {
    case "kaia": "Kaia(옛 Klaytn, Cypress)"
    case "kairos": "Kaia의 시험 네트워크(Baobab). 시험용 돈: https://faucet.kaia.io"
    case "mainnet": "Ethereum"
    case "sepolia": "Ethereum의 시험 네트워크"
    case "local": "이 컴퓨터의 노드. 예: `lectures devnet`"
    default: network.summary
    }
  }

  var ukrainian: String {
    switch builtIn {
    case "kaia": "Kaia, колишній Klaytn (Cypress)"
    case "kairos": "тестова мережа Kaia (Baobab); гроші: https://faucet.kaia.io"
    case "mainnet": "Ethereum"
    case "sepolia": "тестова мережа Ethereum"
    case "local": "вузол на цьому комп’ютері, як-от `lectures devnet`"
    default: network.summary
    }
  }
}
