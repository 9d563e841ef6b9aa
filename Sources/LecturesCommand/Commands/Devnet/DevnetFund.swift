import ArgumentParser
import Localization
import NodeRPC
import Operations
import Primitives
import StrictJSON
import Terminal

/// `lectures devnet fund NAME`: gives an account of a running devnet money.
struct DevnetFund: ReportingCommand {
  static let configuration = CommandConfiguration(
    "fund", "Give an account money on a running test chain.",
    examples: [
      "lectures devnet fund student1": "100 more, on the chain of the network in use",
      "lectures devnet fund 0x70997970C51812dc3A010C7d01b50e0d17dc79C8 --amount 5": "of any address",
    ],
    after: "The money comes from nowhere, which only a test chain does; a public network is refused before it is asked."
  )

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: NodeOptions.title) var nodeOptions: NodeOptions
  @OptionGroup(title: AccountOptions.title) var keystoreOptions: KeystoreOptions
  @Argument(help: "An address or a name.", completion: .known(.names)) var account: String
  @Option(help: "The amount to add, as in 1.5.") var amount = "100"

  func run(in context: CommandContext) async throws -> Report {
    let (network, language) = (try context.settings.network(), context.language)
    guard Network.builtIn(ofChain: network.chainID) == nil else {
      throw CommandFailure(.usage, DevnetRefusal.publicNetwork(network.name))
    }
    let added = try network.amount(amount, of: "--amount")
    let address = try await context.accounts.address(account, of: "'<account>'")
    let place = try await context.nodes.connection()
    let balance = try await context.progress(language[DevnetText.givingMoney]) { _ in
      let balance = try await place.node.balance(of: address).adding(added)
      do {
        _ = try await place.node.call(
          "anvil_setBalance", [.string(address.checksummed), .string(balance.wei.quantity)])
      } catch let error as NodeError where error.code == .rpc && error.rpcCode == -32601 {
        throw CommandFailure(.init("noTestChain", .failure), DevnetRefusal.noTestChain)
      }
      return try await place.node.balance(of: address)
    }
    let name = await context.names.text(of: address)
    return Report([
      "account": .string(address.checksummed), "added": .amount(added, on: network),
      "balance": .amount(balance, on: network),
    ]) {
      language[DevnetText.has(name, network.text(balance, in: language))]
    }
  }
}
