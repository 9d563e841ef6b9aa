import ArgumentParser
import Localization
import Operations
import Primitives
import Rates
import StrictJSON
import Terminal

/// `lectures rates news [NUMBER]`
struct RatesNews: ReportingCommand {
  static let configuration = CommandConfiguration(
    "news", "List financial news, or read one item.",
    examples: [
      "lectures rates news": "the 40 newest items of the feeds in your language", "lectures rates news 3": "the third",
      "lectures rates news --unread --limit 5": "", "lectures rates news 3 --link": "the address alone",
      "lectures rates news --mark-read all": "",
    ],
    after: """
      Reading an item marks it as read. Nothing is opened in a browser. An item has the same number in every list: its place \
      among all that are kept, the newest first.
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: RatesOptions.title) var ratesOptions: RatesOptions
  @OptionGroup var choiceOptions: RatesChoiceOptions
  @Argument(help: "The number of an item in the list.") var number: Int?
  @Option(help: ArgumentHelp("The most items to list.", valueName: "number")) var limit = 40
  @Option(help: ArgumentHelp("The one feed to list.", valueName: "name")) var feed: String?
  @Flag(help: "List only what is not read.") var unread = false
  @Option(help: ArgumentHelp("Mark an item as read, or all.", valueName: "number|all")) var markRead: String?
  @Flag(help: "Print the address of the item alone.") var link = false

  func validate() throws {
    guard (1...500).contains(limit) else { throw UsageRule.inRange("--limit", from: 1, to: 500) }
    if link && number == nil { throw UsageRule.linkWithoutNumber }
    if let markRead, markRead != "all", Int(markRead) == nil { throw UsageRule.itemOrAll }
  }

  func run(in context: CommandContext) async throws -> Report {
    let rates = try context.rates()
    var choice = try choiceOptions.choice(context.settings)
    // Nothing new comes between a list and the number that somebody read in it.
    if number != nil || markRead != nil { choice.asking = .never }
    // A number is an item's place among all, whichever of them a list has shown.
    let isNumbered = number != nil || markRead.flatMap { Int($0) } != nil
    let filter = NewsFilter(
      limit: isNumbered || markRead != nil ? NewsFilter.most : limit, feed: isNumbered ? nil : feed,
      isUnread: unread && !isNumbered, language: context.language.rawValue)
    let (items, problems) = try await context.progress(context.language[ProgressText.askingForNews]) { [choice] _ in
      try await rates.news(filter, choice)
    }
    let writer = RatesWriter(context, LocalTime.now(), rates.reader)
    let (marked, shown) = (try chosen(items), try number.map { try item($0, of: items) })
    let read = (marked + (shown.map { [$0] } ?? [])).map(\.news.item.id)
    try await rates.reader.book.markRead(read)
    let unreadCount = try await rates.reader.book.unreadCount()
    let ids = Set(read)
    let listed = shown.map { [$0] } ?? items
    return Report([
      "items": .array(listed.map { $0.json(isRead: $0.news.isRead || ids.contains($0.news.item.id)) }),
      "unread": .integer(unreadCount), "problems": .array(problems.map(\.json)),
    ]) {
      if let shown {
        if link { StyledText(shown.news.item.link) } else { whole(shown.news.item, writer) }
      } else if markRead != nil {
        StyledText(writer.language[RatesText.markedRead(marked.count)], .good)
      } else {
        table(items, writer)
        StyledText(writer.language[RatesText.unread(unreadCount)], .dim)
        writer.problems(problems)
      }
    }
  }

  private func chosen(_ items: [NumberedNews]) throws -> [NumberedNews] {
    guard let markRead else { return [] }
    return try Int(markRead).map { [try item($0, of: items)] } ?? items.filter { !$0.news.isRead }
  }

  private func item(_ number: Int, of items: [NumberedNews]) throws -> NumberedNews {
    guard items.indices.contains(number - 1) else {
      throw RatesError(
        .noData, "There is no news item \(number).",
        reason: items.isEmpty ? "No news is kept." : "They are numbered from 1 to \(items.count).",
        facts: .newsItem(number, of: items.count))
    }
    return items[number - 1]
  }

  private func table(_ items: [NumberedNews], _ writer: RatesWriter) -> Table {
    let language = writer.language
    let placeholder = unread ? RatesText.allRead : .noNews
    var table = Table(
      .number(""), .text(language[RatesText.news]), .name(language[RatesText.feed], .useful),
      .name(language[RatesText.published], .important), placeholder: StyledText(language[placeholder]))
    for numbered in items {
      let item = numbered.news.item
      table.add(
        StyledText("\(numbered.number)"), StyledText(item.title, numbered.news.isRead ? .dim : .strong),
        StyledText(writer.title(of: item.feed)), StyledText(writer.age(item.time)))
    }
    return table
  }

  @ReportBuilder
  private func whole(_ item: NewsItem, _ writer: RatesWriter) -> [Report.Block] {
    StyledText(item.title, .strong)
    if !item.summary.isEmpty { StyledText(item.summary) }
    facts(item, writer)
  }

  private func facts(_ item: NewsItem, _ writer: RatesWriter) -> Fields {
    var fields = Fields()
    fields.add(writer.language[RatesText.feed], StyledText(writer.title(of: item.feed)))
    fields.add(writer.language[RatesText.published], StyledText(LocalTime.text(item.time, in: writer.language)))
    fields.add(writer.language[RatesText.link], StyledText(item.link, .action))
    fields.add(writer.language[RatesText.picture], item.image.map { StyledText($0) })
    return fields
  }
}

extension NumberedNews {
  /// The item for scripts.
  fileprivate func json(isRead: Bool) -> JSON {
    let item = news.item
    return [
      "number": .integer(number), "id": .string(item.id), "feed": .string(item.feed), "time": .integer(item.time),
      "title": .string(item.title),
      "summary": .string(item.summary), "link": .string(item.link), "image": .text(item.image), "read": .bool(isRead),
    ]
  }
}
