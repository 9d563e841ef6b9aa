import Localization
import Terminal

/// The words of the list of wallets.
enum WalletText: Phrase {
  case none(directory: String, command: String)
  case noChange
  case changed
  case now
  case addressNotTold
  /// The mark of the account that acts where none is named.
  case acts
  case watchOnly
  case ofPhrase(StyledText)
  case damaged, unusable, version3, presale
  /// A file of version 4, by its number of keys for transactions, account updates and fees.
  case version4([Int])
  case sent(String, to: StyledText)
  /// The part of tokens that arrived.
  case arrived(String)
  /// The coin that is held on each network.
  case inAll(String)
  /// The networks whose balances were not asked for now, with their ages.
  case kept(String)
  /// The networks that gave no answer, and that nobody here has used.
  case unanswered(String)
  /// The balance on a network, and when it was asked for.
  case balance(String, network: String, age: String?)

  var english: StyledText {
    switch self {
    case .none(let directory, let command):
      "There is no account in \(directory) yet; make one: \(command, .action)"
    case .noChange: "No balance has changed."
    case .changed: StyledText("What has changed:", .strong)
    case .now: "now"
    case .addressNotTold: "not told"
    case .acts: StyledText("(acts)", .good)
    case .watchOnly: StyledText("watch-only", .dim)
    case .ofPhrase(let kind): kind + ", of a phrase"
    case .damaged: StyledText("damaged", .bad)
    case .unusable: StyledText("unusable", .bad)
    case .version3: "version 3"
    case .presale: "presale"
    case .version4(let roles): "Kaia version 4, \(KeyCount(roles).english)"
    case .sent(let amount, let receiver): StyledText("Sent \(amount)", .good) + " to " + receiver + "."
    case .arrived(let amount): StyledText("Of it \(amount) arrived: the token keeps a part.", .warning)
    case .inAll(let amounts): "In all: \(amounts)."
    case .kept(let ages): StyledText("Balances kept from before: \(ages).", .warning)
    case .unanswered(let networks): "No answer, and nothing of yours is known there: \(networks)."
    case .balance(let amount, let network, let age):
      "\(amount) on \(network), " + (age.map { StyledText("\($0); no node was asked now", .warning) } ?? "now")
    }
  }

  var korean: StyledText {
    switch self {
    case .none(let directory, let command): "\(directory)에 아직 계정이 없습니다. 만들기: \(command, .action)"
    case .noChange: "바뀐 잔액이 없습니다."
    case .changed: StyledText("바뀐 내용:", .strong)
    case .now: "지금"
    case .addressNotTold: "주소 없음"
    case .acts: StyledText("(사용 중)", .good)
    case .watchOnly: StyledText("관찰 전용", .dim)
    case .ofPhrase(let kind): kind + ", 복구 문구에서 파생"
    case .damaged: StyledText("손상됨", .bad)
    case .unusable: StyledText("사용 불가", .bad)
    case .version3: "버전 3"
    case .presale: "사전 판매"
    case .version4(let roles): "Kaia 버전 4, \(KeyCount(roles).korean)"
    case .sent(let amount, let receiver): StyledText("\(amount) 전송 완료", .good) + ", 받는 주소: " + receiver
    case .arrived(let amount): StyledText("그중 \(amount)만 도착했습니다. 토큰이 일부를 뗍니다.", .warning)
    case .inAll(let amounts): "합계: \(amounts)"
    case .kept(let ages): StyledText("이전에 저장된 잔액: \(ages)", .warning)
    case .unanswered(let networks): "응답이 없고, 알려진 내 자산도 없는 네트워크: \(networks)"
    case .balance(let amount, let network, let age):
      "\(amount), 네트워크 \(network), " + (age.map { StyledText("\($0) 기준. 지금은 노드에 묻지 않았습니다", .warning) } ?? "지금")
    }
  }

  var ukrainian: StyledText {
    switch self {
    case .none(let directory, let command): "У теці \(directory) ще немає рахунків; створіть: \(command, .action)"
    case .noChange: "Жоден баланс не змінився."
    case .changed: StyledText("Що змінилося:", .strong)
    case .now: "зараз"
    case .addressNotTold: "не вказано"
    case .acts: StyledText("(діє)", .good)
    case .watchOnly: StyledText("лише спостереження", .dim)
    case .ofPhrase(let kind): kind + ", із фрази"
    case .damaged: StyledText("пошкоджено", .bad)
    case .unusable: StyledText("непридатний", .bad)
    case .version3: "версія 3"
    case .presale: "передпродажний"
    case .version4(let roles): "Kaia версії 4, \(KeyCount(roles).ukrainian)"
    case .sent(let amount, let receiver): StyledText("Надіслано \(amount)", .good) + ", одержувач: " + receiver + "."
    case .arrived(let amount): StyledText("Надійшло \(amount): решту утримує токен.", .warning)
    case .inAll(let amounts): "Разом: \(amounts)."
    case .kept(let ages): StyledText("Збережені раніше баланси: \(ages).", .warning)
    case .unanswered(let networks): "Не відповіли, і нічого вашого там не відомо: \(networks)."
    case .balance(let amount, let network, let age):
      "\(amount) у мережі \(network), " + (age.map { StyledText("\($0); вузол зараз не питали", .warning) } ?? "зараз")
    }
  }
}

/// The number of keys, and for roles the number of each: "3 keys", "2 keys, 1 key for account updates".
struct KeyCount: Phrase {
  private let roles: [Int]

  /// - Parameter roles: The numbers of keys for transactions, for account updates and for paying fees.
  init(_ roles: [Int]) { self.roles = roles }

  private func text(_ uses: [String], _ keys: (Int) -> String) -> String {
    zip(roles, uses).filter { $0.0 > 0 }.map { "\(keys($0))\($1)" }.joined(separator: ", ")
  }

  var english: String {
    text(["", " for account updates", " for paying fees"]) { "\($0) \(Plural.english($0, "key", "keys"))" }
  }

  var korean: String { text(["", "(계정 변경용)", "(수수료 납부용)"]) { "키 \($0)개" } }

  var ukrainian: String {
    text(["", " для змін рахунку", " для сплати комісій"]) {
      "\($0) \(Plural.ukrainian($0, "ключ", "ключі", "ключів"))"
    }
  }
}
