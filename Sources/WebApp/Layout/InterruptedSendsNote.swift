import Locking
import Markup
import Outbox

extension Visit {
  /// The note on the first pages after a start that says what was taken up of earlier runs, with the buttons that take
  /// it up and that put the note away; nothing where nothing was, and for who has put it away.
  var interruptedSends: [Element.Node] {
    get async {
      guard let account = site.interruptedSends.told(at: site.options.clock()),
        !session.choices.withLock({ $0.readInterruptedSends.isSuperset(of: account.numbers) })
      else { return [] }
      var lines: [(number: Int64, text: String)] = []
      var isOpen = false
      for number in account.numbers.prefix(10) {
        guard let intent = try? await site.outbox().intent(number) else { continue }
        isOpen = isOpen || intent.state.isLive
        let label = UntrustedText.shown(site.texts.label(of: intent, in: language))
        lines.append((number, "\(label) – \(UntrustedText.shown(site.texts.state(of: intent, in: language)))"))
      }
      let element = Element("div", ["class": "note", "role": "status"]) {
        Element.paragraph(text(account.isWaiting ? InterruptedSendsText.waiting : .resumed))
        Element("ul") {
          for line in lines {
            Element("li") { Element.link(line.text, to: Link("transactions", "\(line.number)")) }
          }
        }
        Element("div", ["class": "actions"]) {
          if isOpen, mayWrite {
            Element.form(self, to: Link("transactions", "resume")) {
              Element.submit(text(TransactionPageText.resume), isMain: false)
            }
          }
          // Pressed while another form is half filled, it leaves that as it is.
          Element.form(self, to: Link("transactions", "read"), ["data-here": "yes"]) {
            Element("input", ["type": "hidden", "name": "back", "value": request.isReading ? request.path : "/"])
            Element.submit(text(InterruptedSendsText.putAway), isMain: false)
          }
        }
      }
      return [.element(element)]
    }
  }
}
