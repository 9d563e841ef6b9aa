import Markup
import Outbox

extension Visit {
  /// The note on the first pages after a start that says what was taken up of earlier runs; nothing where nothing was.
  var leftBehind: [Element.Node] {
    get async {
      guard let account = site.leftBehind.told(at: site.options.clock()) else { return [] }
      var lines: [(number: Int64, text: String)] = []
      for number in account.numbers.prefix(10) {
        guard let intent = try? await site.outbox().intent(number) else { continue }
        let label = ForeignText.shown(site.texts.label(of: intent, in: language))
        lines.append((number, "\(label) – \(ForeignText.shown(site.texts.state(of: intent, in: language)))"))
      }
      let element = Element("div", ["class": "note", "role": "status"]) {
        Element.paragraph(text(account.isWaiting ? LeftBehindText.waiting : .takenUp))
        Element("ul") {
          for line in lines {
            Element("li") { Element.link(line.text, to: Link("transactions", "\(line.number)")) }
          }
        }
      }
      return [.element(element)]
    }
  }
}
