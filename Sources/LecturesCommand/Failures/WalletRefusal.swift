import Localization

/// The refusals of the commands about wallets.
enum WalletRefusal: Phrase {
  // Making and importing.
  /// A phrase that nobody would see.
  case phraseUnseen
  case phraseUnconfirmed
  /// Options of a phrase, given for another secret.
  case noPhrase
  /// `--address`, given for another secret than private keys.
  case noPrivateKey
  case severalWords
  case passphraseNotText
  case keyFileUnreadable(String)
  /// A key file that does not say which account its keys are for.
  case noAccountTold(String)
  /// A key file of an account that does not say whose key it holds.
  case noAddressTold(String)
  case secretUnreadable(SecretKind, options: [String], reason: String?)
  /// A secret that cannot be read from the file of this path.
  case secretFileUnreadable(SecretKind, String, options: [String])

  // Passwords.
  case emptyPassword
  case noNewPassword
  /// The account whose password was typed wrong so often that it is not asked for again.
  case passwordsWrong(String)

  // Exports and backups.
  case keyOnScreen
  case severalKeys(String)
  case fileExists(String)
  /// The folder without key files.
  case nothingToBackUp(String)
  /// The number of accounts that were left out, the file of the first, and why.
  case leftOut(Int, first: String, reason: String)

  case nothingToSend

  var english: FailureWords {
    switch self {
    case .phraseUnseen:
      FailureWords(
        "Nothing was made: nobody would see the phrase.", reason: "Standard output is no terminal.",
        advice: "Run it at a terminal, or add --show-phrase if what reads the output may know the phrase.")
    case .phraseUnconfirmed:
      FailureWords(
        "Nothing was made: the words were not confirmed.",
        reason: "Who does not have them on paper would lose the account with the file.",
        advice: "Run it again, or add --no-confirm if something else keeps them.")
    case .noPhrase: FailureWords("--path, --index, --coin and --accounts belong to a phrase, and this is none.")
    case .noPrivateKey: FailureWords("--address belongs to private keys, and this is none.")
    case .severalWords:
      FailureWords(
        "This is no private key.", reason: "It has several words in a line.",
        advice: "The words of a phrase are imported with --mnemonic-file.")
    case .passphraseNotText:
      FailureWords(
        "The passphrase cannot be read.",
        reason: "It is no text in UTF-8, which BIP-39 makes the key of, and another text would be another wallet.",
        advice: "Write it in UTF-8, as with iconv -t UTF-8.")
    case .keyFileUnreadable(let path):
      FailureWords("The key file \(path) cannot be read.", advice: "Give the path of the file with --keystore.")
    case .noAccountTold(let path):
      FailureWords(
        "The key file \(path) does not say which account its keys are for.",
        reason: "Files of version 4 have to, for an account of Kaia may have any keys.",
        advice: "Name the account: --address 0x…")
    case .noAddressTold(let name):
      FailureWords(
        "The key file of \(name) does not say whose key it holds.",
        advice: "Make a copy that says it: lectures wallet import")
    case .secretUnreadable(let kind, let options, let reason):
      FailureWords(
        "The \(kind.english) cannot be read.", reason: reason ?? "Nothing was typed.",
        advice: "Give it with \(options.joined(separator: " or ")) FILE, or type it at a terminal.")
    case .secretFileUnreadable(let kind, let path, let options):
      FailureWords(
        "The \(kind.english) cannot be read from the file \(path).",
        advice: "Give the file's path with \(options.joined(separator: " or ")).")
    case .emptyPassword:
      FailureWords(
        "An empty password protects nothing.", advice: "Choose one of some length; a sentence is a good one.")
    case .noNewPassword: FailureWords("No new password was taken in three attempts.")
    case .passwordsWrong(let name):
      FailureWords(
        "The password was wrong three times: \(name) stays locked.",
        advice: "Run it again; if the password is certainly right, take the key file from a backup.")
    case .keyOnScreen:
      FailureWords(
        "Not shown: a private key does not belong on a screen.",
        reason: "Who sees it has the account, and it stays in the terminal's memory.",
        advice: "Write it to a file with --output FILE, or add --show if you are alone.")
    case .severalKeys(let name):
      FailureWords(
        "A Klaytn wallet key has one key, and \(name) has several.",
        advice: "Give out the encrypted file, or all keys with --private-key.")
    case .fileExists(let path):
      FailureWords("There is already a file \(path).", advice: "Choose another name, or add --replace.")
    case .nothingToBackUp(let folder):
      FailureWords(
        "There is nothing to back up.", reason: "\(folder) has no key files.",
        advice: "Is --keystore-dir the right directory?")
    case .leftOut(let count, let file, let reason):
      FailureWords(
        "\(count) account\(count == 1 ? "" : "s") of the backup \(count == 1 ? "was" : "were") left out.",
        reason: "\(file): \(reason)",
        advice: "Rename what is in the way and restore again, or restore into another directory with --keystore-dir.")
    case .nothingToSend:
      FailureWords("There is nothing to send: the amount is 0.", reason: "It would cost gas only.")
    }
  }

  var korean: FailureWords {
    switch self {
    case .phraseUnseen:
      FailureWords(
        "만들지 않았습니다. 복구 문구를 볼 사람이 없습니다.", reason: "표준 출력이 터미널이 아닙니다.",
        advice: "터미널에서 실행하거나, 출력을 읽는 쪽이 문구를 알아도 되면 `--show-phrase`를 더하십시오.")
    case .phraseUnconfirmed:
      FailureWords(
        "만들지 않았습니다. 단어가 확인되지 않았습니다.", reason: "종이에 적어 두지 않으면 파일을 잃을 때 계정도 잃습니다.",
        advice: "다시 실행하거나, 다른 곳에 보관된다면 `--no-confirm`을 더하십시오.")
    case .noPhrase:
      FailureWords("`--path`, `--index`, `--coin`, `--accounts`는 복구 문구에 쓰는 옵션인데, 입력한 것은 복구 문구가 아닙니다.")
    case .noPrivateKey: FailureWords("`--address`는 개인 키에 쓰는 옵션인데, 입력한 것은 개인 키가 아닙니다.")
    case .severalWords:
      FailureWords(
        "개인 키가 아닙니다.", reason: "한 줄에 단어가 여러 개 있습니다.", advice: "복구 문구는 `--mnemonic-file`로 가져오십시오.")
    case .passphraseNotText:
      FailureWords(
        "암호 문구를 읽을 수 없습니다.", reason: "UTF-8 글이 아닙니다. 글이 다르면 지갑도 달라집니다.",
        advice: "UTF-8로 저장하십시오: `iconv -t UTF-8`")
    case .keyFileUnreadable(let path):
      FailureWords("키 파일을 읽을 수 없습니다: `\(path)`", advice: "`--keystore`로 파일의 경로를 지정하십시오.")
    case .noAccountTold(let path):
      FailureWords(
        "어느 계정의 키인지 적혀 있지 않은 키 파일입니다: `\(path)`", reason: "Kaia의 계정은 어떤 키든 가질 수 있어 버전 4 파일에는 계정이 적혀 있어야 합니다.",
        advice: "계정을 지정하십시오: `--address 0x…`")
    case .noAddressTold(let name):
      FailureWords(
        "키 파일에 주소가 적혀 있지 않습니다: \(name)", advice: "주소가 적힌 사본을 만드십시오: `lectures wallet import`")
    case .secretUnreadable(let kind, let options, let reason):
      FailureWords(
        "\(kind.korean) 입력을 읽을 수 없습니다.", reason: reason ?? "아무것도 입력되지 않았습니다.",
        advice: "`\(options.joined(separator: "` 또는 `"))` 옵션으로 파일을 지정하거나 터미널에서 입력하십시오.")
    case .secretFileUnreadable(let kind, let path, let options):
      FailureWords(
        "\(kind.korean) 파일을 읽을 수 없습니다: `\(path)`",
        advice: "`\(options.joined(separator: "` 또는 `"))` 옵션으로 파일의 경로를 지정하십시오.")
    case .emptyPassword:
      FailureWords("빈 비밀번호는 아무것도 보호하지 못합니다.", advice: "충분히 긴 비밀번호를 고르십시오. 문장도 좋습니다.")
    case .noNewPassword: FailureWords("세 번 안에 새 비밀번호가 정해지지 않았습니다.")
    case .passwordsWrong(let name):
      FailureWords(
        "비밀번호를 세 번 틀려 계정을 열지 않았습니다: \(name)", advice: "다시 실행하십시오. 비밀번호가 분명히 맞다면 백업에서 키 파일을 가져오십시오.")
    case .keyOnScreen:
      FailureWords(
        "표시하지 않았습니다. 개인 키를 화면에 띄우면 안 됩니다.", reason: "보는 사람이 계정을 가지게 되고, 터미널의 기록에도 남습니다.",
        advice: "`--output FILE`로 파일에 저장하거나, 혼자 있다면 `--show`를 더하십시오.")
    case .severalKeys(let name):
      FailureWords(
        "Klaytn 지갑 키에는 키가 하나만 들어가는데 이 계정에는 여러 개 있습니다: \(name)",
        advice: "암호화된 파일을 내보내거나 `--private-key`로 모든 키를 내보내십시오.")
    case .fileExists(let path):
      FailureWords("이미 있는 파일입니다: `\(path)`", advice: "다른 이름을 고르거나 `--replace`를 더하십시오.")
    case .nothingToBackUp(let folder):
      FailureWords(
        "백업할 것이 없습니다.", reason: "키 파일이 없는 폴더입니다: `\(folder)`", advice: "`--keystore-dir`의 폴더가 맞는지 확인하십시오.")
    case .leftOut(let count, let file, _):
      FailureWords(
        "백업의 계정 \(count)개를 제외했습니다.", reason: "이름이나 주소가 이미 쓰이고 있거나 파일을 쓸 수 없습니다: `\(file)`",
        advice: "겹치는 것의 이름을 바꾸고 다시 복원하거나, `--keystore-dir`로 다른 폴더에 복원하십시오.")
    case .nothingToSend: FailureWords("보낼 것이 없습니다. 금액이 0입니다.", reason: "가스비만 들게 됩니다.")
    }
  }

  var ukrainian: FailureWords {
    switch self {
    case .phraseUnseen:
      FailureWords(
        "Нічого не створено: фразу ніхто б не побачив.", reason: "Стандартне виведення — не термінал.",
        advice: "Запустіть у терміналі або, якщо читачеві виведення можна знати фразу, додайте `--show-phrase`.")
    case .phraseUnconfirmed:
      FailureWords(
        "Нічого не створено: слова не підтверджено.",
        reason: "Хто не має їх на папері, втратить рахунок разом із файлом.",
        advice: "Запустіть знову або, якщо їх зберігає щось інше, додайте `--no-confirm`.")
    case .noPhrase:
      FailureWords("`--path`, `--index`, `--coin` і `--accounts` стосуються фрази, а це не фраза.")
    case .noPrivateKey: FailureWords("`--address` стосується приватних ключів, а це не приватний ключ.")
    case .severalWords:
      FailureWords(
        "Це не приватний ключ.", reason: "У рядку кілька слів.", advice: "Слова фрази імпортує `--mnemonic-file`.")
    case .passphraseNotText:
      FailureWords(
        "Парольну фразу не вдалося прочитати.", reason: "Це не текст в UTF-8, а інший текст — це інший гаманець.",
        advice: "Запишіть її в UTF-8: `iconv -t UTF-8`")
    case .keyFileUnreadable(let path):
      FailureWords("Файл ключа не читається: `\(path)`", advice: "Вкажіть шлях до файлу через `--keystore`.")
    case .noAccountTold(let path):
      FailureWords(
        "У файлі ключа не сказано, якого він рахунку: `\(path)`",
        reason: "У файлах версії 4 це має бути, бо рахунок Kaia може мати будь-які ключі.",
        advice: "Вкажіть рахунок: `--address 0x…`")
    case .noAddressTold(let name):
      FailureWords(
        "У файлі ключа немає адреси: \(name)", advice: "Зробіть копію, в якій вона є: `lectures wallet import`")
    case .secretUnreadable(let kind, let options, let reason):
      FailureWords(
        "Не вдалося прочитати: \(kind.ukrainian).", reason: reason ?? "Нічого не введено.",
        advice: "Вкажіть файл через `\(options.joined(separator: "` або `"))` чи введіть у терміналі.")
    case .secretFileUnreadable(let kind, let path, let options):
      FailureWords(
        "Не вдалося прочитати з файлу `\(path)`: \(kind.ukrainian).",
        advice: "Вкажіть шлях до файлу через `\(options.joined(separator: "` або `"))`.")
    case .emptyPassword:
      FailureWords(
        "Порожній пароль нічого не захищає.", advice: "Виберіть довший; добре підійде ціле речення.")
    case .noNewPassword: FailureWords("За три спроби нового пароля не прийнято.")
    case .passwordsWrong(let name):
      FailureWords(
        "Пароль тричі був неправильний; рахунок лишається замкненим: \(name)",
        advice: "Запустіть знову; якщо пароль точно правильний, візьміть файл ключа з резервної копії.")
    case .keyOnScreen:
      FailureWords(
        "Не показано: закритому ключу не місце на екрані.",
        reason: "Хто його побачить, матиме рахунок, і він лишиться в пам’яті термінала.",
        advice: "Запишіть його у файл через `--output FILE` або, якщо ви самі, додайте `--show`.")
    case .severalKeys(let name):
      FailureWords(
        "У ключі гаманця Klaytn лише один ключ, а тут їх кілька: \(name)",
        advice: "Видайте зашифрований файл або всі ключі через `--private-key`.")
    case .fileExists(let path):
      FailureWords("Файл уже є: `\(path)`", advice: "Виберіть інше ім’я або додайте `--replace`.")
    case .nothingToBackUp(let folder):
      FailureWords(
        "Немає чого копіювати.", reason: "У теці немає файлів ключів: `\(folder)`",
        advice: "Перевірте теку `--keystore-dir`.")
    case .leftOut(let count, let file, _):
      FailureWords(
        "Із резервної копії пропущено рахунків: \(count).",
        reason: "Ім’я чи адресу вже зайнято, або файл непридатний: `\(file)`",
        advice: "Перейменуйте те, що заважає, і відновіть знову або відновіть в іншу теку: `--keystore-dir`.")
    case .nothingToSend:
      FailureWords("Надсилати нічого: сума — 0.", reason: "Це коштувало б лише газу.")
    }
  }
}

/// A kind of secret that is imported, or read from a file.
enum SecretKind: Phrase {
  case phrase, passphrase, privateKey, walletKey, databaseAddress
  /// A private key, a wallet key or a phrase, whichever is typed.
  case any

  var english: String {
    switch self {
    case .phrase: "phrase"
    case .passphrase: "passphrase"
    case .privateKey: "private key"
    case .walletKey: "Klaytn wallet key"
    case .databaseAddress: "address of the database"
    case .any: "private key, Klaytn wallet key or phrase"
    }
  }

  var korean: String {
    switch self {
    case .phrase: "복구 문구"
    case .passphrase: "암호 문구"
    case .privateKey: "개인 키"
    case .walletKey: "Klaytn 지갑 키"
    case .databaseAddress: "데이터베이스 주소"
    case .any: "개인 키, Klaytn 지갑 키 또는 복구 문구"
    }
  }

  var ukrainian: String {
    switch self {
    case .phrase: "фраза відновлення"
    case .passphrase: "парольна фраза"
    case .privateKey: "приватний ключ"
    case .walletKey: "ключ гаманця Klaytn"
    case .databaseAddress: "адреса бази даних"
    case .any: "приватний ключ, ключ гаманця Klaytn або фраза відновлення"
    }
  }
}
