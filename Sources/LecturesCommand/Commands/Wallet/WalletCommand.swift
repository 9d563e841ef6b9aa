import ArgumentParser

/// `lectures wallet`
struct WalletCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "wallet", "Manage accounts, transfers and signatures.",
    examples: [
      "lectures wallet new student1": "a new account",
      "lectures wallet import teacher --keystore UTC--2026-11-21T03-00-00Z--5cbd…": "one that geth made",
      "lectures wallet list": "all of them with their balances",
      "lectures wallet watch escrow 0x5CbDd86a2FA8Dc4bDdd8a8f69dBa48572EeC07FB": "one whose key is elsewhere",
      "lectures wallet transfer --from student1 --to teacher --amount 1.5": "",
    ],
    after: """
      Each account is an encrypted key file of version 3 in one directory, named NAME.json; files that geth or Kaia \
      named are found by their address. Keys, recovery phrases and passwords are read from a file, from an open \
      descriptor or from the terminal without echo, never from an argument.
      """,
    subcommands: [
      WalletNew.self, WalletImport.self, WalletWatch.self, WalletList.self, WalletShow.self, WalletRename.self,
      WalletUse.self, WalletUnlock.self, WalletLock.self,
      WalletNetwork.self, WalletExport.self, WalletRemove.self, WalletPassword.self, WalletBackup.self,
      WalletRestore.self, WalletTransfer.self, WalletAllowanceList.self,
      WalletQR.self, WalletScan.self, WalletHistory.self, WalletSign.self, WalletVerify.self,
    ])
}
