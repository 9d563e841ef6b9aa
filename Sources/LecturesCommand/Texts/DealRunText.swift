import Exchange
import Localization
import Operations
import Terminal
import Tokens

/// The words for what a trade moved: what was paid for what, and how much of it arrived.
struct DealRunText: Sendable {
  let run: DealRun
  let pair: DirectoryPair
  let language: Language

  /// Whether the base token was bought.
  var isBuying: Bool { run.outcomes.first?.makerToken == pair.base.address }
  /// The tokens that were paid.
  var paid: TokenAmount { TokenAmount(run.paid, of: isBuying ? pair.quote : pair.base) }
  /// The tokens that were got for them, as the exchange counts.
  var received: TokenAmount { TokenAmount(run.received, of: isBuying ? pair.base : pair.quote) }
  /// The part of these that arrived; nil where their contract does not tell it.
  var arrived: TokenAmount? { run.arrived.map { TokenAmount($0, of: received.token) } }

  /// A sentence on what was traded, and one on what arrived where that is less.
  var lines: [StyledText] {
    let lost = arrived.flatMap { arrived in
      arrived.units < received.units ? language[WalletText.arrived(arrived.text(in: language))] : nil
    }
    return [language[sentence]] + (lost.map { [$0] } ?? [])
  }

  private var sentence: ExchangeText {
    let (paid, received) = (paid.text(in: language), received.text(in: language))
    return switch (run.extent, isBuying) {
    case (.nothing, _): .nothingFilled
    case (.complete, true): .bought(received, for: paid)
    case (.complete, false): .sold(paid, for: received)
    case (.partly, true): .boughtPart(received, for: paid)
    case (.partly, false): .soldPart(paid, for: received)
    }
  }
}
