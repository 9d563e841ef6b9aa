import HTTPTypes
import LectureKit
import Markup
import Operations
import QRCodes

/// The pages of receipts: of a purchase of one's own, as a code and as files, and the check of anybody's.
enum ReceiptPages {
  static let routes: [Route] = reading + [.post("/receipts", access: .session, bodyLimit: .file, upload)]

  /// Those of a platform, on which nobody's pictures are read.
  static let reading: [Route] = [
    .get("/lectures/:number/runs/:run/receipt", show),
    .get("/lectures/:number/runs/:run/receipt/receipt.json", file),
    .get("/lectures/:number/runs/:run/receipt/code.png", picture),
    .get("/receipts") { try await check($0) },
  ]

  /// The field of the receipt that is to be checked.
  private static let field = "receipt"
  /// The field of its file.
  private static let fileField = "file"

  /// The page that checks a receipt.
  static func check(_ receipt: PurchaseReceipt) -> Link { Link("receipts", query: [(field, receipt.link)]) }

  // MARK: Making

  private static func own(_ visit: Visit) async throws -> AgreedReading<TitledReceipt> {
    let (number, run) = (try visit.number("number"), try visit.run())
    let account = try await visit.site.account(of: visit.session).address
    try await visit.limit("search", most: 60)
    return try await visit.readLectures(facts: { titled, _ in titled.receipt.json }) {
      try await TitledReceipt(of: number, run: run, boughtBy: account, at: $0)
    }.map(\.value)
  }

  @Sendable private static func show(_ visit: Visit) async throws -> WebAnswer {
    let told = try await own(visit)
    let receipt = told.value.receipt
    let title = visit.text(ReceiptPageText.title)
    let code = try QRCode(receipt.link)
    let facts = await facts(of: told.value, on: try await visit.connection().network, visit)
    let path = ["lectures", "\(receipt.lecture)", "runs", "\(receipt.run)", "receipt"]
    let page = Page(title, .mine) {
      Element.paragraph(visit.text(ReceiptPageText.explained))
      CodeImage(code: code, title: title).element
      Element("div", ["class": "actions"]) {
        Element.action(
          visit.text(ReceiptPageText.asFile), to: Link(path: path + ["receipt.json"]), isMain: true)
        Element.action(visit.text(WalletPaymentText.picture), to: Link(path: path + ["code.png"]))
        Element.action(visit.text(ReceiptPageText.check), to: check(receipt))
      }
      Element.facts(
        facts + [
          (
            visit.text(ReceiptPageText.link),
            [.element(Element("code", ["translate": "no", "data-copy": visit.text(LayoutText.copy)]) { receipt.link })]
          )
        ])
      told.line(visit)
    }
    return await visit.answer(
      page.below(
        (visit.text(MinePageText.title), Link("mine")),
        (visit.text(LecturePageText.lecture(receipt.lecture)), Link("lectures", "\(receipt.lecture)"))))
  }

  @Sendable private static func file(_ visit: Visit) async throws -> WebAnswer {
    .file(try await own(visit).value.file, type: "application/json", named: "receipt.json")
  }

  @Sendable private static func picture(_ visit: Visit) async throws -> WebAnswer {
    let code = try QRCode(try await own(visit).value.receipt.link)
    return .file(try code.picture(scale: 10).png(), type: "image/png", named: "receipt.png")
  }

  // MARK: Checking

  /// The page with the forms, below the result where there is one.
  private static func check(_ visit: Visit, problems: [FieldProblem] = []) async throws -> WebAnswer {
    var problems = problems
    var result: [Element.Node] = []
    let typed = problems.isEmpty ? visit.request.query.trimmed(field) : nil
    if let typed {
      do {
        result = try await self.result(of: PurchaseReceipt(parsing: typed), visit)
      } catch let error as LectureError where error.code == .invalidReceipt {
        problems = [FieldProblem(field: field, text: visit.sentences(of: error))]
      }
    }
    let page = Page(visit.text(ReceiptPageText.checkTitle), .more) {
      Element.problems(problems, title: visit.text(LayoutText.problem))
      result
      Element.paragraph(visit.text(ReceiptPageText.checkHint))
      Element.search(Link("receipts")) {
        Element.field(
          visit.text(ReceiptPageText.paste), field, value: typed ?? "", hint: visit.text(ReceiptPageText.pasteHint),
          problem: problems.first { $0.field == field },
          ["autocomplete": "off", "spellcheck": "false", "required": ""])
        Element("div", ["class": "actions"]) { Element.submit(visit.text(ReceiptPageText.check)) }
      }
      if visit.site.platform == nil {
        Element.form(visit, to: Link("receipts"), hasFile: true) {
          Element.field(
            visit.text(ReceiptPageText.file), fileField, hint: visit.text(ReceiptPageText.fileHint),
            problem: problems.first { $0.field == fileField },
            ["type": "file", "accept": "application/json,image/png,image/jpeg,image/webp", "required": ""])
          Element("div", ["class": "actions"]) {
            Element.submit(visit.text(ReceiptPageText.check), isMain: false)
            Element.action(visit.text(ContactPageText.scanTitle), to: Link("scan"))
          }
        }
      }
    }
    return await visit.answer(
      page.below((visit.text(TransactionPageText.more), Link("more"))).with(problems),
      problems.isEmpty ? .ok : .unprocessableContent)
  }

  /// The verdict on a receipt, with the reasons and whose word that is.
  private static func result(of receipt: PurchaseReceipt, _ visit: Visit) async throws -> [Element.Node] {
    try await visit.limit("search", most: 60)
    let place = try await visit.connection()
    let quorum = try visit.site.settings(of: visit.session).quorum()
    let check = try await CheckedReceipt(
      receipt, comparedWith: try await visit.reader().lectureClient(), at: place, quorum: quorum)
    let lines = visit.site.texts.lines(of: check, on: place.network, in: visit.language)
    let verdict: Element =
      switch check.isGood {
      case true: .note(visit.text(ReceiptPageText.good), .good)
      case false: .note(visit.text(ReceiptPageText.notGood), .bad)
      case nil: .note(visit.text(ReceiptPageText.undecided), .warning)
      }
    let reasons = lines.filter(\.isWarning).map { Element.note($0.value, .warning) }
    let evidence = lines.filter { !$0.isWarning }.map { ($0.name, [Element.Node.text($0.value)]) }
    let facts = await facts(of: check.shown, on: place.network, visit)
    if check.isGood == true { return ([verdict] + reasons + [.facts(facts + evidence)]).map { .element($0) } }
    let told: ReceiptPageText = check.isGood == nil ? .nodesSay : .chainSays
    return [
      .element(verdict), .element(section(visit.text(told), "told", reasons + [.facts(evidence)])),
      .element(section(visit.text(ReceiptPageText.claims), "claims", [.facts(facts)])),
    ]
  }

  private static func section(_ title: String, _ id: String, _ content: [Element]) -> Element {
    Element("section", ["aria-labelledby": id]) {
      Element("h2", ["id": id]) { title }
      for element in content { element }
    }
  }

  /// Reads a receipt from a file, or from a picture of its code, and leads to the check of it.
  @Sendable private static func upload(_ visit: Visit) async throws -> WebAnswer {
    func problem(_ text: String) async throws -> WebAnswer {
      try await check(visit, problems: [FieldProblem(field: fileField, text: text)])
    }
    guard let bytes = visit.multipart?.parts[fileField], !bytes.isEmpty else {
      return try await problem(visit.text(ReceiptPageText.fileMissing))
    }
    let text: String
    // No picture of these kinds is a text.
    if let written = String(validating: bytes, as: UTF8.self) {
      text = written
    } else {
      let code = await PictureCode(bytes, visit)
      guard let read = code.text else { return try await problem(code.problem) }
      text = read
    }
    do {
      return .redirect(to: check(try PurchaseReceipt(parsing: FormFields.trimmed(text) ?? "")))
    } catch {
      return try await problem(visit.sentences(of: error))
    }
  }

  // MARK: Both

  /// The facts that a receipt names, and the lecture's title.
  private static func facts(
    of titled: TitledReceipt, on network: Network, _ visit: Visit
  ) async -> [(String, [Element.Node])] {
    let receipt = titled.receipt
    let (book, money) = (try? await visit.site.addressBook(), await visit.money(of: network))
    let copy = visit.text(LayoutText.copy)
    return [
      (
        visit.text(ReceiptPageText.lecture),
        [.text("\(receipt.lecture)")] + (titled.title.map { [.text(": "), .element(.foreign($0))] } ?? [])
      ),
      (visit.text(LecturePageText.runs), [.text("\(receipt.run)")]),
      (
        visit.text(ReceiptPageText.student),
        [.element(.whole(receipt.student, name: book?.name(of: receipt.student), copy: copy))]
      ),
      (visit.text(ReceiptPageText.paid), [.text(money.text(receipt.price.amount))]),
      (visit.text(ContactPageText.chain), [.text("\(receipt.chainID)")]),
      (
        visit.text(LecturePageText.contract),
        [.element(.whole(receipt.contract, name: book?.name(of: receipt.contract), copy: copy))]
      ),
      (visit.text(ReceiptPageText.transaction), [.element(.whole(receipt.transaction, visit))]),
      (visit.text(ReceiptPageText.block), [.text("\(receipt.block)")]),
    ]
  }
}
