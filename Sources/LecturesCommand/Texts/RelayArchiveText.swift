import Localization
import Terminal

/// The words on orders that are checked by a relay's rules, or written and read as a file.
enum RelayArchiveText: Phrase {
  case checkingOrder, checkingOrders, readingOrders
  case wouldBeTaken
  case exported(Int, to: String)
  case taken(Int)
  /// A line of the file that was refused, and the reason in the relay's words, which are English.
  case refused(line: Int, String)
  case more(Int)

  var english: StyledText {
    switch self {
    case .checkingOrder: "Checking the order"
    case .checkingOrders: "Checking the orders"
    case .readingOrders: "Reading the orders"
    case .wouldBeTaken: StyledText("The order would be taken", .good) + "."
    case .exported(let count, let path):
      StyledText("\(count) \(Plural.english(count, "order is", "orders are")) in \(path)", .good) + "."
    case .taken(let count):
      StyledText("\(count) \(Plural.english(count, "order is", "orders are")) in the store", .good) + "."
    case .refused(let line, let reason): StyledText("Line \(line)", .warning) + ": \(reason)"
    case .more(let count): "\(count) more."
    }
  }

  var korean: StyledText {
    switch self {
    case .checkingOrder: "주문을 확인하는 중"
    case .checkingOrders: "주문들을 확인하는 중"
    case .readingOrders: "주문을 읽는 중"
    case .wouldBeTaken: StyledText("받아들여질 주문입니다", .good) + "."
    case .exported(let count, let path): StyledText("주문 \(count)개를 저장했습니다", .good) + ": `\(path)`"
    case .taken(let count): StyledText("주문 \(count)개가 저장소에 들어갔습니다", .good) + "."
    case .refused(let line, let reason): StyledText("\(line)번째 줄", .warning) + ": `\(reason)`"
    case .more(let count): "그 밖에 \(count)개."
    }
  }

  var ukrainian: StyledText {
    switch self {
    case .checkingOrder: "Перевіряю ордер"
    case .checkingOrders: "Перевіряю ордери"
    case .readingOrders: "Читаю ордери"
    case .wouldBeTaken: StyledText("Цей ордер узяли б", .good) + "."
    case .exported(let count, let path):
      StyledText("\(count) \(Plural.ukrainian(count, "ордер", "ордери", "ордерів")) записано", .good)
        + " у `\(path)`."
    case .taken(let count):
      StyledText("\(count) \(Plural.ukrainian(count, "ордер", "ордери", "ордерів")) у сховищі", .good) + "."
    case .refused(let line, let reason): StyledText("Рядок \(line)", .warning) + ": `\(reason)`"
    case .more(let count): "Ще \(count)."
    }
  }
}
