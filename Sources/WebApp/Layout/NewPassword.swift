import Keys
import Markup
import Operations

/// A new password as a form has it: typed twice, never empty, and never written back into a page. One that is soon guessed
/// is named, and taken only if whoever typed it says so.
struct NewPassword: Sendable {
  let problems: [FieldProblem]
  /// The password; nil where there is a problem.
  let password: SecretBytes?

  /// The name of the box that takes a weak password, and of the problem that it is weak.
  private static let weak = "weak-password"

  /// Reads the fields of ``fields(_:_:)``.
  ///
  /// - Parameter account: The name of the account that it protects.
  init(_ visit: Visit, of account: String) {
    let (first, second) = (visit.request.form["new-password"] ?? "", visit.request.form["new-password-2"] ?? "")
    guard !first.isEmpty else {
      self.init(problem: "new-password", visit.text(WalletFormText.passwordMissing))
      return
    }
    guard first == second else {
      self.init(problem: "new-password-2", visit.text(WalletFormText.passwordsDiffer))
      return
    }
    let typed = SecretBytes(utf8: first)
    if !visit.request.form.has(Self.weak), let weakness = PasswordWeakness.find(in: typed, of: account) {
      self.init(problem: Self.weak, visit.site.texts.weakness(weakness, in: visit.language))
    } else {
      self.init(problems: [], password: typed)
    }
  }

  private init(problem field: String, _ text: String) {
    self.init(problems: [FieldProblem(field: field, text: text)], password: nil)
  }

  private init(problems: [FieldProblem], password: SecretBytes?) {
    (self.problems, self.password) = (problems, password)
  }

  /// The two fields of a form, and the box that takes a weak password where one was typed.
  static func fields(_ visit: Visit, _ problems: [FieldProblem]) -> [Element.Node] {
    let kinds: [(WalletFormText, String)] = [(.newPassword, "new-password"), (.passwordAgain, "new-password-2")]
    let fields = kinds.map { text, name in
      Element.Node.element(
        Element.field(
          visit.text(text), name, hint: name == "new-password" ? visit.text(WalletFormText.passwordHint) : nil,
          problem: problems.first { $0.field == name },
          ["type": "password", "autocomplete": "new-password", "required": ""]))
    }
    guard let weakness = problems.first(where: { $0.field == weak }) else { return fields }
    return fields + [
      .element(
        Element("div", ["class": "note warning"]) {
          Element.paragraph(weakness.text)
          Element.paragraph(visit.text(WalletFormText.weakHint))
          Element.box(visit.text(WalletFormText.weakMeant), weak)
        })
    ]
  }

  /// The field of a password that is known.
  static func known(_ label: String, _ problems: [FieldProblem]) -> Element {
    Element.field(
      label, "password", problem: problems.first { $0.field == "password" },
      ["type": "password", "autocomplete": "current-password", "required": ""])
  }
}
