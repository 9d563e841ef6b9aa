import Localization
import Primitives
import Terminal

/// The sentences about allowances and about setting up an exchange.
enum ApprovalText: Phrase {
  case throughZero(String), leftAtZero(String), nothingAllowed(String), sharedByAll
  case unlimitedQuestion(String)
  case setUpQuestion(network: String)
  case unknownCode(Address)
  case nothingToSetUp, keptInProfile(String), notKept(String)

  /// Any amount of a token.
  static func any(_ token: String) -> AnyAmount { AnyAmount(token: token) }

  /// An amount without a bound, for a sentence.
  struct AnyAmount: Phrase {
    let token: String

    var english: String { "any amount of \(token)" }
    var korean: String { "\(token) 무제한" }
    var ukrainian: String { "будь-яку кількість \(token)" }
  }

  var english: StyledText {
    switch self {
    case .throughZero(let before): "The allowance is \(before) now; it is taken back first: two transactions."
    case .leftAtZero(let token):
      "The exchange may move no \(token) now: the allowance was taken back, and no new one is there."
    case .sharedByAll: "All your open orders and trades of this token share it; it replaces the allowance of before."
    case .nothingAllowed(let token): "The exchange may move no \(token); nothing was sent."
    case .unlimitedQuestion(let token): "Let the exchange move any amount of \(token), for ever?"
    case .unknownCode(let address): "The code of the exchange that moves tokens by \(address.checksummed) is not known."
    case .setUpQuestion(let network): "Set up an exchange on \(network)?"
    case .nothingToSetUp: "Everything is there already; nothing was sent."
    case .keptInProfile(let profile): "Commands use it from now on (profile \(profile))."
    case .notKept(let reason): "The addresses could not be kept: \(reason)"
    }
  }

  var korean: StyledText {
    switch self {
    case .throughZero(let before): "현재 허가 수량은 \(before)입니다. 먼저 거두므로 트랜잭션이 두 개입니다."
    case .leftAtZero(let token): "거래소는 지금 \(token) 토큰을 옮길 수 없습니다. 허가를 거두었고 새 허가는 없습니다."
    case .sharedByAll: "이 토큰의 미체결 주문과 거래 모두가 함께 쓰는 허가이며, 이전 허가를 대체합니다."
    case .nothingAllowed(let token): "거래소는 \(token) 토큰을 옮길 수 없습니다. 아무것도 보내지 않았습니다."
    case .unlimitedQuestion(let token): "거래소가 \(token) 토큰을 무제한으로 옮기도록 허가하시겠습니까?"
    case .unknownCode(let address): "\(address.checksummed)(으)로 토큰을 옮기는 거래소의 코드를 이 프로그램은 모릅니다."
    case .setUpQuestion(let network): "\(network) 네트워크에 거래소를 설치하시겠습니까?"
    case .nothingToSetUp: "모두 이미 있어 아무것도 보내지 않았습니다."
    case .keptInProfile(let profile): "이제부터 명령이 이 거래소를 씁니다 (프로필 `\(profile)`)."
    case .notKept(let reason): "주소를 저장하지 못했습니다: \(reason)"
    }
  }

  var ukrainian: StyledText {
    switch self {
    case .throughZero(let before): "Зараз дозволено \(before); спершу дозвіл забираємо: дві транзакції."
    case .leftAtZero(let token): "Біржа зараз не може переказувати \(token): дозвіл забрано, а нового немає."
    case .sharedByAll:
      "Він спільний для всіх ваших відкритих ордерів і угод із цим токеном; попередній дозвіл він замінює."
    case .nothingAllowed(let token): "Біржа не може переказувати \(token); нічого не надіслано."
    case .unlimitedQuestion(let token): "Дозволити біржі переказувати будь-яку кількість \(token) назавжди?"
    case .unknownCode(let address):
      "Код біржі, що переказує токени через \(address.checksummed), цій програмі невідомий."
    case .setUpQuestion(let network): "Встановити біржу в мережі \(network)?"
    case .nothingToSetUp: "Усе вже є; нічого не надіслано."
    case .keptInProfile(let profile): "Відтепер команди користуються нею (профіль `\(profile)`)."
    case .notKept(let reason): "Адреси не вдалося зберегти: \(reason)"
    }
  }
}
