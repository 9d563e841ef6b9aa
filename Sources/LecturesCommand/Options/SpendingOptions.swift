import ArgumentParser

/// The options for what transactions may cost.
struct SpendingOptions: SharedOptionGroup {
  static let title = "Spending options"

  @Option(
    help: ArgumentHelp(
      "Refuse transactions whose total fee may be higher; where nobody is asked, by default one coin.",
      valueName: "amount"))
  var maxTotalFee: String?

  @Option(name: .customLong("max-fee"), help: .hidden) var formerMaxFee: String?

  @Option(help: ArgumentHelp("The most that one command may spend.", valueName: "amount")) var limitPerCommand: String?

  @Option(help: ArgumentHelp("The most that may be spent in 24 hours.", valueName: "amount")) var limitPerDay: String?

  @Option(help: ArgumentHelp("The most for a contract or account in 24 hours.", valueName: "amount"))
  var limitPerContract: String?

  func validate() throws {
    if formerMaxFee != nil { throw UsageRule.formerMaxFee }
  }
}

/// The option of the pages that a person spends on.
struct WebLimitOptions: SharedOptionGroup {
  static let title = "Spending options"

  @Option(
    help: ArgumentHelp(
      "Whether a page offers to exceed the limits of what may be spent: true or false (the default).",
      valueName: "true|false"))
  var webMayExceedLimits: String?
}

/// The option of commands that buy lectures.
struct PriceLimitOptions: SharedOptionGroup {
  @Option(help: ArgumentHelp("Refuse lectures that cost more, a whole number of coins.", valueName: "coins"))
  var maxPrice: String?
}

/// The option of commands that ask before they do something.
struct AgreementOptions: SharedOptionGroup {
  @Flag(name: .shortAndLong, help: "Confirm every question instead of asking.") var yes = false
}
