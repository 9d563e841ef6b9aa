import ArgumentParser

/// `lectures exchange`
struct ExchangeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "exchange", "Trade tokens on an exchange of the 0x protocol.",
    examples: [
      "lectures exchange deploy --from owner": "set it up on a network of your own",
      "lectures exchange tokens": "the tokens that are known here",
    ],
    subcommands: [
      ExchangeTokens.self, ExchangeWrap.self, ExchangeUnwrap.self, ExchangeApprove.self, ExchangeDeploy.self,
    ])
}
