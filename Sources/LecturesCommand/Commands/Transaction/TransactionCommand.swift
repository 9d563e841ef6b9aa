import ArgumentParser

/// `lectures tx`
struct TransactionCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "tx", "Manage transactions, sent or yet to be sent.",
    examples: [
      "lectures tx list": "transactions sent from here",
      "lectures tx speed-up 12": "raises the gas price of a pending transaction",
      "lectures tx cancel 12": "cancels a pending transaction",
      "lectures tx resume": "resumes transactions left by an interrupted run",
      "lectures tx show 0x…": "its status, and the reason if it failed",
      "lectures tx decode 0x02f8…": "any raw transaction, without a node",
      "lectures tx sign transfer.json --from owner": "on a machine without a network",
      "lectures tx send 0x02f8…": "shows what it does and asks",
      "lectures tx sign-as-fee-payer 0x31f8… --from platform --send": "pays the fee of another account's transaction",
      "lectures tx merge 0x30f8… 0x30f8…": "the signatures of a multisig account from several machines",
    ],
    subcommands: [
      TransactionList.self, TransactionShow.self, TransactionWait.self, TransactionSpeedUp.self, TransactionCancel.self,
      TransactionResume.self, TransactionExport.self, TransactionRebuild.self, TransactionMove.self,
      TransactionDecode.self, TransactionSign.self,
      TransactionFeePayer.self,
      TransactionMerge.self, TransactionSend.self,
    ])
}
