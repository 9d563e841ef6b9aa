import Keys
import Markup

/// A new password as a form has it: typed twice, never empty, and never written back into a page.
struct NewPassword: Sendable {
  let problems: [FieldProblem]
  /// The password; nil where there is a problem.
  let password: SecretBytes?

  /// Reads the fields of ``fields(_:_:)``.
  init(_ visit: Visit) {
    let (first, second) = (visit.request.form["new-password"] ?? "", visit.request.form["new-password-2"] ?? "")
    if first.isEmpty {
      problems = [FieldProblem(field: "new-password", text: visit.text(WalletFormText.passwordMissing))]
      password = nil
    } else if first != second {
      problems = [FieldProblem(field: "new-password-2", text: visit.text(WalletFormText.passwordsDiffer))]
      password = nil
    } else {
      (problems, password) = ([], SecretBytes(utf8: first))
    }
  }

  /// The two fields of a form.
  static func fields(_ visit: Visit, _ problems: [FieldProblem]) -> [Element.Node] {
    let kinds: [(WalletFormText, String)] = [(.newPassword, "new-password"), (.passwordAgain, "new-password-2")]
    return kinds.map { text, name in
      .element(
        Element.field(
          visit.text(text), name, hint: name == "new-password" ? visit.text(WalletFormText.passwordHint) : nil,
          problem: problems.first { $0.field == name },
          ["type": "password", "autocomplete": "new-password", "required": ""]))
    }
  }

  /// The field of a password that is known.
  static func known(_ label: String, _ problems: [FieldProblem]) -> Element {
    Element.field(
      label, "password", problem: problems.first { $0.field == "password" },
      ["type": "password", "autocomplete": "current-password", "required": ""])
  }
}
