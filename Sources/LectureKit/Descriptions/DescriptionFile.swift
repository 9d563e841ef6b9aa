import Primitives
import StrictJSON

/// A teacher's file, out of which a description is made; the link for buyers is in this file alone.
///
/// `{"texts": {"en": "…"}, "dates": [{"starts": "2026-12-01T18:00:00+02:00", "ends": "…"}], "place": "…", "seats": 20,
/// "link": "https://…"}`, of which the texts have to be there.
public struct DescriptionFile: Sendable, Hashable {
  /// The content of the description.
  public let content: DescriptionContent
  /// The address that buyers get; nil without one.
  public let link: String?

  /// Reads a file strictly.
  ///
  /// - Throws: `LectureError` `.invalidDescription`, with what is wrong.
  public init(parsing text: some Collection<UInt8>) throws(LectureError) {
    var members = try DescriptionMembers(parsing: text)
    content = try DescriptionContent(&members)
    link = try members.optional("link") { $0.string }
    try members.finish()
  }
}

extension DescriptionContent {
  /// Reads the members of a teacher's file that a signed description has as well.
  init(_ members: inout DescriptionMembers) throws(LectureError) {
    var texts: [DescribedText] = []
    for (language, text) in try members.required("texts", { $0.object }) {
      guard let text = text.string else { throw .description("A text of it is no string.") }
      texts.append(try DescribedText(language: language, text: text))
    }
    var dates: [DescribedDate] = []
    for day in try members.optional("dates", { $0.array }) ?? [] {
      guard let object = day.object, object.count == 2,
        let starts = object["starts"]?.string.flatMap({ DescribedTime($0) }),
        let ends = object["ends"]?.string.flatMap({ DescribedTime($0) }),
        let date = DescribedDate(starts: starts, ends: ends)
      else { throw .description("A date has “starts” and, later, “ends”, each as in 2026-12-01T18:00:00+02:00.") }
      dates.append(date)
    }
    try self.init(
      texts: texts, dates: dates, place: try members.optional("place") { $0.string } ?? "",
      seats: try members.optional("seats", DescriptionMembers.whole) ?? 0)
  }

  /// The members of a JSON object that has it.
  var members: [(String, JSON)] {
    [
      ("texts", .object(JSONObject(texts.map { ($0.language, .string($0.text)) }))),
      ("dates", .array(dates.map { ["starts": .string($0.starts.text), "ends": .string($0.ends.text)] })),
      ("place", .string(place)), ("seats", .number("\(seats)")),
    ]
  }
}

/// The members of a JSON object, each of which is read once; none may be left over.
struct DescriptionMembers {
  private var members: [String: JSON] = [:]

  init(parsing text: some Collection<UInt8>) throws(LectureError) {
    let most = SignedDescription.mostBytes
    guard text.count <= most else { throw .description("It is longer than \(most) bytes.") }
    let json: JSON
    do throws(JSONError) {
      json = try JSON(parsing: text, limits: JSON.Limits(depth: 4, bytes: most))
    } catch { throw .description("It is no JSON: \(error.inOneLine)") }
    try self.init(json)
  }

  init(_ json: JSON) throws(LectureError) {
    guard let object = json.object else { throw .description("It is no JSON object.") }
    for (name, value) in object { members[name] = value }
  }

  mutating func optional<Value>(_ name: String, _ read: (JSON) -> Value?) throws(LectureError) -> Value? {
    guard let json = members.removeValue(forKey: name) else { return nil }
    guard let value = read(json) else { throw .description("Its member \(name) cannot be read.") }
    return value
  }

  mutating func required<Value>(_ name: String, _ read: (JSON) -> Value?) throws(LectureError) -> Value {
    guard let value = try optional(name, read) else { throw .description("It has no member \(name).") }
    return value
  }

  /// Makes sure that every member was read: one that is not known would not be signed.
  func finish() throws(LectureError) {
    guard members.isEmpty else { throw .description("It has a member that is not known here.") }
  }

  /// A whole number in decimal digits, as a string.
  static func digits(_ json: JSON) -> UInt256? {
    guard let text = json.string, let number = try? UInt256(parsing: text), "\(number)" == text else { return nil }
    return number
  }

  /// A whole number.
  static func whole(_ json: JSON) -> UInt64? { json.numberText.flatMap { UInt64($0) } }

  /// 32 bytes as `0x` and small digits.
  static func hash(_ json: JSON) -> Hash32? {
    json.string.flatMap { text in (try? Hash32(text)).flatMap { $0.hex == text ? $0 : nil } }
  }

  /// An address with its checksum.
  static func address(_ json: JSON) -> Address? {
    json.string.flatMap { text in (try? Address(text)).flatMap { $0.checksummed == text ? $0 : nil } }
  }

  /// A signature that is looked at.
  static func signature(_ json: JSON) -> Bytes? {
    guard let text = json.string, text.utf8.count <= 2 + 2 * SignedDescription.longestSignature else { return nil }
    return (try? Bytes(hex: text)).flatMap { $0.hex == text ? $0 : nil }
  }
}
