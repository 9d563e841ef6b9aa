import ContractClient
import Localization
import NodeRPC
import Operations
import Primitives
import StrictJSON
import Terminal

/// The steps of a demo so far.
struct DemoSteps {
  let network: Network
  private let language: Language
  private(set) var table: Table
  private(set) var steps: [JSON] = []
  private(set) var gas = Amount.zero

  init(on network: Network, in language: Language) {
    (self.network, self.language) = (network, language)
    table = Table(
      .text(language[DemoText.step].plain), .address(language[Label.what], .important),
      .number(language[Label.gas], .useful), .number(language[Label.block], .detail))
  }

  mutating func note(_ step: DemoText, _ what: DemoText, _ receipt: CallReceipt) {
    let fee = receipt.fee ?? .zero
    gas = (try? gas.adding(fee)) ?? gas
    table.add(
      language[step], language[what], StyledText(network.roundedText(fee, in: language)),
      StyledText(receipt.receipt.blockNumber.map { "\($0)" } ?? "?"))
    steps.append([
      "step": .string(step.english.plain), "what": .string(what.english.plain),
      "transaction": receipt.json(on: network),
    ])
  }
}
