import HTTPTypes
import LectureKit
import Localization
import Markup
import Operations
import Primitives
import WalletBook

/// The page that reads a code: from a picture, from the camera, or from pasted text.
enum ScanPages {
  static let routes: [Route] = [
    .get("/scan") { await show($0) },
    .post("/scan", access: .session, bodyLimit: .file, read),
    .get("/scan/request", request),
  ]

  /// The most characters of an address.
  private static let addressLength = 42

  private static func show(_ visit: Visit, problems: [FieldProblem] = []) async -> WebAnswer {
    let page = Page(visit.text(ContactPageText.scanTitle), .wallets) {
      Element.problems(problems, title: visit.text(LayoutText.problem))
      Element.paragraph(visit.text(ContactPageText.scanHint))
      Element.form(visit, to: Link("scan"), ["id": "picture-form"], hasFile: true) {
        Element.field(
          visit.text(ContactPageText.picture), "picture", hint: visit.text(ContactPageText.pictureHint),
          problem: problems.first { $0.field == "picture" },
          ["type": "file", "accept": "image/png,image/jpeg,image/webp", "required": ""])
        Element("div", ["class": "actions"]) { Element.submit(visit.text(ContactPageText.read)) }
      }
      Element(
        "div",
        [
          "id": "camera", "data-start": visit.text(ContactPageText.camera),
          "data-shoot": visit.text(ContactPageText.shoot),
          "data-failed": visit.text(ContactPageText.noCamera),
        ])
      Element.form(visit, to: Link("scan")) {
        Element.field(
          visit.text(ContactPageText.paste), "text", hint: visit.text(ContactPageText.pasteHint),
          problem: problems.first { $0.field == "text" },
          ["autocomplete": "off", "spellcheck": "false", "required": ""])
        Element("div", ["class": "actions"]) { Element.submit(visit.text(ContactPageText.read), isMain: false) }
      }
    }
    return await visit.answer(
      page.below((visit.text(WalletPageText.title), Link("wallets"))).with(problems),
      problems.isEmpty ? .ok : .unprocessableContent)
  }

  /// Reads a code, and leads to what it asks for. A text that is no request comes into no address and no page: it may
  /// be anybody's secret.
  @Sendable private static func read(_ visit: Visit) async throws -> WebAnswer {
    func problem(_ field: String, _ text: String) async -> WebAnswer {
      await show(visit, problems: [FieldProblem(field: field, text: text)])
    }
    let (field, text): (String, String)
    if let form = visit.multipart {
      let code = await PictureCode(form.parts["picture"] ?? [], visit)
      guard let found = code.text else { return await problem("picture", code.problem) }
      (field, text) = ("picture", found)
    } else {
      guard let pasted = visit.request.form.trimmed("text") else {
        return await problem("text", visit.text(ContactPageText.nothingPasted))
      }
      (field, text) = ("text", pasted)
    }
    if Invitation.isMeant(by: text) {
      do {
        if text.hasPrefix(PurchaseReceipt.beginning) {
          return .redirect(to: ReceiptPages.check(try PurchaseReceipt(parsing: text)))
        }
        return .redirect(to: Link("join", query: [("link", try Invitation(parsing: text).text)]))
      } catch {
        return await problem(field, visit.sentences(of: error))
      }
    }
    let isAddress = text.lowercased().hasPrefix("0x")
    // A private key begins as an address does, and an error would repeat it.
    guard isAddress ? text.utf8.count <= addressLength : text.contains(":") else {
      return await problem(field, visit.text(ContactPageText.noRequest))
    }
    do {
      let request = try PaymentRequest(parsing: text)
      if let foreign = await ForeignChain.problem(request.chainID?.description, visit) {
        return await problem(field, foreign)
      }
      return .redirect(to: Link("scan", "request", query: WalletSendPages.fields(of: request)))
    } catch {
      return await problem(field, isAddress ? visit.text(AddressFieldText.mistyped) : visit.sentences(of: error))
    }
  }

  /// Shows whom a code pays, and where to go from there.
  @Sendable private static func request(_ visit: Visit) async throws -> WebAnswer {
    let query = visit.request.query
    guard let address = query["to"].flatMap({ try? Address($0) }) else { throw WebRefusal.badForm }
    let fields = ["to", "token", "units", "chain"].compactMap { name in query[name].map { (name, $0) } }
    let known = ((try? await visit.site.addressBook()) ?? AddressBook(known: []))
    let account = await visit.account()
    let foreign = await ForeignChain.problem(query["chain"], visit)
    let maySend = visit.mayWrite && foreign == nil
    let payers = account == nil && maySend ? try await AccountChoice(visit).accounts : []
    let risks = await visit.site.receiverCheck.risks(of: address)
    let network = try visit.site.settings(of: visit.session).network()
    let page = Page(visit.text(ContactPageText.found), .wallets) {
      Element.facts(
        [(visit.text(WalletPaymentText.to), [.element(.address(address, name: known.name(of: address)))])]
          + amount(query, on: network, visit))
      Element("p") { Element("code", ["translate": "no"]) { address.checksummed } }
      if let foreign { Element.note(foreign, .bad) }
      for risk in risks {
        Element.note(
          UntrustedText.shown(visit.site.texts.warning(.receiver(risk), in: visit.language), limit: 600), .warning)
      }
      Element("div", ["class": "actions"]) {
        if let account, maySend {
          Element.action(
            visit.text(WalletPageText.send), to: WalletLink.named(account.name, "send", query: fields), isMain: true)
        }
        for payer in payers {
          Element.action(
            visit.text(ContactPageText.sendFrom(UntrustedText.shown(payer))),
            to: WalletLink.named(payer, "send", query: fields), isMain: true)
        }
        if account == nil, payers.isEmpty, maySend {
          Element.action(visit.text(WalletPageText.create), to: Link("wallets", "new"), isMain: true)
        }
        if !known.knows(address), visit.mayWrite {
          Element.action(
            visit.text(ContactPageText.add), to: Link("contacts", query: [("address", address.checksummed)]))
        }
        Element.action(visit.text(ContactPageText.again), to: Link("scan"))
      }
      if account == nil, maySend {
        Element.note(visit.text(payers.isEmpty ? ContactPageText.makeAccount : .chooseAccount))
      }
    }
    return await visit.answer(page.below((visit.text(ContactPageText.scanTitle), Link("scan"))))
  }

  /// The amount that is asked for: in the money of the chain in use; of a token or another chain only the plain number.
  private static func amount(_ query: FormFields, on network: Network, _ visit: Visit) -> [(String, [Element.Node])] {
    var rows: [(String, [Element.Node])] = []
    if let units = query["units"].flatMap({ try? UInt256(parsing: $0) }) {
      let chain = query["chain"].flatMap { try? UInt256(parsing: $0) }
      let isOwn = query["token"] == nil && (chain == nil || network.chainID == nil || chain == network.chainID)
      let text =
        isOwn
        ? visit.language.decimal(network.text(Amount(wei: units))) : visit.text(ContactPageText.units("\(units)"))
      rows.append((visit.text(WalletPageText.amount), [.text(text)]))
    }
    if let token = query["token"].flatMap({ try? Address($0) }) {
      rows.append((visit.text(WalletPaymentText.token), [.element(.address(token))]))
    }
    if let chain = query["chain"].flatMap({ try? UInt256(parsing: $0) }) {
      let name = Network.builtIn(ofChain: chain)?.name
      rows.append((visit.text(ContactPageText.chain), [.text("\(chain)" + (name.map { " (\($0))" } ?? ""))]))
    }
    return rows
  }
}
