import Exchange
import Localization
import Operations
import Terminal
import Tokens

/// The words for what a trade moved: what was paid for what, with which fees, and how much of it arrived.
struct DealRunText: Sendable {
  let run: DealRun
  let pair: DirectoryPair
  /// The tokens that are known, for those of fees.
  let tokens: TokenDirectory
  let language: Language

  /// Whether the base token was bought.
  var isBuying: Bool { run.outcomes.first?.makerToken == pair.base.address }
  /// The tokens that were paid for the orders, without fees.
  var paid: TokenAmount { TokenAmount(run.paid, of: isBuying ? pair.quote : pair.base) }
  /// The tokens that were got for them, as the exchange counts.
  var received: TokenAmount { TokenAmount(run.received, of: isBuying ? pair.base : pair.quote) }
  /// The part of these that arrived; nil where their contract does not tell it.
  var arrived: TokenAmount? { run.arrived.map { TokenAmount($0, of: received.token) } }
  /// The tokens that left the account, fees in them included.
  var paidInAll: TokenAmount { TokenAmount(run.paidInAll, of: paid.token) }
  /// The tokens that the account has of it: those that arrived, fees in them deducted.
  var receivedInAll: TokenAmount { TokenAmount(run.receivedInAll, of: received.token) }

  /// A sentence on what was traded, and one on what arrived where that is less.
  var lines: [StyledText] {
    let lost = arrived.flatMap { arrived in
      arrived.units < received.units ? language[WalletText.arrived(arrived.text(in: language))] : nil
    }
    return [language[sentence]] + (lost.map { [$0] } ?? [])
  }

  /// The fees that went to others, those in tokens of the pair first.
  var fees: DealFees { DealFees(run.fees, first: [paid.token, received.token], knowing: tokens) }

  private var sentence: ExchangeText {
    let (paid, received) = (paid.text(in: language), received.text(in: language))
    let fees = language[
      DealFeeText(
        fees: self.fees.texts(in: language), left: run.paidInAll == run.paid ? nil : paidInAll,
        came: run.fees[self.received.token.address] == nil ? nil : receivedInAll)]
    return switch (run.extent, isBuying) {
    case (.nothing, _): .nothingFilled
    case (.complete, true): .bought(received, for: paid, fees: fees)
    case (.complete, false): .sold(paid, for: received, fees: fees)
    case (.partly, true): .boughtPart(received, for: paid, fees: fees)
    case (.partly, false): .soldPart(paid, for: received, fees: fees)
    }
  }
}
