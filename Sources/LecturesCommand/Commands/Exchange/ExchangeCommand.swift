import ArgumentParser

/// `lectures exchange`
struct ExchangeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "exchange", "Trade tokens on an exchange of the 0x protocol.",
    examples: [
      "lectures exchange book TKA/WKAIA": "the orders that can be filled",
      "lectures exchange buy TKA/WKAIA 100 --from student1":
        "at the market's price; shows both sides' balances and asks",
      "lectures exchange order TKA/WKAIA --sell 100 --price 0.31 --from teacher": "an order that waits for a taker",
    ],
    after: """
      Relays keep the orders; nothing that they say is believed: hashes, signatures, states and balances are checked \
      here, with your own node.
      """,
    subcommands: [
      ExchangePairs.self, ExchangeBook.self, ExchangePrice.self, ExchangeFill.self, ExchangeBuy.self, ExchangeSell.self,
      ExchangeOrder.self, ExchangeOrders.self, ExchangeCancel.self, ExchangeTrades.self, ExchangeWatch.self,
      ExchangeTokens.self, ExchangeWrap.self, ExchangeUnwrap.self, ExchangeApprove.self, ExchangeTriggerCommand.self,
      ExchangeDaemon.self, ExchangeDeploy.self,
    ])
}
