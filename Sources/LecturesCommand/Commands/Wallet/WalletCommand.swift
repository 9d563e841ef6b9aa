import ArgumentParser

/// `lectures wallet`
struct WalletCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "wallet",
    abstract: "Keep keys, send money, sign messages.",
    discussion: Help.examples(
      [
        "lectures wallet new student1": "a new account",
        "lectures wallet import teacher --keystore UTC--2026-11-21T03-00-00Z--5cbd…": "one that geth made",
        "lectures wallet list --balances": "all of them with what they hold",
        "lectures wallet transfer --from student1 --to teacher --amount 1.5": "",
      ],
      after: """
        Each account is an encrypted key file of version 3 in one directory, named NAME.json; files that geth or Kaia \
        named are found by their address. Keys, phrases and passwords are read from a file, from an open descriptor or \
        from the terminal without echo, never from an argument.
        """),
    subcommands: [
      WalletNew.self, WalletImport.self, WalletList.self, WalletShow.self, WalletRename.self, WalletExport.self,
      WalletRemove.self, WalletPassword.self, WalletBackup.self, WalletRestore.self, WalletTransfer.self,
      WalletSign.self, WalletVerify.self,
    ])
}
