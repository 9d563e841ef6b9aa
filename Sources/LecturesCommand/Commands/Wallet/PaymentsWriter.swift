import Localization
import Operations
import Primitives
import StrictJSON
import Terminal
import WalletBook

/// Writes down the payments that the chain has of an account.
struct PaymentsWriter: Sendable {
  let payments: AccountPayments
  let network: Network
  let language: Language
  let book: AddressBook

  private var ledger: AccountLedger { payments.ledger }

  private static let moved: Set<LedgerPayment.Kind> = [.transfer, .internal]

  /// For people: the payments, and the sums to the last unit.
  var lines: [Report.Block] {
    var blocks: [Report.Block] = [.note(title)]
    if !ledger.payments.isEmpty { blocks.append(.table(table)) }
    if ledger.isEmpty { blocks.append(.note(language[LedgerText.nothing])) }
    return blocks + (older(isOption: true) + sums).map { .note($0) }
  }

  /// The number of older payments that are not shown, if there are some.
  ///
  /// - Parameter isOption: Whether an option shows them.
  func older(isOption: Bool) -> [StyledText] {
    let all = isOption ? ledger.payments.count : nil
    return payments.older > 0 ? [language[LedgerText.older(payments.older, limit: all)]] : []
  }

  /// The blocks that were read.
  var title: StyledText { language[LedgerText.title(from: ledger.start, to: ledger.reach.block)] }

  /// The sums to the last unit, what they do not explain, and what is still to be read.
  var sums: [StyledText] {
    var lines = [
      language[
        LedgerText.sums(
          before: text(Amount(wei: ledger.opening)), received: text(ledger.sum(of: Self.moved, gained: true)),
          sent: text(ledger.sum(of: Self.moved, gained: false)), fees: text(ledger.sum(of: [.fee], gained: false)))
      ]
    ]
    if let rest = ledger.unexplained {
      lines.append(language[LedgerText.unexplained((rest.isGain ? "+" : "-") + text(rest.amount))])
    }
    if let closing = ledger.closing { lines.append(language[LedgerText.balance(text(Amount(wei: closing)))]) }
    if payments.unread > 0 { lines.append(language[LedgerText.unread(payments.unread)]) }
    if let problem = payments.problem {
      lines.append(StyledText(CommandFailure(problem).words(in: language).sentences))
    }
    return lines
  }

  /// The kind of a payment in words, and its amount with its sign.
  func words(of payment: LedgerPayment) -> (kind: StyledText, amount: StyledText) {
    let amount =
      payment.token == nil
      ? network.roundedText(Amount(wei: payment.units), in: language)
      : payments.amount(of: payment)?.text(in: language)
        ?? "\(payment.units) \(language[LedgerText.unknownToken].plain)"
    return (
      language[LedgerText.kind(payment.kind, isGain: payment.isGain)],
      payment.units == 0
        ? StyledText(amount) : payment.isGain ? StyledText("+\(amount)", .good) : StyledText("-\(amount)")
    )
  }

  private func text(_ amount: Amount) -> String { network.text(amount, in: language) }

  private var table: Table {
    var table = Table(
      .name(language[Label.when], .useful), .text(language[Label.what]), .number(language[Label.amount]),
      .address(language[LedgerText.with].plain, .important), .address(language[Label.transaction], .detail))
    for payment in payments.shown {
      let words = words(of: payment)
      table.add(
        StyledText(LocalTime.text(payment.time)), words.kind, words.amount,
        payment.other.map { book.text(of: $0) } ?? "", StyledText(payment.transaction?.hex ?? ""))
    }
    return table
  }

  /// For scripts.
  var json: JSON {
    func sum(_ kinds: Set<LedgerPayment.Kind>, gained: Bool) -> JSON {
      .amount(ledger.sum(of: kinds, gained: gained), on: network)
    }
    return [
      "start": .integer(ledger.start), "block": .integer(ledger.reach.block),
      "opening": .amount(Amount(wei: ledger.opening), on: network),
      "closing": ledger.closing.map { .amount(Amount(wei: $0), on: network) } ?? .null,
      "received": sum(Self.moved, gained: true), "sent": sum(Self.moved, gained: false),
      "fees": sum([.fee], gained: false),
      "unexplained": ledger.unexplained.map {
        ["amount": .amount($0.amount, on: network), "gain": .bool($0.isGain)]
      } ?? .null,
      "unread": .integer(payments.unread),
      "older": .integer(payments.older), "payments": .array(payments.shown.map(json)),
    ]
  }

  private func json(_ payment: LedgerPayment) -> JSON {
    [
      "start": .integer(payment.start), "block": .integer(payment.block), "time": .integer(payment.time),
      "kind": .string(payment.kind.rawValue),
      "gain": .bool(payment.isGain), "units": .string(payment.units.description),
      "amount": payment.token == nil ? .amount(Amount(wei: payment.units), on: network) : .null,
      "tokenAmount": payments.amount(of: payment)?.json ?? .null,
      "token": .text(payment.token?.checksummed), "other": .text(payment.other?.checksummed),
      "hash": .text(payment.transaction?.hex),
    ]
  }
}
