import Keystores
import Markup
import Operations
import Primitives
import WalletBook

/// The judgement on a name that somebody typed for an address: what forbids it, and what they have to agree to.
struct NameCheck: Sendable {
  /// The reasons why it cannot be taken, at their fields.
  let problems: [FieldProblem]
  /// The objections, in sentences.
  let objections: [String]

  /// Nothing speaks against it.
  static let fine = NameCheck(problems: [], objections: [])

  private init(problems: [FieldProblem], objections: [String]) {
    (self.problems, self.objections) = (problems, objections)
  }

  /// Judges a name.
  ///
  /// - Parameters:
  ///   - address: The address that is to have it, where that is known.
  ///   - check: The rule, which gives the objections or throws what nobody can agree to.
  init(_ visit: Visit, of address: Address? = nil, check: () async throws -> [NameObjection]) async throws {
    let found: [NameObjection]
    do {
      found = try await check()
    } catch let error as KeystoreError where [.exists, .invalidName].contains(error.code) {
      let text: NameProblemText = error.code == .exists ? .taken : .invalid
      self.init(problems: [FieldProblem(field: "name", text: visit.text(text))], objections: [])
      return
    } catch let error as WalletBookError where [.nameTaken, .invalidName].contains(error.code) {
      let text: NameProblemText = error.code == .nameTaken ? .taken : .invalid
      self.init(problems: [FieldProblem(field: "name", text: visit.text(text))], objections: [])
      return
    }
    var sentences = found.map { visit.text(NameObjectionText($0)) }
    if let address {
      for risk in await visit.site.receiverCheck.risks(of: address) {
        sentences.append(visit.site.texts.warning(.receiver(risk), in: visit.language))
      }
    }
    self.init(problems: [], objections: sentences)
  }

  /// The problems, with the one that the objections are if nobody agreed to them.
  func unsettled(_ visit: Visit) -> [FieldProblem] {
    guard !objections.isEmpty, !visit.request.form.has("agree") else { return problems }
    return problems + [FieldProblem(field: "agree", text: visit.text(FormText.acceptMissing))]
  }

  /// The objections, with the box that agrees to them.
  func content(_ visit: Visit) -> [Element.Node] {
    guard !objections.isEmpty else { return [] }
    return [
      .element(
        Element("div", ["class": "note warning"]) {
          for sentence in objections { Element.paragraph(UntrustedText.shown(sentence, limit: 600)) }
          Element.box(visit.text(FormText.accept), "agree", isTicked: visit.request.form.has("agree"))
        })
    ]
  }
}
