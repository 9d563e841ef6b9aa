import HTTPTypes
import Keystores
import Localization
import Locking
import Markup
import Operations
import Primitives

/// The page of the choices of a session and a browser.
enum SettingsPages {
  /// The choices of a browser, on a platform too.
  static let choosing: [Route] = [.get("/settings", show), .post("/settings", access: .session, save)]

  static let routes: [Route] =
    choosing + [
      .post("/lock", access: .session) { visit in
        visit.session.lock()
        return .redirect(to: Link("lectures"))
      },
      .post("/session/end", access: .session, leave),
    ]

  private static let year = 365 * 86_400

  @Sendable private static func show(_ visit: Visit) async throws -> WebAnswer {
    let settings = visit.site.settings(of: visit.session)
    let account = visit.site.platform == nil ? await visit.account() : nil
    let whose = try await visit.site.platform == nil ? own(settings, visit) : []
    let page = Page(visit.text(TransactionPageText.settings), .more) {
      if visit.request.query.has("saved") { Element.note(saved(account, visit), .good) }
      if visit.request.query.has("overruled") {
        Element.note(visit.text(TransactionPageText.keptButOverruled), .warning)
      }
      if visit.request.query.has("joined") {
        Element.note(visit.text(JoinPageText.joined(settings.networkName)), .good)
        if isOverruled(settings) { Element.note(visit.text(JoinPageText.stronger), .warning) }
        Element("div", ["class": "actions"]) {
          Element.action(visit.text(LayoutText.home), to: Link("lectures"), isMain: true)
          if account == nil, visit.mayWrite {
            Element.action(visit.text(WalletPageText.create), to: Link("wallets", "new"))
          }
        }
      }
      Element.form(visit, to: Link("settings")) {
        whose
        Element.choice(
          visit.text(TransactionPageText.language), "lang",
          [("en", "English"), ("ko", "한국어"), ("uk", "Українська")], chosen: visit.language.rawValue)
        Element.choice(
          visit.text(TransactionPageText.theme), "theme",
          [
            ("auto", visit.text(TransactionPageText.auto)), ("light", visit.text(TransactionPageText.light)),
            ("dark", visit.text(TransactionPageText.dark)),
          ], chosen: visit.request.cookie("theme") ?? "auto")
        Element.box(
          visit.text(TransactionPageText.keys), "keys", isTicked: visit.request.cookie("keys") != "off")
        Element.paragraph(visit.text(TransactionPageText.keysHint), ["class": "hint"])
        Element("div", ["class": "actions"]) { Element.submit(visit.text(TransactionPageText.save)) }
      }
      if visit.site.platform == nil {
        Element("h2") { visit.text(JoinPageText.title) }
        InvitationField(visit: visit).element
        Element.paragraph(visit.text(TransactionPageText.alone), ["class": "quiet"])
      }
      if visit.site.platform == nil || visit.session.visitor != nil {
        Element.form(visit, to: Link("session", "end")) {
          Element.submit(visit.text(TransactionPageText.signOut), isMain: false)
        }
      }
    }
    return await visit.answer(page)
  }

  /// The choices of one person: the network and the account in use.
  private static func own(_ settings: Settings, _ visit: Visit) async throws -> [Element.Node] {
    let usable = ((try? await visit.site.keystores().list()) ?? []).filter { $0.problem == nil }
    let typed = try visit.session.choices.withLock { $0.account } ?? settings.account()
    // The settings may name it by its address.
    let address = typed.flatMap { try? Address($0) }
    let known = usable.first { $0.name == typed || address != nil && $0.address == address }
    let chosen = known?.name ?? typed ?? (usable.count == 1 ? usable[0].name : nil)
    var accounts = usable.map { ($0.name, UntrustedText.shown($0.name)) }
    if let chosen {
      if !usable.contains(where: { $0.name == chosen }) {
        accounts.insert((chosen, UntrustedText.shown(chosen)), at: 0)
      }
    } else {
      let none = usable.isEmpty ? visit.text(LayoutText.noAccount) : visit.text(TransactionPageText.chooseAccount)
      accounts.insert(("", none), at: 0)
    }
    var nodes: [Element.Node] = [
      .element(
        Element.choice(
          visit.text(TransactionPageText.network), "network", settings.networkNames.map { ($0, $0) },
          chosen: settings.networkName)),
      .element(
        Element.choice(visit.text(TransactionPageText.account), "account", accounts, chosen: chosen ?? "")),
    ]
    if visit.mayWrite, !usable.isEmpty {
      nodes += [
        .element(Element.box(visit.text(TransactionPageText.keepAccount), "keep-account")),
        .element(.paragraph(visit.text(TransactionPageText.keepAccountHint), ["class": "hint"])),
      ]
    }
    return nodes
  }

  /// The words for what was saved, with the account that acts from now on.
  private static func saved(_ account: ActingAccount?, _ visit: Visit) -> String {
    let acts = account.map { visit.text(TransactionPageText.acts(UntrustedText.shown($0.name))) }
    return [visit.text(TransactionPageText.saved), acts].compactMap { $0 }.joined(separator: " ")
  }

  /// Keeps the account that acts in the profile, as the terminal does.
  ///
  /// - Returns: Whether another start would take another: a variable names one.
  private static func keep(_ name: String, _ visit: Visit) async throws -> Bool {
    let entry = try await visit.site.keystores().entry(name)
    if let problem = entry.problem { throw problem }
    let editor = ConfigEditor(visit.site.ownSettings)
    let (_, settings) = try editor.write([entry.name], at: try editor.place(of: SettingKey.account.rawValue))
    try visit.site.reread([.account])
    return settings.environment[SettingKey.account.variable]?.isEmpty == false
  }

  /// Whether the environment has a word about the contract or its nodes.
  private static func isOverruled(_ settings: Settings) -> Bool {
    [SettingKey.network, .contract, .endpoint, .chainID].contains {
      settings.environment[$0.variable]?.isEmpty == false
    }
  }

  @Sendable private static func save(_ visit: Visit) async throws -> WebAnswer {
    let form = visit.request.form
    let settings = visit.site.settings(of: visit.session)
    if visit.site.platform == nil, let network = form.trimmed("network") {
      guard settings.networkNames.contains(network) else { throw WebRefusal.badForm }
      visit.session.choices.withLock { $0.network = network }
      visit.watchHeads()
    }
    var query = [("saved", "yes")]
    if visit.site.platform == nil, form.has("account") {
      let name = form.trimmed("account")
      visit.session.choices.withLock { $0.account = name }
      if let name, form.has("keep-account") {
        guard visit.mayWrite else { throw WebRefusal.readOnly }
        if try await keep(name, visit) { query.append(("overruled", "yes")) }
      }
    }
    let language = form["lang"].flatMap { Language($0) } ?? visit.language
    let theme = ["light", "dark"].contains(form["theme"]) ? form["theme"] ?? "auto" : "auto"
    return .redirect(
      to: Link("settings", query: query),
      cookies: [
        "lang=\(language.rawValue); Path=/; SameSite=Lax; Max-Age=\(year)",
        "theme=\(theme); Path=/; SameSite=Lax; Max-Age=\(year)",
        "keys=\(form.has("keys") ? "on" : "off"); Path=/; SameSite=Lax; Max-Age=\(year)",
      ])
  }

  @Sendable private static func leave(_ visit: Visit) async throws -> WebAnswer {
    if let cookie = visit.request.cookie(SessionCookie.name) { visit.site.sessions.end(cookie) }
    var answer = WebAnswer.redirect(to: Link("lectures"))
    answer.headers[HTTPField.Name("Clear-Site-Data")!] = "\"cookies\", \"storage\""
    return answer
  }
}
