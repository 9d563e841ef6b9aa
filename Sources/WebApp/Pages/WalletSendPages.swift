import ContractClient
import HTTPTypes
import Keystores
import LectureKit
import Localization
import Markup
import Operations
import Primitives
import WalletBook

/// The page that sends money or tokens from a wallet: to whom, how much, and then the review.
enum WalletSendPages {
  static let routes: [Route] = [
    .get("/wallets/:name/send") { try await show($0) },
    .post("/wallets/:name/send", send),
  ]

  /// The fields of the form that a request to pay fills.
  static func fields(of request: PaymentRequest) -> [(String, String)] {
    var fields = [("to", request.recipient.checksummed)]
    if let token = request.token { fields.append(("token", token.checksummed)) }
    // A request for nothing leaves it open how much.
    if let amount = request.amount, amount > 0 { fields.append(("units", amount.description)) }
    if let chainID = request.chainID { fields.append(("chain", chainID.description)) }
    return fields
  }

  // MARK: The form

  private static func show(_ visit: Visit, problems: [FieldProblem] = []) async throws -> WebAnswer {
    let wallet = try await visit.wallet(in: try visit.site.wallets(of: visit.session))
    guard let entry = wallet.entry, let address = wallet.address else { throw WebRefusal.notFound }
    if let problem = entry.problem { throw problem }
    let network = try visit.site.settings(of: visit.session).network()
    let money = await visit.money(of: network)
    let names = ((try? await visit.site.addressBook()) ?? AddressBook(known: [])).known.filter {
      $0.address != nil && $0.address != address
    }
    let values = try await values(visit, network, holder: address)
    let balance = await balance(of: address, money, visit)
    let all = problems + values.problems
    var facts: [(String, [Element.Node])] = [
      (visit.text(FormText.from), [.element(.address(address, name: wallet.name))]),
      (visit.text(LayoutText.network), [.text(network.name)]),
    ]
    if let balance { facts.append((visit.text(WalletPageText.balance), balance)) }
    if let held = values.held { facts.append((held.name, [.text(held.amount)])) }
    let page = Page(visit.text(WalletPaymentText.sendTitle), .wallets) {
      Element.problems(all, title: visit.text(LayoutText.problem))
      Element.facts(facts)
      Element.form(visit, to: WalletLink.to(wallet, "send")) {
        if let chain = values.chain { Element("input", ["type": "hidden", "name": "chain", "value": chain]) }
        Element.field(
          visit.text(WalletPaymentText.to), "to", value: values.to, hint: visit.text(WalletPaymentText.toHint),
          problem: all.first { $0.field == "to" },
          ["list": "names", "autocomplete": "off", "spellcheck": "false", "required": ""])
        Element("datalist", ["id": "names"]) { for known in names { Element("option", ["value": known.name]) } }
        Element.field(
          visit.text(WalletPaymentText.amountIn(values.symbol ?? network.symbol)), "amount", value: values.amount,
          hint: visit.text(WalletPaymentText.amountHint), problem: all.first { $0.field == "amount" },
          ["inputmode": "decimal", "autocomplete": "off"])
        Element.box(visit.text(WalletPaymentText.everything), "all", isTicked: visit.request.form.has("all"))
        Element("details", values.token.isEmpty ? [:] : ["open": ""]) {
          Element("summary") { visit.text(WalletPaymentText.tokenInstead) }
          Element.field(
            visit.text(WalletPaymentText.token), "token", value: values.token,
            hint: visit.text(WalletPaymentText.tokenHint),
            problem: all.first { $0.field == "token" }, ["autocomplete": "off", "spellcheck": "false"])
        }
        Element("div", ["class": "actions"]) {
          Element.submit(visit.text(FormText.review))
          Element.action(visit.text(WalletPageText.scan), to: Link("scan"))
          Element.action(visit.text(FormText.cancel), to: WalletLink.to(wallet))
        }
      }
      Element.paragraph(visit.text(FormText.nothingBefore), ["class": "quiet"])
    }
    let path = [
      (visit.text(WalletPageText.title), Link("wallets")), (UntrustedText.shown(wallet.name), WalletLink.to(wallet)),
    ]
    return await visit.answer(
      page.below(path[0], path[1]).with(all), all.isEmpty ? .ok : .unprocessableContent)
  }

  /// The values of the form's fields: those that were typed, or those of a request.
  private struct Values: Sendable {
    var to = ""
    var amount = ""
    var token = ""
    var chain: String?
    /// The symbol of the token; nil for the chain's own money.
    var symbol: String?
    /// The tokens that the wallet holds; nil for the chain's own money.
    var held: (name: String, amount: String)?
    var problems: [FieldProblem] = []
  }

  private static func values(_ visit: Visit, _ network: Network, holder: Address) async throws -> Values {
    let fields = visit.request.isReading ? visit.request.query : visit.request.form
    var values = Values(
      to: fields["to"] ?? "", amount: fields["amount"] ?? "", token: fields["token"] ?? "", chain: fields["chain"])
    let isReading = visit.request.isReading
    if isReading { values.problems = await chainProblems(values.chain, visit) }
    let units = isReading ? fields["units"].flatMap { try? UInt256(parsing: $0) } : nil
    guard let token = fields.trimmed("token") else {
      if let units { values.amount = visit.language.decimal(Amount(wei: units).formatted(in: network.unit)) }
      return values
    }
    do {
      let place = try await visit.connection()
      let (found, balance) = try await Token.look(at: try Address(token), held: holder, over: place.connection)
      let symbol = UntrustedText.shown(found.symbol, limit: 12)
      values.symbol = symbol
      values.held = (
        "\(visit.text(WalletPageText.balance)) (\(symbol))",
        visit.language.decimal(Amount(wei: balance).formatted(in: found.unit))
      )
      if let units { values.amount = visit.language.decimal(Amount(wei: units).formatted(in: found.unit)) }
    } catch {
      // Of a form that was sent it is told where its fields are read.
      if isReading { values.problems += [FieldProblem(field: "token", text: visit.sentences(of: error))] }
    }
    return values
  }

  /// The balance, if the node gives it, and enough endpoints agree where several have to.
  private static func balance(of address: Address, _ money: any MoneyTexts, _ visit: Visit) async -> [Element.Node]? {
    do {
      guard let amount = try await visit.reader().balances(of: [address]).value[address] else { return nil }
      return PriceText(amount: amount, money: money).content
    } catch {
      return error is ReadingError ? [.text(visit.text(ReadingPageText.disputed))] : nil
    }
  }

  // MARK: Sending

  @Sendable private static func send(_ visit: Visit) async throws -> WebAnswer {
    let wallet = try await visit.wallet(in: try visit.site.wallets(of: visit.session))
    guard let entry = wallet.entry else { throw WebRefusal.notFound }
    let form = visit.request.form
    if let text = form.trimmed("to"), text.lowercased().hasPrefix("ethereum:") {
      return try await request(text, wallet, visit)
    }
    let place = try await visit.connection()
    var problems = await chainProblems(form["chain"], visit, at: place)
    let receiver = try await TypedAddress(visit, "to")
    problems += receiver.problems
    var token: (token: Token, balance: UInt256)?
    let account = try await visit.site.account(named: entry.name)
    if form.trimmed("token") != nil {
      let contract = try await TypedAddress(visit, "token")
      problems += contract.problems
      do {
        if let address = contract.address {
          token = try await Token.look(at: address, held: account.address, over: place.connection)
        }
      } catch {
        problems.append(FieldProblem(field: "token", text: visit.sentences(of: error)))
      }
    }
    let isAll = form.has("all")
    if isAll, form.trimmed("amount") != nil {
      problems.append(FieldProblem(field: "amount", text: visit.text(WalletPaymentText.amountOrAll)))
    }
    var units: UInt256?
    if !isAll {
      let amount = TypedAmount(visit, form.trimmed("amount"), "amount", in: token?.token.unit ?? place.network.unit)
      problems += amount.problems
      units = amount.units
    }
    guard problems.isEmpty, let recipient = receiver.address else { return try await show(visit, problems: problems) }
    let (wanted, money) = (units, token)
    let (back, next) = (WalletLink.to(wallet, "send"), WalletLink.to(wallet))
    if let money {
      return try await ProposalPages.propose(
        RequestedAction(by: account, back: back, next: next) { planner, _ in
          try await planner.tokenTransfer(wanted, of: money.token, balance: money.balance, to: recipient)
        }, on: visit)
    }
    return try await ProposalPages.propose(
      RequestedAction(by: account, back: back, next: next) { planner, _ in
        try await planner.transfer(wanted.map { Amount(wei: $0) }, to: recipient)
      }, on: visit)
  }

  /// Fills the form by a request that was pasted.
  private static func request(_ text: String, _ wallet: ListedWallet, _ visit: Visit) async throws -> WebAnswer {
    do {
      let request = try PaymentRequest(parsing: text)
      let problems = await chainProblems(request.chainID?.description, visit)
      guard problems.isEmpty else { return try await show(visit, problems: problems) }
      return .redirect(to: WalletLink.to(wallet, "send", query: fields(of: request)))
    } catch {
      return try await show(visit, problems: [FieldProblem(field: "to", text: visit.sentences(of: error))])
    }
  }

  /// The problem of a request for another chain than the one in use.
  private static func chainProblems(
    _ chain: String?, _ visit: Visit, at place: Connection? = nil
  ) async -> [FieldProblem] {
    await ForeignChain.problem(chain, visit, at: place).map { [FieldProblem(field: "to", text: $0)] } ?? []
  }
}
