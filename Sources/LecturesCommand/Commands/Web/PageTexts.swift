import Alerts
import Database
import Exchange
import GasPrices
import LectureKit
import Localization
import Operations
import Outbox
import Primitives
import Rates
import StrictJSON
import Terminal
import Tokens
import WebApp

/// The words of this program for its pages.
struct PageTexts: ProgramTexts {
  let context: CommandContext
  /// Whether they are for anybody: then no name is shown that the person who started it gave to an address.
  var isPublic = false

  /// Gives the words with the settings that pages have at the time: a page may change them.
  static func following(
    _ context: CommandContext, isPublic: Bool = false
  ) -> @Sendable (Settings) -> any ProgramTexts {
    { PageTexts(context: context.reading($0), isPublic: isPublic) }
  }

  func failure(_ error: any Error, in language: Language) -> FailureText {
    let failure = CommandFailure(error)
    let words = failure.words(in: language)
    return FailureText(
      code: failure.code.name, message: UntrustedText.fromTerminal(words.message),
      reason: (failure.isContractsReason ? words.reason.map { language[FailureLabel.reason($0)] } : words.reason)
        .map(UntrustedText.fromTerminal),
      call: words.call.map(UntrustedText.fromTerminal), advice: words.advice.map(UntrustedText.fromTerminal),
      // A database that is away is no node that is.
      kind: error.isOfAwayServer ? .other : kind(of: failure.status), run: (error as? LectureError)?.facts?.wantedRun)
  }

  private func kind(of status: ExitStatus) -> FailureText.Kind {
    switch status {
    case .refused, .insufficientFunds, .overLimit, .notConfirmed: .refused
    case .nodeUnavailable, .wrongChain: .node
    case .locked: .locked
    case .outcomeUnknown: .unknownOutcome
    case .settings: .settings
    case .usage: .input
    case .success, .failure, .notPaid, .hungUp, .interrupted, .terminated: .other
    }
  }

  func json(of lectures: [Lecture], on network: Network) async -> JSON {
    let money = await terminalMoney(of: network, in: .english)
    return ["ok": true, "lectures": .array(lectures.map { $0.json(in: money) }), "fiatRate": money.rate]
  }

  func facts(of lectures: [Lecture], on network: Network) -> JSON {
    ["lectures": .array(lectures.map { $0.json(in: unvalued(network)) })]
  }

  func facts(of own: OwnLectures, on network: Network) -> JSON { own.json(in: unvalued(network)) }

  func facts(of own: OwnTeaching, on network: Network) -> JSON { own.json(in: unvalued(network)) }

  private func unvalued(_ network: Network) -> Money {
    Money(network: network, language: .english, valuation: nil)
  }

  func lines<Value>(of reading: AgreedReading<Value>, in language: Language) -> [TextLine] {
    reading.lines(in: language).map { TextLine($0) }
  }

  func lines(
    of review: Review, by account: ActingAccount, on network: Network, in language: Language
  ) async -> [TextLine] {
    let text = ReviewText(
      names: isPublic ? nil : context.names, money: await terminalMoney(of: network, in: language))
    return lines(await text.fields(of: review, [:], by: account))
  }

  private func lines(_ fields: Fields) -> [TextLine] {
    fields.fields.map { TextLine($0.value, called: $0.name) }
  }

  func question(_ review: Review, on network: Network, in language: Language) -> String {
    UntrustedText.fromTerminal(language[ActionTitle(review, on: network)])
  }

  func lines(of plan: LimitOrderPlan, by account: ActingAccount, in language: Language) -> [TextLine] {
    lines(LimitOrderText(plan: plan, language: language).fields(by: account))
  }

  func question(_ plan: LimitOrderPlan, in language: Language) -> String { language[OrderQuestion(plan)].onPage }

  func lines(of run: DealRun, as deal: ReviewedDeal, in language: Language) -> [TextLine] {
    var lines = DealRunText(run: run, pair: deal.pair, tokens: deal.tokens, language: language).lines
    if run.failure != nil {
      do { try run.requireComplete() } catch {
        lines.append(StyledText(CommandFailure(error).words(in: language).sentences, .warning))
      }
    }
    return lines.map { TextLine($0) }
  }

  func state(of order: OwnOrder, in language: Language) -> String { language[order.word] }

  func farFromBook(_ share: Fraction, in language: Language) -> String { language[FarFromBookText(share)] }

  func unknownCode(of exchange: Address, in language: Language) -> String {
    language[ApprovalText.unknownCode(exchange)].plain
  }

  func warning(_ warning: ReviewWarning, in language: Language) -> String {
    let words =
      switch warning {
      case .receiver(let risk), .contract(let risk): language[ReceiverWarning(risk)].plain
      case .nothingHeld(let lecture): language[WarningText.nothingHeld(lecture)].plain
      case .sentBefore(let error), .overLimit(let error): CommandFailure(error).words(in: language).sentences
      case .unknownHistory(let error): CommandFailure(error).words(in: language).sentences
      }
    return UntrustedText.fromTerminal(words)
  }

  func ledger(_ payments: AccountPayments, on network: Network, in language: Language) -> LedgerLines {
    let writer = PaymentsWriter(
      payments: payments, network: network, language: language, book: AddressBook(known: []))
    return LedgerLines(
      title: writer.title.plain,
      payments: payments.shown.map { payment in
        let words = writer.words(of: payment)
        return (words.kind.onPage, words.amount.onPage)
      }, sums: (writer.older(isOption: false) + writer.sums).map { TextLine($0) })
  }

  func lines(of check: CheckedReceipt, on network: Network, in language: Language) -> [TextLine] {
    let reasons = PurchaseReceiptText.reasons(of: check, on: network).map { language[$0].plain }
    let silent = check.silent.isEmpty ? [] : [language[ReadingText.silent(check.silent)]]
    return (reasons + silent).map { TextLine("", $0, isWarning: true) }
      + [TextLine(language[Label.evidence], language[EndpointEvidenceText.words(check.endpointEvidence)])]
  }

  func weakness(_ weakness: PasswordWeakness, in language: Language) -> String {
    language[PasswordText.weak(weakness)].plain
  }

  func label(of intent: Intent, in language: Language) -> String {
    label(intent.label, to: intent.to, on: intent.chain.chainID, in: language)
  }

  func label(of review: Review, in language: Language) -> String {
    // The call of a trade has all its orders.
    if case .deal = review.action { return UntrustedText.fromTerminal(language[IntentLabel(review.title)]) }
    return label(review.call, to: review.receiver, on: review.chainID, in: language)
  }

  private func label(
    _ label: String, to receiver: Address?, on chainID: UInt256, in language: Language
  ) -> String {
    LectureCallText(label, to: receiver, at: lectureContract(receiver, on: chainID)).map { language[$0] }
      ?? UntrustedText.fromTerminal(language[IntentLabel(label)])
  }

  /// The receiver of a transaction, if it is the lecture contract of a network of its chain.
  private func lectureContract(_ receiver: Address?, on chainID: UInt256) -> Address? {
    let settings = context.settings
    let isKnown = settings.networkNames.contains { name in
      guard let network = try? settings.network(named: name), network.takes(chainID) else { return false }
      return (try? settings.on(network).contractIfSet()) == receiver
    }
    return isKnown ? receiver : nil
  }

  func state(of intent: Intent, in language: Language) -> String {
    IntentView(intent, in: context.settings).state(in: language).onPage
  }

  func lines(of intent: Intent, in language: Language) -> [TextLine] {
    lines(IntentView(intent, in: context.settings).facts(in: language, calling: label(of: intent, in: language)))
  }

  func evidence(_ level: EvidenceLevel?, in language: Language) -> String { language[ReceiptText.evidence(level)] }

  func score(_ index: Int, in language: Language) -> String { language[ScoreLabel(index)] }

  func money(of network: Network, in language: Language) async -> any MoneyTexts {
    await terminalMoney(of: network, in: language)
  }

  private func terminalMoney(of network: Network, in language: Language) async -> Money {
    let money = try? await context.nodes.money(of: network)
    return Money(network: network, language: language, valuation: money?.valuation)
  }

  func time(_ seconds: Int64, in language: Language) -> String { LocalTime.text(seconds, in: language) }

  func zone(at seconds: Int64) -> (name: String, offset: Int) { LocalTime.zone(at: seconds) }

  func rates(_ rates: RatesOperations, at seconds: Int64, in language: Language) -> any RatesTexts {
    RatesWriter(language, seconds, rates.reader)
  }

  func line(of alert: Alert<GasSubject>, in language: Language) -> AlertLine {
    GasSubject.writer(context.settings, in: language).line(of: alert)
  }
}

extension StyledText {
  /// The text alone, with the signs of pages in the place of the terminal's escapes.
  var onPage: String { UntrustedText.fromTerminal(plain) }
}

extension TextLine {
  /// A line of the terminal.
  fileprivate init(_ text: StyledText, called name: String = "") {
    self.init(name, text.onPage, isWarning: text.isWarning)
  }
}

extension Money: MoneyTexts {
  var rateText: String? { rateLine.first?.onPage }
}
