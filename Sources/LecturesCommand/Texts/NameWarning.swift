import Localization
import Operations
import Primitives
import Terminal
import WalletBook

/// The objection to a name, shown to a person before saying yes.
struct NameWarning: Phrase {
  private let objection: NameObjection

  init(_ objection: NameObjection) { self.objection = objection }

  init(_ concern: AddressBook.NameConcern) { objection = .concern(concern) }

  private func name(_ other: KnownName) -> String { PlainText.escaped(other.name) }

  var english: StyledText {
    func whose(_ other: KnownName) -> StyledText {
      ", which is \(other.address?.checksummed ?? "an account whose address is not told")."
    }
    return switch objection {
    case .concern(.taken(let other)): "It is the name of \(other.origin.words), too" + whose(other)
    case .concern(.looksLike(let other)): "The name looks like \(name(other))" + whose(other)
    case .concern(.readsAsService): "The name reads as one of ENS or its like, and nobody was asked whose that is."
    case .called(let other): "The address is called \(name(other)) already."
    }
  }

  var korean: StyledText {
    func whose(_ other: KnownName) -> StyledText { StyledText(other.address?.checksummed ?? "주소 없음") }
    return switch objection {
    case .concern(.taken(let other)): "이미 쓰이는 이름입니다: \(name(other)) (" + whose(other) + ")"
    case .concern(.looksLike(let other)): "다른 이름과 비슷해 보입니다: \(name(other)) (" + whose(other) + ")"
    case .concern(.readsAsService): "`ENS` 같은 서비스의 이름처럼 보이지만, 그 이름이 누구의 것인지 확인하지 않았습니다."
    case .called(let other): "이 주소에는 이미 이름이 있습니다: \(name(other))"
    }
  }

  var ukrainian: StyledText {
    func whose(_ other: KnownName) -> StyledText { StyledText(other.address?.checksummed ?? "адресу не вказано") }
    return switch objection {
    case .concern(.taken(let other)): "Це ім’я вже зайняте: \(name(other)) (" + whose(other) + ")."
    case .concern(.looksLike(let other)): "Ім’я схоже на інше: \(name(other)) (" + whose(other) + ")."
    case .concern(.readsAsService): "Ім’я схоже на назву в `ENS` чи подібній службі; чия вона, не перевірено."
    case .called(let other): "Ця адреса вже зветься \(name(other))."
    }
  }
}
