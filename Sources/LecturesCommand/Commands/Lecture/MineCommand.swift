import ArgumentParser
import LectureIndex
import LectureKit
import Localization
import Operations
import Primitives
import StrictJSON
import Terminal

/// `lectures mine`: shows the purchases and ratings of an account, and the lectures it can still rate; with `--teaching`
/// the lectures that it opened.
struct MineCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    "mine", "Show your purchases, your ratings and the lectures you can still rate.",
    examples: [
      "lectures mine --from student1": "",
      "lectures mine --teaching --from teacher": "the lectures you opened: students and income of every run",
    ],
    after: """
      A payment can be taken back 90 days after the purchase, if the run is not settled by then. The income of a \
      lecture is read from the contract's events since --from-block. With --index purchases and income are read from \
      the file of `index run`, as of its block, and are not compared. With --quorum each endpoint is \
      asked alone as of one block, and that many must agree; otherwise nothing is shown and the exit status is 5.
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: NodeOptions.title) var nodeOptions: NodeOptions
  @OptionGroup(title: ContractOptions.title) var contractOptions: ContractOptions
  @OptionGroup(title: ContractOptions.title) var indexOptions: IndexReadingOptions
  @OptionGroup(title: AccountOptions.title) var accountOptions: AccountOptions
  @OptionGroup(title: QuorumOptions.title) var quorumOptions: QuorumOptions
  @OptionGroup(title: FiatOptions.title) var fiatOptions: FiatOptions

  @Flag(help: "Show the lectures that you teach: students, held and settled income of every run.") var teaching = false

  func run(in context: CommandContext) async throws -> Report {
    if teaching { return try await teaching(in: context) }
    let language = context.language
    let address = try await context.accounts.address(of: nil)
    async let valued = context.money()
    let place = try await context.nodes.connection()
    let (reading, indexed) = try await context.progress(language[ProgressText.readingOwnLectures]) { _ in
      let indexed = try await context.indexed(isOwn: true) { try $0.enrolments(of: address) }
      let told = try await context.nodes.lectureReading(at: place, json: { $0.json(in: $1) }) { client in
        try await OwnLectures.read(of: address, at: client, indexed: indexed?.value)
      }
      return (told.map(\.value).withheld(indexed != nil), indexed)
    }
    let (mine, credit) = (reading.value.lectures, reading.value.credit)
    let money = try await valued
    var table = Table(
      [
        .number(language[Label.number]), .number(language[Label.run], .detail), .text(language[Label.title]),
        .number(language[Label.price], .useful),
      ] + money.column + [
        .name(language[Label.bought], .detail), .name(language[TeachingLabel.moneyBack], .detail),
        .name(language[Label.rating], .useful),
        .name(language[Label.toDo], .important),
      ],
      placeholder: language[LectureText.boughtNothing(address)])
    for enrolment in mine {
      let lecture = enrolment.lecture
      let scores = enrolment.scores?.values.map(String.init).joined(separator: ",")
      table.add(
        cells: [
          "\(lecture.number)", StyledText(enrolment.run.map { "\($0)" } ?? "?"),
          StyledText(lecture.title.isEmpty ? "–" : lecture.title),
          StyledText(enrolment.price.map { money.roundedText($0.amount) } ?? "?"),
        ] + money.cells(enrolment.price?.amount) + [
          enrolment.boughtAt.map { StyledText(LocalTime.text($0, in: language)) }
            ?? (enrolment.reclaimed ? "–" : language[LectureText.boughtAtUnknownTime]),
          enrolment.moneyBack(in: language),
          StyledText(scores ?? (enrolment.tellsRating ? "–" : "?")), enrolment.advice(in: language),
        ])
    }
    var result = reading.value.json(in: money).object ?? [:]
    result["account"] = .string(address.checksummed)
    (result["fiatRate"], result["asOf"]) = (money.rate, indexed?.json ?? .null)
    return Report(reading.json(result)) {
      table
      if credit > .zero { language[LectureText.waits(money.valued(credit).plain, command: "lectures withdraw")] }
      if !mine.isEmpty || credit > .zero { money.rateLine }
      reading.lines(in: language)
      if let indexed { indexed.line(in: language) }
    }
  }

  private func teaching(in context: CommandContext) async throws -> Report {
    let language = context.language
    let address = try await context.accounts.address(of: nil)
    async let valued = context.money()
    let place = try await context.nodes.connection()
    let (reading, indexed) = try await context.progress(language[ProgressText.readingOwnLectures]) {
      progress in
      let indexed = try await context.indexed(isOwn: true) { try $0.teaching(of: address) }
      let told = try await context.nodes.lectureReading(at: place, json: { $0.json(in: $1) }) { client in
        try await OwnTeaching.read(of: address, at: client, indexed: indexed?.value) { done, all in
          progress.update(language[ProgressText.readingBlocks(done, of: all)])
        }
      }
      return (told.map(\.value).withheld(indexed != nil), indexed)
    }
    return TeachingReport(reading: reading, teacher: address, money: try await valued, indexed: indexed).report
  }
}

extension OwnLectures {
  /// The purchases and what waits, in the output of `--json`.
  func json(in money: Money) -> JSON {
    ["credit": money.json(credit), "lectures": .array(lectures.map { $0.json(in: money) })]
  }
}

extension Enrolment {
  /// From when the payment can be taken back; empty where it cannot, or it was.
  fileprivate func moneyBack(in language: Language) -> StyledText {
    guard let time = reclaimableFrom, !reclaimed else { return "" }
    return language[TeachingText.from(LocalTime.text(time, in: language))]
  }

  fileprivate func advice(in language: Language) -> StyledText {
    if reclaimed { return language[LectureText.reclaimed] }
    if reclaimable { return StyledText("lectures reclaim \(lecture.number)", .action) }
    if canRate { return StyledText("lectures evaluate \(lecture.number)", .action) }
    return ""
  }

  fileprivate func json(in money: Money) -> JSON {
    [
      "lecture": lecture.json(in: money), "run": .integer(run), "present": .bool(isPresent),
      "price": .integer(price?.klay), "fiat": .text(price.flatMap { money.valuation?.text($0.amount) }),
      "bought": .bool(bought), "boughtAt": .integer(boughtAt),
      "scores": scores?.json ?? .null, "canRate": .bool(canRate), "reclaimed": .bool(reclaimed),
      "reclaimable": .bool(reclaimable), "reclaimableFrom": .integer(reclaimableFrom),
    ]
  }
}
