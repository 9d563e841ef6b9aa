import Localization
import Markup
import Operations
import Primitives

/// The calls of a transaction, one below the other, those that a call made indented below it.
struct CallTreeView: Sendable {
  let tree: CallTree
  let view: ExplorerView

  @MarkupBuilder var content: [Element.Node] {
    Element("ul", ["class": "calls"]) { item(tree.root) }
    if tree.isCut { Element.paragraph(view.visit.text(ExplorerPageText.cut), ["class": "quiet"]) }
  }

  private func item(_ call: CallTree.Call) -> Element {
    Element("li") {
      line(call)
      if !call.calls.isEmpty {
        Element("ul") { for inner in call.calls { item(inner) } }
      }
    }
  }

  private func line(_ call: CallTree.Call) -> Element {
    Element("div") {
      Element("code", ["translate": "no"]) { call.kind?.rawValue ?? "?" }
      " "
      if let to = call.to { view.link(to) } else { view.visit.text(ExplorerPageText.nobody) }
      if call.value > .zero { " · \(view.money.text(call.value))" }
      if let gas = call.gasUsed {
        " · \(view.visit.text(ExplorerPageText.gas(view.visit.language.grouped(gas))))"
      }
      Element("br")
      if !call.input.isEmpty, let reading = reading(call) {
        Self.reading(reading, view.visit)
      } else if !call.input.isEmpty {
        Element("code", ["translate": "no"]) { InputText.short(call.input) }
      }
      if let error = call.error {
        " "
        Element.foreign(UntrustedText.fromTerminal(error), ["class": "down"])
      }
    }
  }

  private func reading(_ call: CallTree.Call) -> KnownInterfaces.Reading? {
    switch call.kind {
    case .create, .create2, .selfDestruct: nil
    default: view.interfaces.call(call.input, to: call.to)
    }
  }

  /// A call or an event in words, with a note where the interface may be another one.
  static func reading(_ reading: KnownInterfaces.Reading, _ visit: Visit) -> [Element.Node] {
    let words = UntrustedText.shown(UntrustedText.fromTerminal(reading.text), limit: 1000)
    let text: Element.Node = .element(Element("bdi", ["dir": "auto", "translate": "no"]) { words })
    guard !reading.isCertain else { return [text] }
    return [text, .text(" "), .element(Element("span", ["class": "quiet"]) { visit.text(ExplorerPageText.guessed) })]
  }
}
