import Operations
import Primitives

/// An address that somebody typed: as such, or as the name of an account, a watched wallet or a contact.
struct TypedAddress: Sendable {
  /// The address; nil where there is a problem.
  let address: Address?
  let problems: [FieldProblem]

  /// Reads a field.
  ///
  /// - Throws: The problem with the key files or the book.
  init(_ visit: Visit, _ field: String) async throws {
    guard let text = visit.request.form.trimmed(field) else {
      self.init(problem: visit.text(AddressFieldText.missing), field)
      return
    }
    do throws(PrimitivesError) {
      self.init(try Address(text))
      return
    } catch {
      // An invalid address must not be looked up as a name.
      if text.lowercased().hasPrefix("0x") {
        let words: AddressFieldText = error.code == .checksumMismatch ? .mistyped : .noAddress
        self.init(problem: visit.text(words), field)
        return
      }
    }
    do {
      if let address = try await visit.site.address(named: text) {
        self.init(address)
        return
      }
    } catch let error as OperationError where error.code == .ambiguousName {
      self.init(problem: visit.sentences(of: error), field)
      return
    }
    let names = (try? await visit.site.addressBook().names) ?? []
    let nearest = NearMatch.closest(to: text, among: names).map { UntrustedText.shown($0) }
    self.init(problem: visit.text(AddressFieldText.unknown(UntrustedText.shown(text), nearest: nearest)), field)
  }

  private init(_ address: Address) { (self.address, problems) = (address, []) }

  private init(problem: String, _ field: String) {
    (address, problems) = (nil, [FieldProblem(field: field, text: problem)])
  }
}
