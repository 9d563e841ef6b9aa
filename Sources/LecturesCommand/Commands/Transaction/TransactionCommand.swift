import ArgumentParser

/// `lectures tx`
struct TransactionCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tx",
    abstract: "Look at transactions; decode, sign and send them by hand.",
    discussion: Help.examples([
      "lectures tx list": "what was sent from here",
      "lectures tx speed-up 12": "offers more for what is not mined yet",
      "lectures tx cancel 12": "has nothing mined in its place",
      "lectures tx resume": "takes up what an interrupted run left",
      "lectures tx show 0x…": "what became of it, and why it failed if it did",
      "lectures tx decode 0x02f8…": "any raw transaction, without a node",
      "lectures tx sign transfer.json --from owner": "on a machine without a network",
      "lectures tx send 0x02f8…": "shows what it does and asks",
      "lectures tx sign-as-fee-payer 0x31f8… --from platform --send": "pays the fee of what somebody else signed",
      "lectures tx merge 0x30f8… 0x30f8…": "the signatures of a multisig account from several machines",
    ]),
    subcommands: [
      TransactionList.self, TransactionShow.self, TransactionWait.self, TransactionSpeedUp.self, TransactionCancel.self,
      TransactionResume.self, TransactionExport.self, TransactionRebuild.self, TransactionDecode.self,
      TransactionSign.self,
      TransactionFeePayer.self,
      TransactionMerge.self, TransactionSend.self,
    ])
}
