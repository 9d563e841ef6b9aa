import ArgumentParser
import LectureIndex
import LectureKit
import Localization
import Operations
import Primitives
import StrictJSON
import Terminal

/// `lectures list`: all lectures in a table.
struct ListCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    "list", "List the lectures.",
    examples: [
      "lectures list": "",
      "lectures list --open": "only those that can be bought",
      "lectures list --search swift --sort rating": "by title, the best rated first",
      "lectures list --teacher me": "your own; or those of a name or an address",
    ],
    after: """
      Sorted by price the cheapest comes first, by rating and students the highest. What a contract does not tell \
      comes last. With --index the lectures are read from the file of `index run`, as of its block, and are not \
      compared. With --quorum each endpoint is asked alone as of one block, and that many must agree; otherwise \
      nothing is shown and the exit status is 5.
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: NodeOptions.title) var nodeOptions: NodeOptions
  @OptionGroup(title: ContractOptions.title) var contractOptions: ContractOptions
  @OptionGroup(title: ContractOptions.title) var indexOptions: IndexReadingOptions
  @OptionGroup(title: AccountOptions.title) var actingOptions: ActingAccountOptions
  @OptionGroup(title: AccountOptions.title) var keystoreOptions: KeystoreOptions
  @OptionGroup(title: QuorumOptions.title) var quorumOptions: QuorumOptions
  @OptionGroup(title: FiatOptions.title) var fiatOptions: FiatOptions
  @Flag(help: "List only lectures that can be bought now.") var open = false
  @Option(
    help: ArgumentHelp("List only the lectures of a teacher: me, a name or an address.", valueName: "account"),
    completion: .known(.names))
  var teacher: String?
  @Option(help: ArgumentHelp("List only lectures whose title has these words, in whatever case.", valueName: "text"))
  var search: String?
  @Option(help: "Sort by number, price, rating or students.") var sort: LectureSelection.Order = .number

  func run(in context: CommandContext) async throws -> Report {
    let language = context.language
    async let valued = context.money()
    let chosen = try await selection(in: context)
    let (reading, indexed) = try await context.progress(language[ProgressText.readingLectures]) { _ in
      if let indexed = try await context.indexed({ try $0.lectures() }) {
        // An index may have been read from any node.
        return (AgreedReading(value: indexed.value, endpointEvidence: EndpointEvidence()), Optional(indexed))
      }
      let place = try await context.nodes.connection()
      let told = try await context.nodes.lectureReading(
        at: place, json: { lectures, money in ["lectures": .array(lectures.map { $0.json(in: money) })] }
      ) { try await $0.lectures() }
      return (told.map(\.value), nil)
    }
    let all = reading.value
    if let listed = LectureCompletionCache(of: context.settings) {
      let network = try context.settings.network()
      listed.keep(all.prefix(LectureCompletionCache.most).map { CompletionCandidate($0, on: network) })
    }
    let shown = chosen.chosen(of: all)
    let money = try await valued
    var table = Table(
      [.number(language[Label.number]), .text(language[Label.title]), .number(language[Label.price])] + money.column + [
        .name(language[Label.state], .important), .number(language[Label.students], .useful),
        .name(language[Label.average], .important), .address(language[Label.teacher], .detail),
      ],
      placeholder: all.isEmpty
        ? language[LectureText.none]
        : chosen.isOpenOnly && chosen.teacher == nil && chosen.text == nil
          ? language[LectureText.noneOpen] : language[TeachingText.noneLikeThat])
    for lecture in shown {
      let price = StyledText(lecture.price.map { money.roundedText($0.amount) } ?? "?")
      table.add(
        cells: ["\(lecture.number)", StyledText(lecture.title.isEmpty ? "–" : lecture.title), price]
          + money.cells(lecture.price?.amount) + [
            lecture.stateWord(in: language), StyledText(lecture.studentCount.map { "\($0)" } ?? "?"),
            lecture.averageText(in: language), StyledText(lecture.teacher?.checksummed ?? "?"),
          ])
    }
    return Report(
      reading.json([
        "lectures": .array(shown.map { $0.json(in: money) }), "fiatRate": money.rate, "asOf": indexed?.json ?? .null,
      ])
    ) {
      table
      if !shown.isEmpty { money.rateLine }
      reading.lines(in: language)
      if let indexed { indexed.line(in: language) }
    }
  }

  private func selection(in context: CommandContext) async throws -> LectureSelection {
    var selection = LectureSelection(isOpenOnly: open, text: search, order: sort)
    if let teacher {
      let isOwn = teacher.lowercased() == "me"
      selection.teacher = try await context.accounts.address(isOwn ? nil : teacher, of: "--teacher")
    }
    return selection
  }
}

extension LectureSelection.Order: ExpressibleByArgument {}
