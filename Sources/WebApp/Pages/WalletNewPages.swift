import HTTPTypes
import Keys
import Keystores
import Localization
import Markup
import Operations
import Primitives

/// The pages on which a wallet is made of new words: name and password, the words once, three of them given back.
enum WalletNewPages {
  static let routes: [Route] = [
    .get("/wallets/new") { await start($0) },
    .post("/wallets/new", begin),
    .get("/wallets/new/:id/words", words),
    .get("/wallets/new/:id/check") { try await check($0) },
    .post("/wallets/new/:id/check", make),
  ]

  private static func above(_ visit: Visit) -> (String, Link) { (visit.text(WalletPageText.title), Link("wallets")) }

  // MARK: 1, the choices

  private static func start(_ visit: Visit, problems: [FieldProblem] = [], name: NameCheck = .fine) async -> WebAnswer {
    let form = visit.request.form
    let page = Page(visit.text(WalletFormText.newTitle), .wallets) {
      Element.problems(problems, title: visit.text(LayoutText.problem))
      Element.paragraph(visit.text(WalletFormText.newHint))
      Element.form(visit, to: Link("wallets", "new")) {
        Element.field(
          visit.text(WalletFormText.name), "name", value: form["name"] ?? "",
          hint: visit.text(WalletFormText.nameHint), problem: problems.first { $0.field == "name" },
          ["autocomplete": "off", "maxlength": "100", "required": ""])
        name.content(visit)
        Element.choice(
          visit.text(WalletFormText.phraseLanguage), "phrase-language",
          [("english", "English"), ("korean", "한국어")],
          chosen: form["phrase-language"] ?? "english", hint: visit.text(WalletFormText.phraseLanguageHint))
        Element.choice(
          visit.text(WalletFormText.wordCount), "words", Mnemonic.wordCounts.map { ("\($0)", "\($0)") },
          chosen: form["words"] ?? "12")
        NewPassword.fields(visit, problems)
        Element("div", ["class": "actions"]) {
          Element.submit(visit.text(LayoutText.next))
          Element.action(visit.text(FormText.cancel), to: Link("wallets"))
        }
      }
    }
    return await visit.answer(
      page.below(above(visit)).with(problems), problems.isEmpty ? .ok : .unprocessableContent)
  }

  @Sendable private static func begin(_ visit: Visit) async throws -> WebAnswer {
    let form = visit.request.form
    guard let count = form["words"].flatMap({ Int($0) }), Mnemonic.wordCounts.contains(count),
      let language = form["phrase-language"].flatMap(Mnemonic.Language.init(rawValue:))
    else { throw WebRefusal.badForm }
    let name = form.trimmed("name") ?? ""
    let directory = try visit.site.wallets(of: visit.session)
    let check = try await NameCheck(visit) { try await directory.checkNew(name: name) }
    let password = NewPassword(visit, of: name)
    let problems = check.unsettled(visit) + password.problems
    guard problems.isEmpty, let password = password.password else {
      return await start(visit, problems: problems, name: check)
    }
    let draft = PhraseDraft(
      name, try Mnemonic.generate(words: count, language: language), password: password,
      now: visit.site.options.clock())
    visit.session.begin(draft)
    return .redirect(to: Link("wallets", "new", draft.id, "words"))
  }

  // MARK: 2, the words

  /// Shows the words. To read them uses them up, as a link to enter is used up: they are shown by no second request.
  @Sendable private static func words(_ visit: Visit) async throws -> WebAnswer {
    guard let draft = visit.session.draft(try visit.value("id")) else { return await gone(visit, nil) }
    guard visit.request.method == .get, let words = draft.words() else { return await gone(visit, draft) }
    let page = Page(visit.text(WalletFormText.wordsTitle), .wallets) {
      Element.note(visit.text(WalletFormText.wordsHint), .warning)
      Element("ol", ["class": "words", "data-secret": "", "translate": "no"]) {
        for word in words { Element("li") { word } }
      }
      Element("div", ["class": "actions"]) {
        Element.action(
          visit.text(WalletFormText.written), to: Link("wallets", "new", draft.id, "check"), isMain: true)
        Element.action(visit.text(FormText.cancel), to: Link("wallets"))
      }
    }
    return await visit.answer(page.below(above(visit)).readOnce)
  }

  /// The words are not shown again: whoever has them on paper goes on, anybody else starts anew.
  private static func gone(_ visit: Visit, _ draft: PhraseDraft?) async -> WebAnswer {
    if draft?.stage == .made, let draft { return .redirect(to: WalletLink.named(draft.name)) }
    let page = Page(visit.text(WalletFormText.goneTitle), .wallets) {
      Element.note(visit.text(WalletFormText.goneHint), .warning)
      Element("div", ["class": "actions"]) {
        if let draft, [.shown, .making].contains(draft.stage) {
          Element.action(visit.text(WalletFormText.written), to: Link("wallets", "new", draft.id, "check"))
        }
        Element.action(visit.text(WalletFormText.anew), to: Link("wallets", "new"), isMain: true)
      }
    }
    return await visit.answer(page.below(above(visit)), .gone)
  }

  // MARK: 3, the check

  private static func check(_ visit: Visit, problems: [FieldProblem] = []) async throws -> WebAnswer {
    guard let draft = visit.session.draft(try visit.value("id")) else { return await gone(visit, nil) }
    switch draft.stage {
    case .fresh: return .redirect(to: Link("wallets", "new", draft.id, "words"))
    case .made, .over: return await gone(visit, draft)
    case .making:
      let page = Page(visit.text(WalletFormText.making), .wallets) {
        Element.paragraph(visit.text(WalletFormText.makingHint))
      }
      return await visit.answer(page.live(every: 1))
    case .shown: break
    }
    let page = Page(visit.text(WalletFormText.checkTitle), .wallets) {
      Element.problems(problems, title: visit.text(LayoutText.problem))
      Element.paragraph(visit.text(WalletFormText.checkHint))
      Element.form(visit, to: Link("wallets", "new", draft.id, "check")) {
        for place in draft.asked {
          let name = "word-\(place + 1)"
          Element.field(
            visit.text(WalletFormText.word(place + 1)), name, problem: problems.first { $0.field == name },
            ["autocomplete": "off", "autocapitalize": "none", "spellcheck": "false", "data-secret": "", "required": ""])
        }
        Element("div", ["class": "actions"]) {
          Element.submit(visit.text(WalletFormText.make))
          Element.action(visit.text(WalletFormText.anew), to: Link("wallets", "new"))
        }
      }
    }
    return await visit.answer(
      page.below(above(visit)).with(problems), problems.isEmpty ? .ok : .unprocessableContent)
  }

  // MARK: 4, done

  @Sendable private static func make(_ visit: Visit) async throws -> WebAnswer {
    guard let draft = visit.session.draft(try visit.value("id")) else { return await gone(visit, nil) }
    let answers = draft.asked.compactMap { place in
      visit.request.form.trimmed("word-\(place + 1)").map { (place, $0) }
    }
    switch draft.check(Dictionary(uniqueKeysWithValues: answers)) {
    case .none: return try await check(visit)
    case .wrong(let places):
      let problems = places.map {
        FieldProblem(field: "word-\($0 + 1)", text: visit.text(WalletFormText.wrongWord($0 + 1)))
      }
      return try await check(visit, problems: problems)
    case .right(let mnemonic, let password):
      let directory = try visit.site.wallets(of: visit.session)
      do {
        let accounts = try await directory.add(
          mnemonic, at: [try DerivationPath.ethereum()], names: [draft.name], password: password)
        draft.finish()
        return .redirect(to: await noted(accounts, in: directory, visit))
      } catch {
        draft.retry()
        throw error
      }
    }
  }

  /// Notes that accounts are a phrase's, and gives the page of the first, with a note where that failed.
  static func noted(_ accounts: [PhraseAccount], in directory: WalletDirectory, _ visit: Visit) async -> Link {
    var query = [("made", "yes")]
    for account in accounts {
      do {
        try await directory.note(account.entry, path: account.path, at: visit.site.options.clock())
      } catch {
        query = [("made", "yes"), ("unnoted", "yes")]
      }
    }
    return WalletLink.named(accounts.first?.entry.name ?? "", query: query)
  }
}
