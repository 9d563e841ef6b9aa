import Keys
import Localization

/// The kind of an account's key, in a few words.
struct AccountKeyText: Phrase {
  private let key: AccountKey

  init(_ key: AccountKey) { self.key = key }

  var english: String {
    switch key {
    case .none: "stays as it is"
    case .legacy: "the one that the address comes from"
    case .publicKey: "one key of its own"
    case .fail: "none: nobody can sign"
    case .multisig(let multisig):
      multisig.countsKeys
        ? "\(multisig.threshold) of \(multisig.keys.count) keys"
        : "weight \(multisig.threshold) of \(multisig.keys.count) keys"
    case .roles: "one for each role"
    }
  }

  var korean: String {
    switch key {
    case .none: "그대로 둠"
    case .legacy: "주소가 나온 키"
    case .publicKey: "따로 정한 키 하나"
    case .fail: "없음: 아무도 서명할 수 없음"
    case .multisig(let multisig):
      multisig.countsKeys
        ? "키 \(multisig.keys.count)개 가운데 \(multisig.threshold)개"
        : "키 \(multisig.keys.count)개, 무게의 합 \(multisig.threshold)"
    case .roles: "역할마다 하나"
    }
  }

  var ukrainian: String {
    switch key {
    case .none: "лишається, яким є"
    case .legacy: "той, з якого походить адреса"
    case .publicKey: "один власний ключ"
    case .fail: "немає: ніхто не може підписати"
    case .multisig(let multisig):
      multisig.countsKeys
        ? "\(multisig.threshold) з \(multisig.keys.count) ключів"
        : "вага \(multisig.threshold) з \(multisig.keys.count) ключів"
    case .roles: "окремий для кожної ролі"
    }
  }

  /// The key itself, in a line, or the name of each role with its own.
  func lines(in language: Language) -> [String] {
    guard case .roles(let keys) = key else { return [line(of: key, in: language)] }
    return zip(AccountKey.Role.allCases, keys).map { "\(language[RoleText($0)]): \(line(of: $1, in: language))" }
  }

  private func line(of key: AccountKey, in language: Language) -> String {
    switch key {
    case .publicKey(let key): "\(key)"
    case .multisig(let multisig):
      "\(language[AccountKeyText(key)]): "
        + multisig.keys.map { "\($0.key) (\($0.weight))" }.joined(separator: ", ")
    case .none, .legacy, .fail, .roles: language[AccountKeyText(key)]
    }
  }
}

/// The role of a key, or all roles.
struct RoleText: Phrase {
  private let role: AccountKey.Role?

  /// - Parameter role: Nil for every role.
  init(_ role: AccountKey.Role?) { self.role = role }

  var english: String { role?.description ?? "every role" }

  var korean: String {
    switch role {
    case .transaction: "트랜잭션"
    case .accountUpdate: "계정 변경"
    case .feePayer: "수수료 대납"
    case nil: "모든 역할"
    }
  }

  var ukrainian: String {
    switch role {
    case .transaction: "транзакції"
    case .accountUpdate: "зміна рахунку"
    case .feePayer: "сплата комісій"
    case nil: "усі ролі"
    }
  }
}

extension WeightedMultisig {
  /// Whether each key counts once, so that the threshold is a number of keys.
  fileprivate var countsKeys: Bool { keys.allSatisfy { $0.weight == 1 } }
}
