import ArgumentParser

/// `lectures receipt`
struct ReceiptCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "receipt", "Make and check receipts of purchases.",
    examples: [
      "lectures receipt 0 --output receipt.json": "of your purchase of lecture 0",
      "lectures receipt check receipt.json": "against the chain",
    ],
    after: "`lectures receipt N` is short for `lectures receipt make N`.",
    subcommands: [ReceiptMake.self, ReceiptCheck.self], defaultSubcommand: ReceiptMake.self)
}
