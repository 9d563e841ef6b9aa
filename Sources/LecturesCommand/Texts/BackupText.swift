import Localization
import Terminal

/// The words on backups of accounts.
enum BackupText: Phrase {
  /// The account that a backup's password is asked for as.
  case theBackup
  case backingUp(Int)
  case restoring(String)
  /// The question for the password of a backup.
  case password(String)
  /// A file that is not in the backup, and the problem with it, if it is known.
  case leftOutFile(String, problem: String?)
  /// A file in the backup that is of no use, and the problem with it.
  case useless(String, problem: String)
  /// The accounts of a folder that are in a file, and whether the book and the networks are, too.
  case made(Int, of: String, in: String, hasBook: Bool, hasNetworks: Bool)
  /// The command that shows what is in it.
  case keepElsewhere(command: String)

  // A list of what is in it, and of what became of it.
  case outcome, endpoint, anyChain, ofNoUse, hasBook
  case empty, restored, thereAlready
  /// The reason why an account was left out.
  case leftOut(String)
  case counts(restored: Int, unchanged: Int, leftOut: Int)
  case names(added: Int, unchanged: Int)
  case networksAdded(String)
  case otherNetworks(String)
  case otherNames(String)

  var english: StyledText {
    switch self {
    case .theBackup: "the backup"
    case .backingUp(let count): "Backing up \(count) accounts"
    case .restoring(let path): "Restoring \(path)"
    case .password(let path): "Password of the backup \(path, .strong): "
    case .leftOutFile(let name, let problem): "\(name) is not in the backup\(problem.map { ": \($0)" } ?? ".")"
    case .useless(let name, let problem): "\(name) is in the backup as it is, and of no use: \(problem)"
    case .made(let count, let folder, let file, let hasBook, let hasNetworks):
      "\(count, .strong) account\(count == 1 ? "" : "s") of \(folder) \(count == 1 ? "is" : "are") in \(file)\(hasBook ? ", and the wallet book\(hasNetworks ? " with your networks" : "")" : "")."
    case .keepElsewhere(let command): "Keep it somewhere else; \(command, .action) shows what is in it."
    case .outcome: "Outcome"
    case .endpoint: "Endpoint"
    case .anyChain: "any"
    case .ofNoUse: StyledText("of no use", .bad)
    case .hasBook: "The wallet book is in it."
    case .empty: "The backup is empty."
    case .restored: StyledText("restored", .good)
    case .thereAlready: StyledText("there already", .dim)
    case .leftOut(let reason): StyledText("left out: ", .bad) + StyledText(reason)
    case .counts(let restored, let unchanged, let leftOut):
      "\(restored) restored, \(unchanged) there already, \(leftOut) left out."
    case .names(let added, let unchanged):
      "Of the wallet book \(added) names were added, \(unchanged) were there already."
    case .networksAdded(let names):
      "These networks were added; look at their nodes before you use them: \(names)."
    case .otherNetworks(let names):
      StyledText("These networks are others here, or of no use, and were left: ", .warning) + StyledText(names)
    case .otherNames(let names):
      StyledText("These names stand for another address here, and were left: ", .warning) + StyledText(names)
    }
  }

  var korean: StyledText {
    switch self {
    case .theBackup: "백업"
    case .backingUp(let count): "계정 \(count)개를 백업하는 중"
    case .restoring(let path): "복원하는 중: `\(path)`"
    case .password(let path): "백업 \(path, .strong)의 비밀번호: "
    case .leftOutFile(let name, let problem): "백업에 넣지 않은 파일: `\(name)`\(problem.map { ". \($0)" } ?? "")"
    case .useless(let name, let problem): "백업에 그대로 넣었지만 쓸 수 없는 파일: `\(name)`. \(problem)"
    case .made(let count, let folder, let file, let hasBook, let hasNetworks):
      "`\(folder)` 폴더의 계정 \(count, .strong)개\(hasBook ? hasNetworks ? ", 지갑 목록, 네트워크를" : ", 지갑 목록을" : "를") 저장한 백업: `\(file)`"
    case .keepElsewhere(let command): "다른 곳에 보관하십시오. 내용 보기: \(command, .action)"
    case .outcome: "결과"
    case .endpoint: "엔드포인트"
    case .anyChain: "모두"
    case .ofNoUse: StyledText("쓸 수 없음", .bad)
    case .hasBook: "지갑 목록이 들어 있습니다."
    case .empty: "백업이 비어 있습니다."
    case .restored: StyledText("복원됨", .good)
    case .thereAlready: StyledText("이미 있음", .dim)
    case .leftOut: StyledText("제외됨: ", .bad) + "이름이나 주소가 이미 쓰이고 있거나 파일을 쓸 수 없습니다"
    case .counts(let restored, let unchanged, let leftOut):
      "복원 \(restored)개, 이미 있음 \(unchanged)개, 제외 \(leftOut)개"
    case .names(let added, let unchanged): "지갑 목록: 더한 이름 \(added)개, 이미 있던 이름 \(unchanged)개"
    case .networksAdded(let names): "더한 네트워크입니다. 사용하기 전에 노드를 확인하십시오: \(names)"
    case .otherNetworks(let names): StyledText("여기 있는 것과 다르거나 쓸 수 없어 제외한 네트워크: ", .warning) + StyledText(names)
    case .otherNames(let names): StyledText("여기서 다른 주소를 뜻하여 제외한 이름: ", .warning) + StyledText(names)
    }
  }

  var ukrainian: StyledText {
    switch self {
    case .theBackup: "«резервна копія»"
    case .backingUp(let count): "Копіюю \(count) \(Plural.ukrainian(count, "рахунок", "рахунки", "рахунків"))"
    case .restoring(let path): "Відновлюю `\(path)`"
    case .password(let path): "Пароль резервної копії \(path, .strong): "
    case .leftOutFile(let name, let problem): "Не ввійшло до копії: `\(name)`\(problem.map { ". \($0)" } ?? ".")"
    case .useless(let name, let problem): "У копії є файл, але він непридатний: `\(name)`. \(problem)"
    case .made(let count, let folder, let file, let hasBook, let hasNetworks):
      "До файлу `\(file)` записано рахунків із теки `\(folder)`: \(count, .strong)\(hasBook ? hasNetworks ? ", а також книгу гаманців і ваші мережі" : ", а також книгу гаманців" : "")."
    case .keepElsewhere(let command): "Зберігайте копію деінде; що в ній є: \(command, .action)"
    case .outcome: "Результат"
    case .endpoint: "Вузол"
    case .anyChain: "будь-який"
    case .ofNoUse: StyledText("непридатна", .bad)
    case .hasBook: "Книга гаманців у ній є."
    case .empty: "Резервна копія порожня."
    case .restored: StyledText("відновлено", .good)
    case .thereAlready: StyledText("уже є", .dim)
    case .leftOut: StyledText("пропущено: ", .bad) + "ім’я чи адресу вже зайнято, або файл непридатний"
    case .counts(let restored, let unchanged, let leftOut):
      "Відновлено: \(restored), уже було: \(unchanged), пропущено: \(leftOut)."
    case .names(let added, let unchanged): "Імена книги гаманців: додано \(added), уже було \(unchanged)."
    case .networksAdded(let names):
      "Додано мережі; погляньте на їхні вузли, перш ніж користуватися: \(names)."
    case .otherNetworks(let names):
      StyledText("Ці мережі тут інші або непридатні, і їх залишено: ", .warning) + StyledText(names)
    case .otherNames(let names):
      StyledText("Ці імена тут означають іншу адресу, і їх залишено: ", .warning) + StyledText(names)
    }
  }
}
