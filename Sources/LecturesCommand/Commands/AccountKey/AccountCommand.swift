import ArgumentParser

/// `lectures account`
struct AccountCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "account", "Manage the keys of a Kaia account.",
    examples: [
      "lectures account show --from platform": "its key, by role",
      "lectures account update --from student1 --key new:student1b": "a new key; the old one stops working",
      "lectures account update --from joint --key 2:alice,bob,carol": "two of three have to sign",
      "lectures account update --from platform --fee-payer-key new:payer": "a key that only pays fees",
    ],
    subcommands: [AccountShow.self, AccountUpdate.self])
}
