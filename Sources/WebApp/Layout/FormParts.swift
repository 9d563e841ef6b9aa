import Markup

/// A problem of a form, at its field.
struct FieldProblem: Sendable, Hashable {
  /// The field's name.
  let field: String
  /// The problem, in a sentence.
  let text: String
}

extension Element {
  /// A form of a page of ours: its answer is another page.
  ///
  /// - Parameter hasFile: Whether it carries a file.
  static func form(
    _ visit: Visit, to target: Link, _ attributes: Attributes = [:], hasFile: Bool = false,
    @MarkupBuilder _ content: () -> [Element.Node]
  ) -> Element {
    Element(
      "form",
      ["method": "post", "action": target.text] + (hasFile ? ["enctype": "multipart/form-data"] : [:]) + attributes
    ) {
      Element("input", ["type": "hidden", "name": Self.guardField, "value": visit.session.formGuard.token()])
      content()
    }
  }

  /// The name of the field that holds a session's secret.
  static let guardField = FormGuard.field

  /// A form that only asks: its fields stand in the address.
  static func search(_ target: Link, _ attributes: Attributes = [:], @MarkupBuilder _ content: () -> [Element.Node])
    -> Element
  {
    Element("form", ["method": "get", "action": target.text] + attributes, content)
  }

  /// A labelled field of one line.
  ///
  /// - Parameters:
  ///   - hint: A sentence between label and field.
  ///   - attributes: Those of the input, such as its type.
  static func field(
    _ label: String, _ name: String, value: String = "", hint: String? = nil, problem: FieldProblem? = nil,
    _ attributes: Attributes = [:]
  ) -> Element {
    let described = [hint == nil ? nil : "\(name)-hint", problem == nil ? nil : "\(name)-problem"].compactMap { $0 }
    return Element("div", ["class": problem == nil ? "field" : "field wrong"]) {
      Element("label", ["for": name]) { label }
      if let hint { Element("p", ["class": "hint", "id": "\(name)-hint"]) { hint } }
      if let problem { Element("p", ["class": "problem", "id": "\(name)-problem"]) { problem.text } }
      Element(
        "input",
        ["id": name, "name": name, "value": value]
          + (described.isEmpty ? [:] : ["aria-describedby": described.joined(separator: " ")])
          + (problem == nil ? [:] : ["aria-invalid": "true"]) + attributes)
    }
  }

  /// A box to tick.
  static func box(_ label: String, _ name: String, isTicked: Bool = false, _ attributes: Attributes = [:]) -> Element {
    Element("div", ["class": "box"]) {
      Element(
        "input",
        ["type": "checkbox", "id": name, "name": name, "value": "yes"] + (isTicked ? ["checked": ""] : [:]) + attributes
      )
      Element("label", ["for": name]) { label }
    }
  }

  /// A choice among several, as a list to open.
  ///
  /// - Parameter hint: A sentence between label and list.
  static func choice(
    _ label: String, _ name: String, _ options: [(value: String, text: String)], chosen: String, hint: String? = nil
  ) -> Element {
    Element("div", ["class": "field"]) {
      Element("label", ["for": name]) { label }
      if let hint { Element("p", ["class": "hint", "id": "\(name)-hint"]) { hint } }
      Element("select", ["id": name, "name": name] + (hint == nil ? [:] : ["aria-describedby": "\(name)-hint"])) {
        for option in options {
          Element("option", ["value": option.value] + (option.value == chosen ? ["selected": ""] : [:])) { option.text }
        }
      }
    }
  }

  /// The button that sends a form.
  static func submit(_ text: String, isMain: Bool = true, _ attributes: Attributes = [:]) -> Element {
    Element("button", ["type": "submit", "class": isMain ? "button main" : "button"] + attributes) { text }
  }

  /// The problems of a form above it, each a link to its field.
  static func problems(_ problems: [FieldProblem], title: String) -> [Element.Node] {
    guard !problems.isEmpty else { return [] }
    return [
      .element(
        Element("div", ["class": "problems", "role": "alert", "tabindex": "-1", "id": "problems", "data-focus": ""]) {
          Element("h2") { title }
          Element("ul") {
            for problem in problems {
              Element("li") { Element("a", ["href": "#\(problem.field)"]) { problem.text } }
            }
          }
        })
    ]
  }
}
