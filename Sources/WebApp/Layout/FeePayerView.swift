import Markup
import Operations
import Primitives
import Sending

/// The fees that a platform pays for students, as its owner sees them: the payer's balance, and what was spent today.
struct FeePayerView: Sendable {
  let visit: Visit
  let money: any MoneyTexts
  /// The funds of the payer; nil where its service does not report them.
  let payerFunds: FeeService.PayerFunds?
  /// The transactions of today; nil where the record cannot be read.
  let today: DelegationTotal?
  let budget: DelegationBudget

  /// Reads them; nil on one's own pages, and where everybody pays their own fees.
  static func read(_ visit: Visit, _ money: any MoneyTexts) async -> FeePayerView? {
    guard let fees = visit.site.platform?.fees else { return nil }
    async let payerFunds = try? fees.service.payerFunds(for: fees.payer.contract)
    async let today = try? fees.payer.today()
    return FeePayerView(
      visit: visit, money: money, payerFunds: await payerFunds, today: await today, budget: fees.payer.budget)
  }

  var element: Element {
    Element("section", ["aria-labelledby": "fees"]) {
      Element("h2", ["id": "fees"]) { visit.text(OwnerPageText.fees) }
      if let warning = Self.warning(payerFunds, today) { Element.note(visit.text(warning), .warning) }
      Element.facts(rows)
      Element.paragraph(visit.text(OwnerPageText.feesNote), ["class": "quiet"])
    }
  }

  /// A word where the payer soon pays nothing, or nobody knows.
  static func warning(_ payerFunds: FeeService.PayerFunds?, _ today: DelegationTotal?) -> OwnerPageText? {
    guard let payerFunds else { return .feesSilent }
    guard payerFunds.isEnough else { return .feesEmpty }
    guard let today, payerFunds.balance <= today.cost else { return nil }
    return .feesLow
  }

  private var rows: [(String, [Element.Node])] {
    var rows: [(String, [Element.Node])] = []
    if let payerFunds { rows.append((visit.text(OwnerPageText.feeBalance), [.text(money.text(payerFunds.balance))])) }
    if let today {
      rows.append((visit.text(OwnerPageText.feesToday(today.count)), [.text(money.text(today.cost))]))
    }
    for (label, most) in [
      (OwnerPageText.perAccount, budget.perSender), (.perAddress, budget.perClient), (.perLecture, budget.perLecture),
    ] {
      rows.append((visit.text(label), [.text(money.text(most))]))
    }
    return rows
  }
}
