import Localization
import Terminal

/// The words on an account that is made or imported, and on its phrase.
enum WalletMakingText: Phrase {
  // Work under way.
  case making(String)
  case encrypting(String)
  case opening(String)

  /// An account that was made.
  case made(String)
  /// An account that was imported.
  case imported(String)
  /// The path of a phrase's key.
  case keyAt(String)
  /// The command that makes a backup.
  case backUp(command: String)
  /// New keys of an account that the chain does not know yet.
  case keptOnChain

  // The phrase.
  case writeDown, onceWritten
  /// The question for a word by its number.
  case word(Int)
  case wrongWord(Int)
  /// A phrase that was written down, and the paths of its keys.
  case onPaper(paths: String)
  /// A phrase that is shown, and the paths of its keys.
  case shown(paths: String)

  var english: StyledText {
    switch self {
    case .making(let name): "Making \(name)"
    case .encrypting(let name): "Encrypting \(name)"
    case .opening(let path): "Opening \(path)"
    case .made(let name): StyledText("Account \(name) is made", .good) + "."
    case .imported(let name): StyledText("Account \(name) is here", .good) + "."
    case .keyAt(let path): "It is the phrase's key at \(path)."
    case .backUp(let command): "Who loses the file or its password loses the account: \(command, .action)"
    case .keptOnChain:
      "On the chain nothing has changed: the account keeps its key until an account update gives it these."
    case .writeDown: "These words are the account. Write them down, in this order; they are not shown again."
    case .onceWritten: "Enter, once they are on paper: "
    case .word(let number): "Word \(number): "
    case .wrongWord(let number): "That is not word \(number); look at the paper."
    case .onPaper(let paths): "Its words are on paper; it is at \(paths)."
    case .shown(let paths):
      "These words are the account (path \(paths)). Write them down; they are not shown again."
    }
  }

  var korean: StyledText {
    switch self {
    case .making(let name): "계정을 만드는 중: \(name)"
    case .encrypting(let name): "암호화하는 중: \(name)"
    case .opening(let path): "여는 중: `\(path)`"
    case .made(let name): StyledText("계정을 만들었습니다: \(name)", .good)
    case .imported(let name): StyledText("계정을 가져왔습니다: \(name)", .good)
    case .keyAt(let path): "복구 문구에서 파생된 키입니다. 경로: `\(path)`"
    case .backUp(let command): "파일이나 비밀번호를 잃으면 계정도 잃습니다. 백업: \(command, .action)"
    case .keptOnChain: "체인에서 바뀐 것은 없습니다. 계정 변경으로 이 키들을 지정할 때까지 계정은 지금의 키를 씁니다."
    case .writeDown: "이 단어들이 곧 계정입니다. 순서대로 적어 두십시오. 다시 표시되지 않습니다."
    case .onceWritten: "종이에 다 적었으면 `Enter`: "
    case .word(let number): "\(number)번째 단어: "
    case .wrongWord(let number): "\(number)번째 단어가 아닙니다. 적은 것을 확인하십시오."
    case .onPaper(let paths): "복구 문구는 종이에 적혀 있습니다. 경로: `\(paths)`"
    case .shown(let paths): "이 단어들이 곧 계정입니다(경로 `\(paths)`). 적어 두십시오. 다시 표시되지 않습니다."
    }
  }

  var ukrainian: StyledText {
    switch self {
    case .making(let name): "Створюю \(name)"
    case .encrypting(let name): "Шифрую \(name)"
    case .opening(let path): "Відкриваю `\(path)`"
    case .made(let name): StyledText("Рахунок \(name) створено", .good) + "."
    case .imported(let name): StyledText("Рахунок \(name) імпортовано", .good) + "."
    case .keyAt(let path): "Це ключ фрази за шляхом `\(path)`."
    case .backUp(let command): "Хто втратить файл або пароль, втратить рахунок. Резервна копія: \(command, .action)"
    case .keptOnChain:
      "У ланцюгу нічого не змінилося: рахунок має свій ключ, доки зміна рахунку не дасть йому цих."
    case .writeDown: "Ці слова — це рахунок. Запишіть їх у цьому порядку; більше їх не буде показано."
    case .onceWritten: "`Enter`, коли вони вже на папері: "
    case .word(let number): "Слово \(number): "
    case .wrongWord(let number): "Це не слово \(number); погляньте на папір."
    case .onPaper(let paths): "Фраза на папері; її шлях: `\(paths)`."
    case .shown(let paths):
      "Ці слова — це рахунок (шлях `\(paths)`). Запишіть їх; більше їх не буде показано."
    }
  }
}
