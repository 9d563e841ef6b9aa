import Localization

/// The question for a secret that is not shown while it is typed.
struct SecretQuestion: Phrase {
  private let kind: SecretKind

  init(_ kind: SecretKind) { self.kind = kind }

  var english: String { CommandFailure.capitalised(kind.english) + " (not shown): " }

  var korean: String { "\(kind.korean) (표시되지 않음): " }

  var ukrainian: String { kind.ukrainian.prefix(1).uppercased() + kind.ukrainian.dropFirst() + " (не видно): " }
}
