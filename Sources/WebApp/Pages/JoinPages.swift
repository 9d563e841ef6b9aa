import HTTPTypes
import LectureKit
import Locking
import Markup
import NodeRPC
import Operations
import Primitives

/// The page of an invitation to a school: what it leads to, what it would replace, and the question whether it is
/// taken.
enum JoinPages {
  static let routes: [Route] = [
    .get("/join") { try await show($0) },
    .post("/join", join),
  ]

  /// The settings that an invitation decides.
  private static let keys: [SettingKey] = [
    .network, .contract, .fromBlock, .endpoint, .chainID, .symbol, .kaia, .site,
  ]

  /// The invitation of a request: the link in a field, or the address itself.
  ///
  /// - Throws: `SettingsError` `.badInvitation`.
  private static func invitation(_ fields: FormFields) throws(SettingsError) -> Invitation {
    if let link = fields.trimmed("link") { return try Invitation(parsing: link) }
    var counts: [String: Int] = [:]
    let pairs = fields.names.map { name in
      let index = counts[name, default: 0]
      counts[name] = index + 1
      return "\(name)=\(fields.all(name)[index])"
    }
    return try Invitation(parsing: Invitation.beginning + pairs.joined(separator: "&"))
  }

  private static func show(_ visit: Visit, problems: [FieldProblem] = []) async throws -> WebAnswer {
    let fields = visit.request.isReading ? visit.request.query : visit.request.form
    let settings = visit.site.ownSettings
    let invitation: Invitation
    do throws(SettingsError) {
      invitation = try self.invitation(fields)
    } catch {
      return await refused(visit, fields, error)
    }
    let replaced = try ConfigEditor(settings).replaced(by: invitation)
    let found = await Attempted.of { try await InvitedContract.read(invitation, by: settings) }
    let page = Page(visit.text(JoinPageText.title), .more) {
      Element.problems(problems, title: visit.text(LayoutText.problem))
      Element.paragraph(visit.text(JoinPageText.onlyFromKnown))
      facts(invitation, visit)
      contract(found, visit)
      if visit.mayWrite {
        Element.form(visit, to: Link("join")) {
          Element("input", ["type": "hidden", "name": "link", "value": invitation.text])
          replacement(replaced, visit, problems)
          Element("div", ["class": "actions"]) {
            Element.submit(visit.text(JoinPageText.take(invitation.network)))
            Element.action(visit.text(FormText.cancel), to: Link("settings"))
          }
        }
      }
    }
    return await visit.answer(
      page.below((visit.text(LayoutText.settings), Link("settings"))).with(problems),
      problems.isEmpty ? .ok : .unprocessableContent)
  }

  /// The field with a link that is no invitation, and why it is none.
  private static func refused(_ visit: Visit, _ fields: FormFields, _ error: SettingsError) async -> WebAnswer {
    let text = visit.site.texts.failure(error, in: visit.language)
    let isEmpty = fields.names.isEmpty
    let problems =
      isEmpty
      ? []
      : [FieldProblem(field: "link", text: [text.message, text.reason].compactMap { $0 }.joined(separator: " "))]
    let page = Page(visit.text(JoinPageText.title), .more) {
      Element.problems(problems, title: visit.text(LayoutText.problem))
      if isEmpty { Element.paragraph(visit.text(PageAdvice.getsInvitation)) }
      InvitationField(visit: visit, value: fields["link"] ?? "", problem: problems.first, isMain: true).element
      InvitationAlternatives(visit: visit).content
    }
    return await visit.answer(
      page.below((visit.text(LayoutText.settings), Link("settings"))).with(problems),
      isEmpty ? .ok : .unprocessableContent)
  }

  private static func facts(_ invitation: Invitation, _ visit: Visit) -> Element {
    let facts: [(String, [Element.Node])] = [
      (visit.text(LayoutText.network), [.element(Element("strong") { invitation.network })]),
      (visit.text(JoinPageText.chain), [.text("\(invitation.chainID)")]),
      (
        visit.text(LecturePageText.contract),
        [.element(Element("code", ["translate": "no"]) { invitation.contract.checksummed })]
      ),
      (
        visit.text(JoinPageText.nodes),
        [
          .text(
            invitation.endpoints.isEmpty
              ? visit.text(JoinPageText.usualNodes) : invitation.endpoints.joined(separator: ", "))
        ]
      ),
    ]
    let site = invitation.site.map { [(visit.text(JoinPageText.site), [Element.Node.element(.foreign($0))])] }
    return Element.facts(facts + (site ?? []))
  }

  /// The contract as a node has it: the hash of its code, and whether that is the lecture contract that is known here.
  private static func contract(_ found: Result<InvitedContract?, any Error>, _ visit: Visit) -> [Element.Node] {
    switch found {
    case .success(let contract?):
      return [
        .element(
          Element.facts([
            (
              visit.text(JoinPageText.codeHash),
              [.element(Element("code", ["translate": "no"]) { contract.codeHash.hex })]
            ),
            (
              visit.text(JoinPageText.kind), [.text(contract.generation?.name ?? visit.text(JoinPageText.otherProgram))]
            ),
          ])),
        .element(verdict(contract, visit)),
      ]
    case .success(nil): return [.element(.note(visit.text(JoinPageText.noContract), .bad))]
    case .failure(let error):
      let text = visit.site.texts.failure(error, in: visit.language)
      return [
        .element(.note(visit.text(JoinPageText.noAnswer), .warning)),
        .element(.paragraph([text.message, text.reason].compactMap { $0 }.joined(separator: " "), ["class": "quiet"])),
      ]
    }
  }

  private static func verdict(_ contract: InvitedContract, _ visit: Visit) -> Element {
    if contract.isKnownCode { return .note(visit.text(JoinPageText.isLectures), .good) }
    return contract.generation == nil
      ? .note(visit.text(JoinPageText.noLectures), .bad) : .note(visit.text(JoinPageText.unknownCode), .warning)
  }

  /// The facts of a network that is configured here and would change, with the box that agrees to it.
  private static func replacement(
    _ replaced: ConfigEditor.Replaced, _ visit: Visit, _ problems: [FieldProblem]
  ) -> [Element.Node] {
    let rows: [(JoinPageText, String?)] = [
      (.chainNow, replaced.chainID.map { "\($0)" }), (.contractNow, replaced.contract),
      (.nodesNow, replaced.endpoints.map { $0.map(Endpoint.redacted).joined(separator: ", ") }),
      (.siteNow, replaced.site),
    ]
    let shown = rows.compactMap { name, value in value.map { (visit.text(name), [Element.Node.element(.foreign($0))]) }
    }
    guard !shown.isEmpty else { return [] }
    return [
      .element(
        Element("div", ["class": "note warning"]) {
          Element.paragraph(visit.text(JoinPageText.replaces))
          Element.facts(shown)
          if let problem = problems.first(where: { $0.field == "replace" }) {
            Element.paragraph(problem.text, ["class": "problem"])
          }
          Element.box(visit.text(JoinPageText.replaceMeant), "replace")
        })
    ]
  }

  // MARK: Taking

  @Sendable private static func join(_ visit: Visit) async throws -> WebAnswer {
    let settings = visit.site.ownSettings
    guard let link = visit.request.form.trimmed("link") else { throw WebRefusal.badForm }
    let invitation = try Invitation(parsing: link)
    let replaced = try ConfigEditor(settings).replaced(by: invitation)
    guard replaced.isEmpty || visit.request.form.has("replace") else {
      let problem = FieldProblem(field: "replace", text: visit.text(JoinPageText.replaceMissing))
      return try await show(visit, problems: [problem])
    }
    _ = try ConfigEditor(settings).use(invitation)
    try visit.site.reread(keys)
    visit.session.choices.withLock { $0.network = invitation.network }
    return .redirect(to: Link("settings", query: [("joined", "yes")]))
  }
}
