import Localization

/// The words about a backup of all wallets in one file.
enum WalletArchiveText: Phrase {
  case restoreTitle, restoreHint, file, password, passwordHint, restore, restoredTitle, outcome, restored, there, left
  case counts(restored: Int, there: Int, left: Int), names(added: Int, there: Int)
  case namesLeft, networksAdded, networksLeft, all, allHint, save

  var english: String {
    switch self {
    case .restoreTitle: "Restore a backup"
    case .restoreHint: "Nothing is overwritten: a wallet whose name or address is taken here is left out."
    case .file: "Backup file"
    case .password: "Password of the backup"
    case .passwordHint: "The keys in it keep passwords of their own."
    case .restore: "Restore"
    case .restoredTitle: "The backup was read"
    case .outcome: "Outcome"
    case .restored: "restored"
    case .there: "there already"
    case .left: "left out, for this has its name or address:"
    case .counts(let restored, let there, let left):
      "\(restored) restored, \(there) there already, \(left) left out."
    case .names(let added, let there): "Names of the wallet book: \(added) added, \(there) there already."
    case .namesLeft: "These names stand for another address here, and were left:"
    case .networksAdded: "These networks were added. Look at their nodes before you use them:"
    case .networksLeft: "These networks are others here, or of no use, and were left:"
    case .all: "All wallets"
    case .allHint:
      "All keys, names and networks in one encrypted file. It gets a password of its own; the keys in it keep theirs."
    case .save: "Save the backup"
    }
  }

  var korean: String {
    switch self {
    case .restoreTitle: "백업 복원"
    case .restoreHint: "덮어쓰는 것은 없습니다. 이름이나 주소가 이미 있는 지갑은 건너뜁니다."
    case .file: "백업 파일"
    case .password: "백업 비밀번호"
    case .passwordHint: "백업 안의 키는 각자의 비밀번호를 그대로 씁니다."
    case .restore: "복원"
    case .restoredTitle: "백업을 읽었습니다"
    case .outcome: "결과"
    case .restored: "복원됨"
    case .there: "이미 있음"
    case .left: "건너뜀. 이름이나 주소가 같은 것:"
    case .counts(let restored, let there, let left): "복원 \(restored)개, 이미 있음 \(there)개, 건너뜀 \(left)개."
    case .names(let added, let there): "지갑 장부의 이름: 추가 \(added)개, 이미 있음 \(there)개."
    case .namesLeft: "여기서는 다른 주소를 가리키는 이름이라 그대로 두었습니다:"
    case .networksAdded: "다음 네트워크를 추가했습니다. 쓰기 전에 노드를 확인하세요:"
    case .networksLeft: "여기와 다르거나 쓸 수 없는 네트워크라 그대로 두었습니다:"
    case .all: "모든 지갑"
    case .allHint: "모든 키와 이름, 네트워크를 암호화된 파일 하나에 담습니다. 파일에는 따로 비밀번호를 정하며, 안의 키는 각자의 비밀번호를 씁니다."
    case .save: "백업 저장"
    }
  }

  var ukrainian: String {
    switch self {
    case .restoreTitle: "Відновити з резервної копії"
    case .restoreHint: "Ніщо не перезаписується: гаманець, чия назва чи адреса тут уже є, лишається поза увагою."
    case .file: "Файл копії"
    case .password: "Пароль копії"
    case .passwordHint: "Ключі в ній зберігають власні паролі."
    case .restore: "Відновити"
    case .restoredTitle: "Копію прочитано"
    case .outcome: "Результат"
    case .restored: "відновлено"
    case .there: "уже є"
    case .left: "пропущено, бо ту саму назву чи адресу має:"
    case .counts(let restored, let there, let left):
      "Відновлено: \(restored), уже є: \(there), пропущено: \(left)."
    case .names(let added, let there): "Назви з книги гаманців: додано \(added), уже є \(there)."
    case .namesLeft: "Ці назви тут означають іншу адресу, тож їх лишено як є:"
    case .networksAdded: "Додано мережі. Погляньте на їхні вузли, перш ніж користуватися:"
    case .networksLeft: "Ці мережі тут інші або непридатні, тож їх лишено як є:"
    case .all: "Усі гаманці"
    case .allHint:
      "Усі ключі, назви й мережі в одному зашифрованому файлі. Він має власний пароль; ключі в ньому зберігають свої."
    case .save: "Зберегти копію"
    }
  }
}
