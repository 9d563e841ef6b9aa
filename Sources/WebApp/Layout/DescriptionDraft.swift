import LectureKit
import Operations
import Primitives

/// A description as somebody types it into a form: rows of texts and dates, of which empty ones count for nothing.
struct DescriptionDraft: Sendable, Hashable {
  /// A row of a text.
  struct Text: Sendable, Hashable {
    var language = ""
    var text = ""
  }

  /// A row of a date: day and hour as a form's fields have them.
  struct Date: Sendable, Hashable {
    var starts = ""
    var ends = ""
    /// As in `+02:00`.
    var zone = ""
    /// The zone of the end, where it is another one.
    var endZone: String?
  }

  var texts: [Text] = []
  var dates: [Date] = []
  var place = ""
  var seats = ""
  var link = ""
  /// The runs that it is of: `all`, or the number of one.
  var runs = "all"

  /// A draft without a word.
  init() {}

  /// The draft that a description was made of.
  init(_ description: LectureDescription, link: BuyersLink?) {
    let content = description.content
    texts = content.texts.map { Text(language: $0.language, text: $0.text) }
    dates = content.dates.map { date in
      let (starts, ends) = (date.starts, date.ends)
      return Date(
        starts: starts.local, ends: ends.local, zone: starts.zone, endZone: ends.zone == starts.zone ? nil : ends.zone)
    }
    (place, seats) = (content.place, content.seats == 0 ? "" : "\(content.seats)")
    (self.link, runs) = (link?.url ?? "", description.runs)
  }

  /// The draft that was typed.
  init(_ form: FormFields) {
    for row in 0..<DescriptionContent.Most.texts {
      guard let text = form["text-\(row)"] else { break }
      // Browsers end lines with two characters.
      let lines = text.replacing("\r\n", with: "\n")
      texts.append(Text(language: form.trimmed("language-\(row)") ?? "", text: FormFields.trimmed(lines) ?? ""))
    }
    for row in 0..<DescriptionContent.Most.dates {
      guard let starts = form["starts-\(row)"] else { break }
      dates.append(
        Date(
          starts: FormFields.trimmed(starts) ?? "", ends: form.trimmed("ends-\(row)") ?? "",
          zone: form.trimmed("zone-\(row)") ?? "", endZone: form.trimmed("end-zone-\(row)")))
    }
    place = form.trimmed("place") ?? ""
    seats = form.trimmed("seats") ?? ""
    link = form.trimmed("link") ?? ""
    runs = form["runs"] ?? "all"
  }

  /// The draft without rows that nothing was typed into.
  var withoutEmptyRows: DescriptionDraft {
    var draft = self
    draft.texts = texts.filter { !$0.text.isEmpty }
    draft.dates = dates.filter { !$0.starts.isEmpty || !$0.ends.isEmpty }
    return draft
  }

  /// The rows that have something in them, and some empty ones to go on with.
  ///
  /// - Parameters:
  ///   - languages: The languages of empty rows, in their order.
  ///   - zone: The zone of an empty row.
  func withRows(languages: [String], zone: String) -> DescriptionDraft {
    var draft = withoutEmptyRows
    var unused = languages.filter { language in !draft.texts.contains { $0.language == language } }
    repeat {
      draft.texts.append(Text(language: unused.isEmpty ? "" : unused.removeFirst()))
    } while draft.texts.count < languages.count
    draft.texts = Array(draft.texts.prefix(DescriptionContent.Most.texts))
    draft.dates.append(Date(zone: draft.dates.last?.zone ?? zone))
    draft.dates = Array(draft.dates.prefix(DescriptionContent.Most.dates))
    return draft
  }

  // MARK: Reading it

  /// A part of a form that cannot be read.
  struct Fault: Sendable {
    let field: String
    let problem: DescribePageText
  }

  /// The run that it is of; nil for all.
  var run: UInt64? { UInt64(runs) }

  /// The content of its fields.
  ///
  /// - Parameter faults: Gets what is wrong with it.
  /// - Returns: Nil if something is wrong.
  func content(_ faults: inout [Fault]) -> DescriptionContent? {
    let known = faults.count
    let texts = texts.enumerated().compactMap { row, typed -> DescribedText? in
      guard !typed.text.isEmpty else { return nil }
      guard (try? DescribedText(language: typed.language, text: "-")) != nil else {
        faults.append(Fault(field: "language-\(row)", problem: .wrongLanguage))
        return nil
      }
      let text = try? DescribedText(language: typed.language, text: typed.text)
      if text == nil { faults.append(Fault(field: "text-\(row)", problem: .wrongText)) }
      return text
    }
    let dates = dates.enumerated().compactMap { row, typed -> DescribedDate? in
      guard !typed.starts.isEmpty || !typed.ends.isEmpty else { return nil }
      let date = DescribedTime(local: typed.starts, zone: typed.zone).flatMap { starts in
        DescribedTime(local: typed.ends, zone: typed.endZone ?? typed.zone)
          .flatMap { DescribedDate(starts: starts, ends: $0) }
      }
      if date == nil { faults.append(Fault(field: "starts-\(row)", problem: .wrongDate)) }
      return date
    }
    let seats = seats.isEmpty ? 0 : UInt64(seats)
    if seats.map({ $0 > DescriptionContent.Most.seats }) ?? true {
      faults.append(Fault(field: "seats", problem: .wrongSeats))
    }
    let one = try? DescribedText(language: "en", text: "-")
    if let one, (try? DescriptionContent(texts: [one], place: place)) == nil {
      faults.append(Fault(field: "place", problem: .wrongPlace))
    }
    guard faults.count == known, let seats else { return nil }
    guard let content = try? DescriptionContent(texts: texts, dates: dates, place: place, seats: seats) else {
      faults.append(Fault(field: "text-0", problem: texts.isEmpty ? .noText : .wrongTexts))
      return nil
    }
    return content
  }
}
