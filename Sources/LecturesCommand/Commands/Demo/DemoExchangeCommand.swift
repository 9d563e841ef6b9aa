import ArgumentParser
import Devnet
import DevnetServer
import Localization
import Operations
import Orders
import Outbox
import Primitives
import Relay
import StrictJSON
import Terminal
import Tokens

/// `lectures demo exchange`: two makers, a taker, a relay and a chain in one process.
struct DemoExchangeCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    "exchange", "Show trading over a relay on a devnet.",
    examples: ["lectures demo exchange": "", "lectures demo exchange --json": "for scripts"],
    after: """
      It deploys the exchanges of both versions of the 0x protocol and two tokens, starts a relay, and posts signed \
      orders of two makers to it over HTTP. A taker fills one in part and one whole, a maker cancels one, and one \
      expires. It prints the book and the balances before and after, and the trades. It asks nothing and keeps nothing.
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions

  func run(in context: CommandContext) async throws -> Report {
    let chain = try await Devnet.start()
    let server = try await DevnetServer.start(chain, port: 0)
    var network = try context.settings.network(named: Network.defaultName)
    network.endpoints = [server.url]
    do {
      let report = try await trade(on: chain, network, in: context)
      await server.stop()
      return report
    } catch {
      await server.stop()
      throw error
    }
  }

  private func trade(on chain: Devnet, _ network: Network, in context: CommandContext) async throws -> Report {
    let place = try await context.nodes.connection(on: network, outbox: .inMemory(observer: context.sent), isOwn: true)
    let exchange = try await context.progress(context.language[DemoText.deployingExchanges]) { _ in
      try await DemoExchange.open(over: place.connection, chainID: chain.chainID)
    }
    let relay = try await DemoRelay.start(for: exchange, on: chain)
    do {
      let report = try await trade(at: relay, exchange, network, in: context)
      await relay.server.stop()
      return report
    } catch {
      await relay.server.stop()
      throw error
    }
  }

  private func trade(
    at relay: DemoRelay, _ exchange: DemoExchange, _ network: Network, in context: CommandContext
  ) async throws -> Report {
    let pair = exchange.pair
    try await relay.catchUp()
    let before = try await exchange.balances()
    func post(
      _ version: OrderVersion, by maker: Int, _ side: OrderSide, _ base: UInt256, _ quote: UInt256,
      lasting seconds: UInt64 = DemoExchange.time.day
    ) async throws -> AnySignedOrder {
      let (given, amounts) = side == .ask ? (pair.base, (base, quote)) : (pair.quote, (quote, base))
      let order = try await exchange.order(
        version, by: maker, giving: given, amounts.0, for: amounts.1, lasting: seconds, at: relay)
      try await relay.post(order)
      return order
    }
    let units = DemoExchange.units
    let partly = try await post(.v4, by: 0, .ask, units(100, 0), units(30, 0))
    let whole = try await post(.v1, by: 1, .ask, units(100, 0), units(31, 0))
    let cancelled = try await post(.v4, by: 0, .ask, units(50, 0), units(16, 0))
    _ = try await post(.v4, by: 1, .ask, units(20, 0), units(6, 600), lasting: DemoExchange.time.soon)
    _ = try await post(.v1, by: 1, .bid, units(100, 0), units(29, 0))
    let bookBefore = try await relay.book(of: pair)

    let language = context.language
    var steps = DemoSteps(on: network, in: language)
    steps.note(.fillsPart, .filled("12 TKB", for: "40 TKA"), try await exchange.fill(partly, units(12, 0)))
    steps.note(.fillsWhole, .filled("31 TKB", for: "100 TKA"), try await exchange.fill(whole, units(31, 0)))
    steps.note(.cancels, .cancelled("50 TKA", for: "16 TKB"), try await exchange.cancel(cancelled, by: 0))
    // Blocks in quick succession are ahead of the clock.
    let time = await relay.chain.block()?.header.timestamp ?? 0
    try await relay.chain.setNextBlockTimestamp(time + DemoExchange.time.soon)
    try await relay.chain.mine()
    try await relay.catchUp()

    let result = DemoTrading(
      exchange: exchange, before: before, after: try await exchange.balances(), bookBefore: bookBefore,
      bookAfter: try await relay.book(of: pair), trades: try await relay.trades(of: pair), language: language)
    return Report([
      "contracts": result.contracts, "relay": .string(relay.server.url), "bookBefore": result.json(bookBefore),
      "bookAfter": result.json(result.bookAfter), "trades": result.tradesJSON, "balances": result.balancesJSON,
      "gas": .amount(steps.gas, on: network), "steps": .array(steps.steps),
    ]) {
      language[DemoText.bookBefore]
      result.table(of: bookBefore)
      ""
      steps.table
      ""
      language[DemoText.bookAfter]
      result.table(of: result.bookAfter)
      ""
      language[DemoText.trades]
      result.tradesTable
      ""
      language[DemoText.balances]
      result.balancesTable
      ""
      language[DemoText.gas(network.text(steps.gas, in: language))]
    }
  }
}
