import ArgumentParser

/// `lectures rates`
struct RatesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "rates", "Show exchange rates, banks' offers and news.",
    examples: [
      "lectures rates": "the currencies of the settings in the market that was looked at last",
      "lectures rates USD EUR --market banks": "buy and sell, the average of banks",
      "lectures rates convert 100 USD UAH": "",
      "lectures rates banks --sort buy": "who pays most for a dollar",
      "lectures rates news --unread": "",
      "lectures rates history USD --days 30": "a chart of the last month",
      "lectures rates alert add --pair USD/UAH --above 45": "notify when a dollar is dear",
    ],
    after: """
      Buy is the source's bid for one unit of the currency, sell is its ask. No source is asked twice in five \
      minutes, whatever the answer was; what is kept is shown with its age.
      """,
    subcommands: [
      RatesNow.self, RatesConvert.self, RatesBanks.self, RatesNews.self, RatesHistory.self, RatesLine.self,
      RatesWidget.self, RatesSources.self, RatesAlertCommand.self, RatesDaemon.self,
    ],
    defaultSubcommand: RatesNow.self)
}
