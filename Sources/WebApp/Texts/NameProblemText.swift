import Localization

/// The problems of a field that takes a name.
enum NameProblemText: Phrase {
  case taken, invalid

  var english: String {
    switch self {
    case .taken:
      "There is already a wallet or a contact of this name. A name that means two addresses would sooner or later mean the wrong one."
    case .invalid:
      "This cannot be a name: 1 to 100 bytes, without / \\ : and invisible characters, not like an address, with no - or . in front."
    }
  }

  var korean: String {
    switch self {
    case .taken: "이미 이 이름의 지갑이나 연락처가 있습니다. 두 주소를 뜻하는 이름은 언젠가 잘못 쓰입니다."
    case .invalid: "이름으로 쓸 수 없습니다. 1~100바이트, / \\ : 와 보이지 않는 문자 없이, 주소처럼 보이지 않고, - 나 . 으로 시작하지 않아야 합니다."
    }
  }

  var ukrainian: String {
    switch self {
    case .taken: "Гаманець або контакт із такою назвою вже є. Назва двох адрес рано чи пізно означатиме не ту."
    case .invalid:
      "Це не може бути назвою: від 1 до 100 байтів, без / \\ : і невидимих знаків, не схожа на адресу, не починається з - чи крапки."
    }
  }
}
