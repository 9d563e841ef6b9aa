import LectureKit
import Localization
import Operations
import Primitives
import StrictJSON
import Terminal

/// The lectures of a teacher: a row for each run, and what all of them come to.
struct TeachingReport: Sendable {
  let reading: AgreedReading<OwnTeaching>
  let teacher: Address
  let money: Money
  /// The reading of the index; nil where the node was asked.
  let indexed: IndexAnswer<Teaching>?

  private var language: Language { money.language }
  private var teaching: Teaching { reading.value.teaching }
  private var credit: Amount { reading.value.credit }

  var report: Report {
    var result = reading.value.json(in: money).object ?? [:]
    result["account"] = .string(teacher.checksummed)
    (result["fiatRate"], result["asOf"]) = (money.rate, indexed?.json ?? .null)
    return Report(reading.json(result)) {
      table
      if !teaching.entries.isEmpty {
        language[TeachingText.held(teaching.held.map { money.valued($0).plain })]
        language[TeachingText.income(teaching.income.map { money.valued($0).plain })]
        if !teaching.tellsIncome { language[TeachingText.oldContract] }
      }
      if credit > .zero { language[LectureText.waits(money.valued(credit).plain, command: "lectures withdraw")] }
      if !teaching.entries.isEmpty || credit > .zero { money.rateLine }
      reading.lines(in: language)
      if let indexed { indexed.line(in: language) }
    }
  }

  private var table: Table {
    var table = Table(
      .number(language[Label.number]), .number(language[Label.run], .important), .text(language[Label.title]),
      .number(language[Label.price], .useful), .name(language[Label.state], .useful),
      .number(language[Label.students]), .number(language[Label.held], .useful),
      .number(language[TeachingLabel.income]), .name(language[TeachingLabel.average], .detail),
      placeholder: language[TeachingText.teachesNothing(teacher)])
    for entry in teaching.entries {
      let lecture = entry.lecture
      for run in entry.runs {
        table.add(
          "\(lecture.number)", StyledText(run.number.map { "\($0)" } ?? "?"),
          StyledText(lecture.title.isEmpty ? "–" : lecture.title), amount(run.price?.amount),
          LectureText.state(of: run.isOpen, in: language), StyledText(run.studentCount.map { "\($0)" } ?? "?"),
          amount(run.held), amount(teaching.tellsIncome ? run.income : nil),
          run.number == lecture.run ? lecture.averageText(in: language) : "")
      }
    }
    return table
  }

  private func amount(_ amount: Amount?) -> StyledText { StyledText(amount.map { money.roundedText($0) } ?? "?") }
}

extension OwnTeaching {
  /// The lectures and what waits, in the output of `--json`.
  func json(in money: Money) -> JSON {
    [
      "credit": money.json(credit), "teaching": .array(teaching.entries.map { json(of: $0, in: money) }),
      "held": teaching.held.map { money.json($0) } ?? .null,
      "income": teaching.income.map { money.json($0) } ?? .null,
    ]
  }

  private func json(of entry: Teaching.Entry, in money: Money) -> JSON {
    [
      "lecture": entry.lecture.json(in: money),
      "runs": .array(
        entry.runs.map { run in
          let income = teaching.tellsIncome ? run.income : nil
          return [
            "run": .integer(run.number), "price": .integer(run.price?.klay), "students": .integer(run.studentCount),
            "open": run.isOpen.map { .bool($0) } ?? .null, "held": run.held.map { money.json($0) } ?? .null,
            "income": income.map { money.json($0) } ?? .null,
            "credited": run.settlement.map { .bool(!$0.teacherPaid) } ?? .null, "settledAt": .integer(run.settledAt),
          ]
        }),
    ]
  }
}
