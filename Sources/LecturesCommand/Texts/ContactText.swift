import Localization
import Primitives
import Terminal

/// The words on contacts, and on names in general.
enum ContactText: Phrase {
  case name
  /// The command that adds a contact.
  case none(command: String)
  case added(String, Address)
  case renamed(String, to: String)
  case removed(String, Address)
  /// The question whether a name is taken despite of objections.
  case takeAllTheSame(String)

  var english: StyledText {
    switch self {
    case .name: "Name"
    case .none(let command): "There is no contact yet; add one: \(command, .action)"
    case .added(let name, let address): StyledText("\(name) stands for \(address) now", .good) + "."
    case .renamed(let former, let name): "\(former) is called \(name, .strong) now."
    case .removed(let name, let address): "The contact \(name, .strong) (\(address)) is removed."
    case .takeAllTheSame(let name): "Take the name \(name) all the same?"
    }
  }

  var korean: StyledText {
    switch self {
    case .name: "이름"
    case .none(let command): "아직 연락처가 없습니다. 추가: \(command, .action)"
    case .added(let name, let address): StyledText("연락처를 추가했습니다: \(name), \(address)", .good)
    case .renamed(let former, let name): "이름을 바꾸었습니다: \(former) → \(name, .strong)"
    case .removed(let name, let address): "연락처를 삭제했습니다: \(name, .strong) (\(address))"
    case .takeAllTheSame(let name): "그래도 이 이름을 쓰시겠습니까? \(name)"
    }
  }

  var ukrainian: StyledText {
    switch self {
    case .name: "Ім’я"
    case .none(let command): "Контактів ще немає; додайте: \(command, .action)"
    case .added(let name, let address): StyledText("\(name) тепер означає \(address)", .good) + "."
    case .renamed(let former, let name): "\(former) тепер зветься \(name, .strong)."
    case .removed(let name, let address): "Контакт \(name, .strong) (\(address)) видалено."
    case .takeAllTheSame(let name): "Усе одно взяти ім’я \(name)?"
    }
  }
}
