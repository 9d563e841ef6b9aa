import Alerts
import Exchange
import GasPrices
import LectureKit
import Localization
import Operations
import Outbox
import Primitives
import Rates
import StrictJSON
import Tokens

/// The texts of the program that pages share with the terminal: the words of failures, reviews and transactions, in
/// every language.
///
/// The program has them; what a person reads about money is the same in both places.
package protocol ProgramTexts: Sendable {
  /// The words of an error.
  func failure(_ error: any Error, in language: Language) -> FailureText

  /// A review as lines, with the names that addresses have here.
  func lines(of review: Review, by account: ActingAccount, on network: Network, in language: Language) async
    -> [TextLine]

  /// The question whether a reviewed action is to be done.
  func question(_ review: Review, on network: Network, in language: Language) -> String

  /// A limit order as lines, before it is signed.
  func lines(of plan: LimitOrderPlan, by account: ActingAccount, in language: Language) -> [TextLine]

  /// The question whether a limit order is to be signed.
  func question(_ plan: LimitOrderPlan, in language: Language) -> String

  /// A trade as it went: what was paid for what, with which fees, and what arrived where that is less.
  ///
  /// - Parameter deal: The trade as it was agreed to.
  func lines(of run: DealRun, as deal: ReviewedDeal, in language: Language) -> [TextLine]

  /// The state of an order of one's own, in a word or two.
  func state(of order: OwnOrder, in language: Language) -> String

  /// The warning that an order's price is worse than the best of the relays by a share of it.
  func farFromBook(_ share: Fraction, in language: Language) -> String

  /// The warning that the code of the exchange that is to move tokens is not known.
  func unknownCode(of exchange: Address, in language: Language) -> String

  /// A warning of a review, in a sentence.
  func warning(_ warning: ReviewWarning, in language: Language) -> String

  /// The payments that the chain has of an account, as the terminal lists them.
  func ledger(_ payments: AccountPayments, on network: Network, in language: Language) -> LedgerLines

  /// The reason why a password is soon guessed, in a sentence.
  func weakness(_ weakness: PasswordWeakness, in language: Language) -> String

  /// An intent of the outbox, in a few words: `buy lecture 0`.
  func label(of intent: Intent, in language: Language) -> String

  /// A reviewed action once it is agreed to, in the few words that the outbox has for its intent.
  func label(of review: Review, in language: Language) -> String

  /// The state of an intent, in a word.
  func state(of intent: Intent, in language: Language) -> String

  /// An intent of the outbox with all that is known of it, as lines.
  func lines(of intent: Intent, in language: Language) -> [TextLine]

  /// The evidence for how a transaction ended, in a few words; nil is the word of one node.
  func evidence(_ level: EvidenceLevel?, in language: Language) -> String

  /// The question that a score answers, by its place in a rating.
  func score(_ index: Int, in language: Language) -> String

  /// The money of a network, as a language writes it, with its worth where that is wanted and known.
  func money(of network: Network, in language: Language) async -> any MoneyTexts

  /// A time as the clock on the wall shows it.
  ///
  /// - Parameter seconds: Since 1970.
  func time(_ seconds: Int64, in language: Language) -> String

  /// The zone in force at a time: its letters, as in `KST`, and its seconds east of UTC.
  ///
  /// - Parameter seconds: Since 1970.
  func zone(at seconds: Int64) -> (name: String, offset: Int)

  /// The words for rates of exchange as they are at a time.
  ///
  /// - Parameter seconds: Since 1970.
  func rates(_ rates: RatesOperations, at seconds: Int64, in language: Language) -> any RatesTexts

  /// Lectures for programs, as the command that lists them has them.
  func json(of lectures: [Lecture], on network: Network) async -> JSON

  /// The facts of lectures by their names, by which endpoints are compared.
  func facts(of lectures: [Lecture], on network: Network) -> JSON

  /// The facts of one's own purchases by their names, by which endpoints are compared.
  func facts(of own: OwnLectures, on network: Network) -> JSON

  /// The facts of a teacher's lectures by their names, by which endpoints are compared.
  func facts(of own: OwnTeaching, on network: Network) -> JSON

  /// The lines with the endpoints that agree on a reading and those that contradict it; none where one was asked.
  func lines<Value>(of reading: AgreedReading<Value>, in language: Language) -> [TextLine]

  /// The reasons why a checked receipt is not good, the endpoints that did not answer, and last the evidence.
  func lines(of check: CheckedReceipt, on network: Network, in language: Language) -> [TextLine]

  /// An alert on the price of gas.
  func line(of alert: Alert<GasSubject>, in language: Language) -> AlertLine
}

/// Amounts of one network's coin, as a language writes them.
package protocol MoneyTexts: Sendable {
  /// An amount with every digit and its unit.
  func text(_ amount: Amount) -> String
  /// An amount in a list, of six significant digits.
  func roundedText(_ amount: Amount) -> String
  /// The worth of an amount in the money of the settings; nil where that is not known.
  func worth(_ amount: Amount) -> String?
  /// The rate by which amounts are valued, with its source and age; nil without one.
  var rateText: String? { get }
}

/// The words of a failure, each in one line.
package struct FailureText: Sendable, Hashable {
  /// The code, which never changes its meaning.
  package let code: String
  /// The operation that failed.
  package let message: String
  /// The reason, if known.
  package let reason: String?
  /// The readable call, if it is about one.
  package let call: String?
  /// The next step in the words of the terminal.
  package let advice: String?
  /// The kind of failure.
  package let kind: Kind
  /// The run of a lecture that was asked for and not bought; nil where it is about none.
  package let run: UInt64?

  /// The kinds of failure that pages distinguish.
  package enum Kind: Sendable, Hashable {
    /// A text that was typed cannot be read.
    case input
    /// A refusal of the contract, the chain or a limit, or insufficient funds.
    case refused
    /// A key cannot be used.
    case locked
    /// No node gives a sensible answer.
    case node
    /// The transaction was sent, and nobody knows what became of it.
    case unknownOutcome
    /// The settings are incomplete or wrong.
    case settings
    /// Anything else.
    case other
  }

  /// The words of a failure.
  package init(
    code: String, message: String, reason: String?, call: String?, advice: String?, kind: Kind, run: UInt64? = nil
  ) {
    (self.code, self.message, self.reason, self.call) = (code, message, reason, call)
    (self.advice, self.kind, self.run) = (advice, kind, run)
  }
}

/// The payments that the chain has of an account, in words.
package struct LedgerLines: Sendable {
  /// The blocks that were read.
  package let title: String
  /// The kind of each payment that is shown, and its amount with its sign, the oldest first.
  package let payments: [(kind: String, amount: String)]
  /// The sums to the last unit, and what they leave out.
  package let sums: [TextLine]

  /// The words for what was read.
  package init(title: String, payments: [(kind: String, amount: String)], sums: [TextLine]) {
    (self.title, self.payments, self.sums) = (title, payments, sums)
  }
}

/// A line of a review or of another list of facts.
package struct TextLine: Sendable, Hashable {
  /// The name of the fact.
  package let name: String
  /// The fact.
  package let value: String
  /// Whether it is to be read twice.
  package let isWarning: Bool

  /// A line with its name and its value.
  package init(_ name: String, _ value: String, isWarning: Bool = false) {
    (self.name, self.value, self.isWarning) = (name, value, isWarning)
  }
}
