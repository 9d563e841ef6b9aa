import HTTPTypes
import Markup
import Operations
import Primitives
import WalletBook

/// The pages of the names of other people's addresses.
enum ContactPages {
  static let routes: [Route] = [
    .get("/contacts") { try await list($0) },
    .post("/contacts", add),
    .get("/contacts/:name") { try await show($0) },
    .post("/contacts/:name/rename", rename),
    .post("/contacts/:name/remove", remove),
  ]

  // MARK: All

  private static func list(
    _ visit: Visit, problems: [FieldProblem] = [], name: NameCheck = .fine
  ) async throws -> WebAnswer {
    let contacts = try await visit.site.wallets(of: visit.session).bookIfThere()?.contacts() ?? []
    let account = await visit.account()
    let page = Page(visit.text(ContactPageText.title), .wallets) {
      Element.problems(problems, title: visit.text(LayoutText.problem))
      if contacts.isEmpty {
        Element.note(visit.text(ContactPageText.none))
      } else {
        Element.table(
          visit.text(ContactPageText.title),
          [visit.text(ContactPageText.name), visit.text(WalletPageText.address), visit.text(ContactPageText.actions)],
          isBelowTitle: true,
          rows: contacts.map { contact in
            [
              [.element(.link(to: Link("contacts", contact.name)) { Element.foreign(contact.name) })],
              [.element(.address(contact.address))],
              account.map { account in
                [
                  .element(
                    .link(
                      visit.text(WalletPageText.send),
                      to: Link("wallets", account.name, "send", query: [("to", contact.name)])))
                ]
              } ?? [],
            ]
          })
      }
      if visit.mayWrite { addForm(visit, problems, name) }
    }
    return await visit.answer(
      page.below((visit.text(WalletPageText.title), Link("wallets"))).with(problems),
      problems.isEmpty ? .ok : .unprocessableContent)
  }

  private static func addForm(_ visit: Visit, _ problems: [FieldProblem], _ name: NameCheck) -> Element {
    let form = visit.request.form
    return Element.form(visit, to: Link("contacts")) {
      Element("h2") { visit.text(ContactPageText.add) }
      Element.field(
        visit.text(ContactPageText.name), "name", value: form["name"] ?? "",
        hint: visit.text(WalletFormText.nameHint), problem: problems.first { $0.field == "name" },
        ["autocomplete": "off", "maxlength": "100", "required": ""])
      Element.field(
        visit.text(WalletPageText.address), "address", value: form["address"] ?? visit.request.query["address"] ?? "",
        problem: problems.first { $0.field == "address" },
        ["autocomplete": "off", "spellcheck": "false", "required": ""])
      name.content(visit)
      Element("div", ["class": "actions"]) { Element.submit(visit.text(ContactPageText.add)) }
    }
  }

  @Sendable private static func add(_ visit: Visit) async throws -> WebAnswer {
    let name = visit.request.form.trimmed("name") ?? ""
    let directory = try visit.site.wallets(of: visit.session)
    let typed = try await TypedAddress(visit, "address")
    let check = try await NameCheck(visit, of: typed.address) {
      try await directory.addressBook().objections(to: name, of: typed.address)
    }
    let problems = check.unsettled(visit) + typed.problems
    guard problems.isEmpty, let address = typed.address else {
      return try await list(visit, problems: problems, name: check)
    }
    try await directory.book().add(Contact(name: name, address: address, created: visit.site.options.clock()))
    return .redirect(to: Link("contacts"))
  }

  // MARK: One

  private static func contact(_ visit: Visit) async throws -> (Contact, Book) {
    let name = try visit.value("name")
    guard let book = try visit.site.wallets(of: visit.session).bookIfThere(),
      let contact = try await book.contacts().first(where: { $0.name == name })
    else { throw WebRefusal.notFound }
    return (contact, book)
  }

  private static func show(
    _ visit: Visit, problems: [FieldProblem] = [], name: NameCheck = .fine
  ) async throws -> WebAnswer {
    let (contact, _) = try await contact(visit)
    let page = Page(UntrustedText.shown(contact.name), .wallets) {
      Element.problems(problems, title: visit.text(LayoutText.problem))
      Element("p") {
        Element("code", ["translate": "no", "data-copy": visit.text(LayoutText.copy)]) { contact.address.checksummed }
      }
      if visit.mayWrite {
        Element.form(visit, to: Link("contacts", contact.name, "rename")) {
          Element.field(
            visit.text(WalletFormText.newName), "name", value: visit.request.form["name"] ?? contact.name,
            hint: visit.text(WalletFormText.nameHint), problem: problems.first { $0.field == "name" },
            ["autocomplete": "off", "maxlength": "100", "required": ""])
          name.content(visit)
          Element("div", ["class": "actions"]) { Element.submit(visit.text(WalletPageText.rename)) }
        }
        Element.form(visit, to: Link("contacts", contact.name, "remove")) {
          Element.submit(visit.text(ContactPageText.remove), isMain: false)
        }
      }
    }
    return await visit.answer(
      page.below((visit.text(ContactPageText.title), Link("contacts"))).with(problems),
      problems.isEmpty ? .ok : .unprocessableContent)
  }

  @Sendable private static func rename(_ visit: Visit) async throws -> WebAnswer {
    let (contact, book) = try await contact(visit)
    let name = visit.request.form.trimmed("name") ?? ""
    guard name != contact.name else { return .redirect(to: Link("contacts")) }
    let known = try await visit.site.addressBook()
    let former = known.known.first { $0.name == contact.name && $0.origin == .contact }
    let check = try await NameCheck(visit) { try known.without(former).objections(to: name, of: nil) }
    let problems = check.unsettled(visit)
    guard problems.isEmpty else { return try await show(visit, problems: problems, name: check) }
    try await book.renameContact(contact.name, to: name)
    return .redirect(to: Link("contacts"))
  }

  @Sendable private static func remove(_ visit: Visit) async throws -> WebAnswer {
    let (contact, book) = try await contact(visit)
    try await book.removeContact(contact.name)
    return .redirect(to: Link("contacts"))
  }
}
