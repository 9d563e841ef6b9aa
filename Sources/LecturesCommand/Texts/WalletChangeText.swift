import Localization
import Terminal

/// The words on wallets that are renamed, removed, watched, listed elsewhere, encrypted anew or exported.
enum WalletChangeText: Phrase {
  /// A wallet's former name, its new one, and its file where that was renamed, too.
  case renamed(String, to: String, file: String?)
  /// The default account's former name, and the command that names the new one.
  case stillInUse(String, command: String)

  case removeQuestion(String)
  case unwatchQuestion(String)
  /// The warnings for these two questions.
  case lossOfKey, noKeyLost
  case removed(String)
  case unwatched(String)

  case checkingPassword
  case passwordChanged(String)
  case watched(String, network: String)
  case listed(String, network: String, isInUse: Bool)

  case giveOutQuestion(String)
  case standardOutput, powerOfKey
  /// An account whose key file was exported, and the path.
  case exported(String, to: String)
  case keyExported(String, to: String)
  case removeFileSoon

  var english: StyledText {
    switch self {
    case .renamed(let former, let name, let file):
      "\(former) is called \(name, .strong) now" + StyledText(file.map { " (\($0))." } ?? ".")
    case .stillInUse(let name, let command): "The account in use is still called \(name): \(command, .action)"
    case .removeQuestion(let name): "Remove the account \(name)?"
    case .unwatchQuestion(let name): "Stop watching \(name)?"
    case .lossOfKey: "Without another copy of the key, all that the account holds is lost."
    case .noKeyLost: "It is only watched: no key is lost."
    case .removed(let name): "The account \(name, .strong) is removed."
    case .unwatched(let name): "The wallet \(name, .strong) is no longer watched."
    case .checkingPassword: "Checking the password"
    case .passwordChanged(let name): "The password of \(name, .strong) is changed."
    case .watched(let name, let network): StyledText("\(name) is watched", .good) + " on \(network)."
    case .listed(let name, let network, let isInUse):
      "\(name, .strong) is listed on \(network)\(isInUse ? ", the network in use" : "")."
    case .giveOutQuestion(let name): "Give out the private key of \(name)?"
    case .standardOutput: "standard output"
    case .powerOfKey: "Who has this key has all that the account holds, for good."
    case .exported(let name, let path): "The encrypted key of \(name, .strong) is in \(path)."
    case .keyExported(let name, let path): "The private key of \(name, .strong) is in \(path), for your eyes only."
    case .removeFileSoon: StyledText("Remove that file as soon as it has served.", .warning)
    }
  }

  var korean: StyledText {
    switch self {
    case .renamed(let former, let name, let file):
      "이름을 바꾸었습니다: \(former) → \(name, .strong)" + StyledText(file.map { " (`\($0)`)" } ?? "")
    case .stillInUse(let name, let command): "기본 계정은 아직 예전 이름으로 되어 있습니다(\(name)): \(command, .action)"
    case .removeQuestion(let name): "이 계정을 삭제하시겠습니까? \(name)"
    case .unwatchQuestion(let name): "이 지갑의 관찰을 그만두시겠습니까? \(name)"
    case .lossOfKey: "키의 사본이 없으면 계정에 있는 모든 것을 잃습니다."
    case .noKeyLost: "관찰만 하는 지갑이라 잃는 키가 없습니다."
    case .removed(let name): "계정을 삭제했습니다: \(name, .strong)"
    case .unwatched(let name): "더 이상 관찰하지 않습니다: \(name, .strong)"
    case .checkingPassword: "비밀번호를 확인하는 중"
    case .passwordChanged(let name): "비밀번호를 바꾸었습니다: \(name, .strong)"
    case .watched(let name, let network): StyledText("관찰 지갑: \(name)", .good) + ", 네트워크 \(network)"
    case .listed(let name, let network, let isInUse):
      "\(name, .strong) 지갑을 표시할 네트워크: \(network)\(isInUse ? "(사용 중인 네트워크)" : "")"
    case .giveOutQuestion(let name): "이 계정의 개인 키를 내보내시겠습니까? \(name)"
    case .standardOutput: "표준 출력"
    case .powerOfKey: "이 키를 가진 사람은 계정에 있는 모든 것을 영원히 가집니다."
    case .exported(let name, let path): "\(name, .strong) 계정의 암호화된 키를 저장한 파일: `\(path)`"
    case .keyExported(let name, let path): "\(name, .strong) 계정의 개인 키를 본인만 볼 수 있게 저장한 파일: `\(path)`"
    case .removeFileSoon: StyledText("다 쓰는 대로 그 파일을 삭제하십시오.", .warning)
    }
  }

  var ukrainian: StyledText {
    switch self {
    case .renamed(let former, let name, let file):
      "\(former) тепер зветься \(name, .strong)" + StyledText(file.map { " (`\($0)`)." } ?? ".")
    case .stillInUse(let name, let command):
      "Рахунок за замовчуванням досі зветься \(name): \(command, .action)"
    case .removeQuestion(let name): "Видалити рахунок \(name)?"
    case .unwatchQuestion(let name): "Більше не стежити за \(name)?"
    case .lossOfKey: "Без іншої копії ключа все, що є на рахунку, втрачено."
    case .noKeyLost: "За ним лише стежать: жоден ключ не втрачається."
    case .removed(let name): "Рахунок \(name, .strong) видалено."
    case .unwatched(let name): "За гаманцем \(name, .strong) більше не стежать."
    case .checkingPassword: "Перевіряю пароль"
    case .passwordChanged(let name): "Пароль рахунку \(name, .strong) змінено."
    case .watched(let name, let network): StyledText("За \(name) стежать", .good) + " у мережі \(network)."
    case .listed(let name, let network, let isInUse):
      "\(name, .strong) показано в мережі \(network)\(isInUse ? ", якою ви користуєтеся" : "")."
    case .giveOutQuestion(let name): "Видати закритий ключ рахунку \(name)?"
    case .standardOutput: "стандартне виведення"
    case .powerOfKey: "Хто має цей ключ, має все, що є на рахунку, назавжди."
    case .exported(let name, let path): "Зашифрований ключ рахунку \(name, .strong) — у файлі `\(path)`."
    case .keyExported(let name, let path):
      "Закритий ключ рахунку \(name, .strong) — у файлі `\(path)`, лише для вас."
    case .removeFileSoon: StyledText("Видаліть цей файл, щойно він стане непотрібним.", .warning)
    }
  }
}
