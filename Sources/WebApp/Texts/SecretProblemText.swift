import Localization

/// The problems of words and keys that are taken over.
enum SecretProblemText: Phrase {
  case wordCount, unknownWord(String), checksum, key

  var english: String {
    switch self {
    case .wordCount: "A phrase has 12, 15, 18, 21 or 24 words."
    case .unknownWord(let why): "A word is in no list. \(why)"
    case .checksum:
      "Every word is known, but they do not fit together: one was taken for another, or two are in the wrong order. Compare with the paper."
    case .key: "This is no private key: 64 digits from 0 to 9 and a to f are expected."
    }
  }

  var korean: String {
    switch self {
    case .wordCount: "복구 문구는 12, 15, 18, 21, 24개의 단어로 되어 있습니다."
    case .unknownWord(let why): "목록에 없는 단어가 있습니다. \(why)"
    case .checksum: "모든 단어가 목록에 있지만 서로 맞지 않습니다. 다른 단어로 잘못 적었거나 순서가 바뀌었습니다. 종이와 비교하세요."
    case .key: "개인 키가 아닙니다. 0~9와 a~f로 된 64자리가 필요합니다."
    }
  }

  var ukrainian: String {
    switch self {
    case .wordCount: "Фраза має 12, 15, 18, 21 або 24 слова."
    case .unknownWord(let why): "Одного зі слів немає в жодному списку. \(why)"
    case .checksum:
      "Усі слова відомі, але не підходять одне до одного: якесь переплутано, або два стоять не в тому порядку. Порівняйте з папером."
    case .key: "Це не приватний ключ: очікується 64 цифри від 0 до 9 і від a до f."
    }
  }
}
