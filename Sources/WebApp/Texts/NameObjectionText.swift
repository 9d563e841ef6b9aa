import Localization
import Operations
import Primitives

/// An objection to a name, in a sentence.
struct NameObjectionText: Phrase {
  private let objection: NameObjection

  /// The words of an objection.
  init(_ objection: NameObjection) { self.objection = objection }

  private static func address(_ other: KnownName) -> String { other.address?.checksummed ?? "?" }

  var english: String {
    switch objection {
    case .concern(.taken(let other)): "\(other.name) is the name of \(Self.address(other)), too."
    case .concern(.looksLike(let other)): "The name looks like \(other.name), which is \(Self.address(other))."
    case .concern(.readsAsService): "The name reads as one of ENS or its like, and nobody was asked whose that is."
    case .called(let other): "The address is called \(other.name) already."
    }
  }

  var korean: String {
    switch objection {
    case .concern(.taken(let other)): "같은 이름의 다른 주소가 있습니다: \(other.name), \(Self.address(other))."
    case .concern(.looksLike(let other)): "비슷해 보이는 이름이 있습니다: \(other.name), \(Self.address(other))."
    case .concern(.readsAsService): "ENS 같은 이름 서비스의 이름처럼 보이지만, 누구의 것인지 확인하지 않았습니다."
    case .called(let other): "이 주소에는 이미 이름이 있습니다: \(other.name)."
    }
  }

  var ukrainian: String {
    switch objection {
    case .concern(.taken(let other)): "\(other.name) — це також назва \(Self.address(other))."
    case .concern(.looksLike(let other)): "Назва схожа на \(other.name), а це \(Self.address(other))."
    case .concern(.readsAsService): "Назва читається як ім'я з ENS чи подібної служби, а чиє воно, ніхто не питав."
    case .called(let other): "Ця адреса вже зветься \(other.name)."
    }
  }
}
