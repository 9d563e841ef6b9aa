/// An error whose kind has a name.
package protocol NamedError: Error {
  /// The name of the kind, the same for all failures of it, whatever their words say.
  var kindName: String { get }
}

extension DomainError: NamedError {
  /// The domain, and the code in it.
  package var kindName: String { "\(Domain.self).\(code)" }
}

extension Error {
  /// The names of the kinds of this failure and of all underneath; of an error without a name its type.
  package var kinds: Set<String> {
    let kind = (self as? any NamedError)?.kindName ?? "\(type(of: self))"
    return ((self as? any CausedError)?.cause?.kinds ?? []).union([kind])
  }
}
