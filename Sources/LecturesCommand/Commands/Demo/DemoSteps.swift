import ContractClient
import NodeRPC
import Operations
import Primitives
import StrictJSON
import Terminal

/// The steps of a demo so far.
struct DemoSteps {
  let network: Network
  private(set) var table = Table(
    .text("Step"), .address("What", .important), .number("Gas", .useful), .number("Block", .detail))
  private(set) var steps: [JSON] = []
  private(set) var gas = Amount.zero

  init(on network: Network) { self.network = network }

  mutating func note(_ step: String, _ what: String, _ receipt: CallReceipt) {
    let fee = receipt.fee ?? .zero
    gas = (try? gas.adding(fee)) ?? gas
    table.add(
      StyledText(step), StyledText(what), StyledText(network.roundedText(fee)),
      StyledText(receipt.receipt.blockNumber.map { "\($0)" } ?? "?"))
    steps.append(["step": .string(step), "what": .string(what), "transaction": receipt.json(on: network)])
  }
}
