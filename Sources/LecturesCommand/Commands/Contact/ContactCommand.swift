import ArgumentParser

/// `lectures contact`
struct ContactCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "contact", "Manage contacts.",
    examples: [
      "lectures contact add school 0x5CbDd86a2FA8Dc4bDdd8a8f69dBa48572EeC07FB": "",
      "lectures wallet transfer --to school --amount 1.5": "",
      "lectures contact list": "",
    ],
    after: """
      A contact's name stands for its address in every command. No name stands for two addresses. A name or an \
      address that looks like a known one needs a confirmation, which --yes gives, here and wherever a wallet gets a \
      name.
      """,
    subcommands: [ContactAdd.self, ContactList.self, ContactRename.self, ContactRemove.self])
}
