import Localization
import Terminal

/// The words on an account of Kaia: its keys, and a change of them.
enum AccountUpdateText: Phrase {
  // Labels.
  case transactions, key, keystores, role, weight, keystore
  case account, contract, noKeystore
  /// The threshold of several keys that sign together.
  case together(UInt64)
  /// A network and its chain.
  case network(String, chain: String)

  // Progress.
  case lookingAtAccount
  case keeping(String)

  // Consequences of a change.
  case frozen, nobodySends, noEthereumWallets, presentKeyEnds, replacedKeysEnd

  // Outcomes.
  case keyIn(String)
  case hasNewKey, wasChanged
  case useFrom(String)

  var english: StyledText {
    switch self {
    case .transactions: "Transactions"
    case .key: "Key"
    case .keystores: "Keystores"
    case .role: "Role"
    case .weight: "Weight"
    case .keystore: "Keystore"
    case .account: "account"
    case .contract: "contract"
    case .noKeystore: "none here"
    case .together(let weight): "together they have to weigh \(weight)"
    case .network(let name, let chain): "\(name) (chain \(chain))"
    case .lookingAtAccount: "Looking at the account"
    case .keeping(let name): "Keeping \(name)"
    case .frozen: "Nobody can ever change this account's key again: it is frozen for good."
    case .nobodySends: "Nobody can send from this account: what it holds stays there."
    case .noEthereumWallets: "Wallets of Ethereum cannot use the account any more."
    case .presentKeyEnds: "The present key, and the words it comes from, sign for nothing any more."
    case .replacedKeysEnd: "Keys that are replaced sign for nothing any more."
    case .keyIn(let name): "The new key is in the keystore \(name, .strong)."
    case .hasNewKey: StyledText("The account has its new key", .good) + "."
    case .wasChanged: StyledText("The key was changed", .good) + "."
    case .useFrom(let name): "Its key is in the keystore \(name, .strong): use --from \(name) from now on."
    }
  }

  var korean: StyledText {
    switch self {
    case .transactions: "트랜잭션"
    case .key: "키"
    case .keystores: "키 파일"
    case .role: "역할"
    case .weight: "무게"
    case .keystore: "키 파일"
    case .account: "계정"
    case .contract: "계약"
    case .noKeystore: "여기에 없음"
    case .together(let weight): "무게의 합이 \(weight) 이상이어야 함"
    case .network(let name, let chain): "`\(name)` (체인 \(chain))"
    case .lookingAtAccount: "계정을 확인하는 중"
    case .keeping(let name): "저장하는 중: \(name)"
    case .frozen: "아무도 이 계정의 키를 다시는 바꿀 수 없습니다. 영원히 고정됩니다."
    case .nobodySends: "아무도 이 계정에서 보낼 수 없습니다. 가진 것은 그대로 남습니다."
    case .noEthereumWallets: "이더리움 지갑으로는 더 이상 이 계정을 쓸 수 없습니다."
    case .presentKeyEnds: "현재 키와 그 복구 문구로는 더 이상 아무것도 서명할 수 없습니다."
    case .replacedKeysEnd: "바뀌는 키로는 더 이상 아무것도 서명할 수 없습니다."
    case .keyIn(let name): "새 키를 저장한 키 파일: \(name, .strong)"
    case .hasNewKey: StyledText("계정의 키가 바뀌었습니다", .good) + "."
    case .wasChanged: StyledText("키가 이미 바뀌었습니다", .good) + "."
    case .useFrom(let name): "키가 있는 키 파일: \(name, .strong). 이제부터 다음 옵션을 쓰십시오: `--from \(name)`"
    }
  }

  var ukrainian: StyledText {
    switch self {
    case .transactions: "Транзакції"
    case .key: "Ключ"
    case .keystores: "Файли ключів"
    case .role: "Роль"
    case .weight: "Вага"
    case .keystore: "Файл ключа"
    case .account: "рахунок"
    case .contract: "контракт"
    case .noKeystore: "тут немає"
    case .together(let weight): "разом мають важити \(weight)"
    case .network(let name, let chain): "`\(name)` (номер \(chain))"
    case .lookingAtAccount: "Дивлюся на рахунок"
    case .keeping(let name): "Зберігаю \(name)"
    case .frozen: "Ніхто й ніколи вже не змінить ключа цього рахунку: його заморожено назавжди."
    case .nobodySends: "Ніхто не зможе надсилати з цього рахунку: що на ньому є, там і лишиться."
    case .noEthereumWallets: "Гаманці мережі «Ефіріум» цим рахунком більше не скористаються."
    case .presentKeyEnds: "Теперішній ключ і слова, з яких він походить, більше нічого не підпишуть."
    case .replacedKeysEnd: "Замінені ключі більше нічого не підпишуть."
    case .keyIn(let name): "Новий ключ — у файлі ключа \(name, .strong)."
    case .hasNewKey: StyledText("Рахунок має новий ключ", .good) + "."
    case .wasChanged: StyledText("Ключ уже змінено", .good) + "."
    case .useFrom(let name): "Його ключ — у файлі \(name, .strong): відтепер беріть `--from \(name)`."
    }
  }
}
