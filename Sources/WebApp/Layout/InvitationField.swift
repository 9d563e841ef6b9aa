import Markup

/// The field for the link of an invitation.
struct InvitationField: Sendable {
  let visit: Visit
  var value = ""
  var problem: FieldProblem?
  /// Whether there is nothing else to do on its page.
  var isMain = false

  var element: Element {
    Element.search(Link("join")) {
      Element.field(
        visit.text(JoinPageText.link), "link", value: value, hint: visit.text(JoinPageText.linkHint), problem: problem,
        ["autocomplete": "off", "spellcheck": "false", "maxlength": "2000"])
      Element("div", ["class": "actions"]) { Element.submit(visit.text(JoinPageText.look), isMain: isMain) }
    }
  }
}

/// The alternatives to the link of an invitation: its code, or a school to look at.
struct InvitationAlternatives: Sendable {
  let visit: Visit

  var content: [Element.Node] {
    let scan = Element("div", ["class": "actions"]) {
      Element.action(visit.text(JoinPageText.scan), to: Link("scan"))
    }
    let command = visit.site.options.demoCommand
    guard !command.isEmpty else { return [.element(scan)] }
    let demo = Element("p", ["class": "quiet"]) {
      visit.text(JoinPageText.toTry) + " "
      Element("code", ["translate": "no", "data-copy": visit.text(LayoutText.copy)]) { command }
    }
    return [.element(scan), .element(demo)]
  }
}
