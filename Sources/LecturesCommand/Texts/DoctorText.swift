import Localization
import Operations
import Primitives

/// The words of a check of settings, node, contract and account.
enum DoctorText: Phrase {
  /// The network and the profile in use.
  case settings(String, profile: String)
  /// A node's address, its chain, and the name that it gives itself.
  case node(String, chain: String, version: String?)
  /// The newest block, and the seconds by which it is ahead of the clock.
  case block(NewestBlock, ahead: UInt64?)
  /// A block on a chain that makes one on demand.
  case blockOnDemand(NewestBlock, BlockAgeText)
  case oddBlock(NewestBlock, BlockAgeText)
  case noContract
  case contract(Address, kind: String, lectures: UInt256)
  case keystores(Int, in: String)
  /// Key files in a folder, of which some are of no use, and the name of one.
  case brokenKeystores(Int, in: String, broken: Int, example: String)
  case noKeystores(in: String)
  case nothingSent
  case outboxUnseen(String)
  /// The place of an outbox in which nothing is open.
  case outboxSound(String, isReadOnly: Bool)
  /// The number of transactions that are open, and since when, in seconds since 1970.
  case outboxOpen(Int, since: UInt64, isReadOnly: Bool)
  case account(Address, holds: Amount, on: Network)

  /// A block, its time in seconds since 1970, and whether fees are those of EIP-1559.
  struct NewestBlock: Sendable, Hashable {
    let number: UInt64
    let timestamp: UInt64
    let hasBaseFee: Bool

    func words(in language: Language) -> String {
      let time = LocalTime.text(timestamp, in: language)
      return switch language {
      case .english: "\(number) of \(time), \(hasBaseFee ? "EIP-1559 fees" : "one gas price")"
      case .korean: "\(number)번, \(time), \(hasBaseFee ? "`EIP-1559` 수수료" : "단일 가스 가격")"
      case .ukrainian: "\(number), \(time), \(hasBaseFee ? "комісії за `EIP-1559`" : "одна ціна газу")"
      }
    }
  }

  var english: String {
    switch self {
    case .settings(let network, let profile): "network \(network), profile \(profile)"
    case .node(let endpoint, let chain, let version):
      "\(endpoint) on chain \(chain)\(version.map { ", \($0)" } ?? "")"
    case .block(let block, let ahead):
      block.words(in: .english) + (ahead.map { ", \($0) s ahead of this machine's clock" } ?? "")
    case .blockOnDemand(let block, let age):
      "\(block.words(in: .english)), \(age.english): a chain for development makes one when it is given a transaction"
    case .oddBlock(let block, let age): "\(block.words(in: .english)): \(age.english)"
    case .noContract: "No lecture contract is configured for this network."
    case .contract(let address, let kind, let count):
      "\(address) is \(kind) with \(count) lecture\(count == 1 ? "" : "s")"
    case .keystores(let count, let folder): "\(count) in \(folder)"
    case .brokenKeystores(let count, let folder, let broken, let example):
      "\(count) in \(folder), \(broken) unusable, for example \(example)"
    case .noKeystores(let folder): "\(folder) is empty."
    case .nothingSent: "nothing was sent from here yet"
    case .outboxUnseen(let path): "not looked at: \(path) is not to be seen, and none can be made there"
    case .outboxSound(let path, let isReadOnly):
      "\(path) is sound, nothing is open\(isReadOnly ? "; it can only be read, so nothing is sent from here" : "")"
    case .outboxOpen(let count, let time, let isReadOnly):
      "\(count) of what was sent from here \(count == 1 ? "is" : "are") open, since \(LocalTime.text(time))"
        + (isReadOnly ? "; it can only be read, so nothing is sent from here" : "")
    case .account(let address, let amount, let network): "\(address) holds \(network.text(amount))"
    }
  }

  var korean: String {
    switch self {
    case .settings(let network, let profile): "네트워크 \(network), 프로필 `\(profile)`"
    case .node(let endpoint, let chain, let version):
      "\(endpoint), 체인 번호 \(chain)\(version.map { ", `\($0)`" } ?? "")"
    case .block(let block, let ahead):
      block.words(in: .korean) + (ahead.map { ", 이 컴퓨터의 시각보다 \($0)초 앞섬" } ?? "")
    case .blockOnDemand(let block, let age):
      "\(block.words(in: .korean)), \(age.korean): 개발용 체인은 트랜잭션을 받을 때 블록을 만듭니다"
    case .oddBlock(let block, let age): "\(block.words(in: .korean)): \(age.korean)"
    case .noContract: "이 네트워크에 설정된 강의 계약이 없습니다."
    case .contract(let address, let kind, let count): "\(address): `\(kind)`, 강의 \(count)개"
    case .keystores(let count, let folder): "`\(folder)`에 \(count)개"
    case .brokenKeystores(let count, let folder, let broken, let example):
      "`\(folder)`에 \(count)개, 그중 쓸 수 없는 것 \(broken)개. 예: `\(example)`"
    case .noKeystores(let folder): "폴더가 비어 있습니다: `\(folder)`"
    case .nothingSent: "아직 여기서 보낸 것이 없습니다"
    case .outboxUnseen(let path): "확인하지 못했습니다. 보이지 않고 새로 만들 수도 없습니다: `\(path)`"
    case .outboxSound(let path, let isReadOnly):
      "이상 없음, 진행 중인 것 없음: `\(path)`\(isReadOnly ? ". 읽을 수만 있어 여기서는 보내지 않습니다" : "")"
    case .outboxOpen(let count, let time, let isReadOnly):
      "여기서 보낸 것 가운데 \(count)개가 진행 중이며, 가장 오래된 것은 \(LocalTime.text(time, in: .korean))의 것입니다"
        + (isReadOnly ? ". 읽을 수만 있어 여기서는 보내지 않습니다" : "")
    case .account(let address, let amount, let network):
      "\(address)의 잔액: \(network.text(amount, in: .korean))"
    }
  }

  var ukrainian: String {
    switch self {
    case .settings(let network, let profile): "мережа \(network), профіль `\(profile)`"
    case .node(let endpoint, let chain, let version):
      "\(endpoint), номер мережі \(chain)\(version.map { ", `\($0)`" } ?? "")"
    case .block(let block, let ahead):
      block.words(in: .ukrainian) + (ahead.map { ", випереджає годинник цього комп’ютера на \($0) с" } ?? "")
    case .blockOnDemand(let block, let age):
      "\(block.words(in: .ukrainian)), \(age.ukrainian): мережа для розробки створює блок, коли отримує транзакцію"
    case .oddBlock(let block, let age): "\(block.words(in: .ukrainian)): \(age.ukrainian)"
    case .noContract: "Для цієї мережі не налаштовано контракту лекцій."
    case .contract(let address, let kind, let count):
      "\(address): `\(kind)`, лекцій — \(count)"
    case .keystores(let count, let folder): "\(count) у `\(folder)`"
    case .brokenKeystores(let count, let folder, let broken, let example):
      "\(count) у `\(folder)`, із них непридатних — \(broken), наприклад `\(example)`"
    case .noKeystores(let folder): "Тека порожня: `\(folder)`"
    case .nothingSent: "звідси ще нічого не надсилали"
    case .outboxUnseen(let path): "не перевірено: `\(path)` не видно, і створити його там не можна"
    case .outboxSound(let path, let isReadOnly):
      "`\(path)` справний, незавершеного немає\(isReadOnly ? "; його можна лише читати, тож звідси нічого не надсилають" : "")"
    case .outboxOpen(let count, let time, let isReadOnly):
      "незавершених транзакцій — \(count), найдавніша від \(LocalTime.text(time, in: .ukrainian))"
        + (isReadOnly ? "; журнал можна лише читати, тож звідси нічого не надсилають" : "")
    case .account(let address, let amount, let network):
      "\(address) має \(network.text(amount, in: .ukrainian))"
    }
  }
}

/// A thing that is checked.
enum DoctorSubject: Phrase {
  case settings, node, newestBlock, contract, keystores, outbox, account

  var english: String {
    switch self {
    case .settings: "Settings"
    case .node: "Node"
    case .newestBlock: "Newest block"
    case .contract: "Contract"
    case .keystores: "Keystores"
    case .outbox: "Outbox"
    case .account: "Account"
    }
  }

  var korean: String {
    switch self {
    case .settings: "설정"
    case .node: "노드"
    case .newestBlock: "최신 블록"
    case .contract: "계약"
    case .keystores: "키 파일"
    case .outbox: "발신함"
    case .account: "계정"
    }
  }

  var ukrainian: String {
    switch self {
    case .settings: "Налаштування"
    case .node: "Вузол"
    case .newestBlock: "Найновіший блок"
    case .contract: "Контракт"
    case .keystores: "Файли ключів"
    case .outbox: "Журнал надсилань"
    case .account: "Рахунок"
    }
  }
}
