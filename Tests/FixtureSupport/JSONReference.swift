import Foundation
import StrictJSON

/// The output of `--json` as `Docs/json.md` documents it.
///
/// A heading of the third level begins a section: that of a command in backticks, or of a shape that several commands
/// share. The tables in it whose first column is `Member` are its forms; what is printed has to be one of them. A row is
/// a member by its path (`students[].address`), its type, and what it means; a `?` behind the path says that it may be
/// absent, and `…` stands for all members of the shape that is named as the type.
public struct JSONReference: Sendable {
  typealias Form = [JSONMember]

  /// The forms of each section, by the name of the shape or the words of the command.
  private let sections: [String: [Form]]

  /// The document of this package.
  public static func ofThisPackage() throws -> JSONReference { try shared.get() }

  private static let shared = Result { try JSONReference(text()) }

  /// Its text.
  public static func text() throws -> String {
    // Scratch packages reach this file through a symbolic link; the document lies beside the real one.
    let root = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    return String(decoding: try Data(contentsOf: root.appendingPathComponent("Docs/json.md")), as: UTF8.self)
  }

  /// - Throws: ``Mismatch`` with a line that is no row of a table of members, or with the types that nothing explains.
  public init(_ document: String) throws {
    var sections: [String: [Form]] = [:]
    for section in ("\n" + document).components(separatedBy: "\n### ").dropFirst() {
      let lines = section.components(separatedBy: "\n")
      let forms = try JSONReference.forms(lines.dropFirst().prefix { !$0.hasPrefix("#") })
      let commands = JSONMember.words(in: lines[0])
      for name in commands.isEmpty ? [lines[0].lowercased()] : commands { sections[name] = forms }
    }
    self.sections = sections
    let known = Set(sections.keys).union(JSONMember.scalars.keys).union(["array", "object", "word"])
    let unknown = sections.values.joined().joined().flatMap(\.types).filter { !known.contains($0) }
    guard unknown.isEmpty else { throw Mismatch(problems: Set(unknown).sorted().map { "no such type: \($0)" }) }
  }

  private static func forms(_ lines: ArraySlice<String>) throws -> [Form] {
    var forms: [Form] = []
    var isInTable = false
    for line in lines {
      if line.hasPrefix("| Member |") {
        forms.append([])
        isInTable = true
      } else if !line.hasPrefix("|") {
        isInTable = false
      } else if isInTable, !line.hasPrefix("|-") {
        let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        guard cells.count == 3 else { throw Mismatch(problems: ["no row of a table of members: \(line)"]) }
        try JSONMember.add(cells, to: &forms[forms.count - 1])
      }
    }
    return forms
  }

  /// The commands that have a section, as they are typed.
  public var commands: Set<String> { Set(sections.keys.filter { $0.hasPrefix("lectures") }) }

  /// Where an answer and the document part.
  public struct Mismatch: Error, CustomStringConvertible {
    let problems: [String]
    /// The problems, one a line.
    public var description: String { "Docs/json.md says otherwise:\n" + problems.joined(separator: "\n") }
  }

  /// Looks whether the document says what was printed.
  ///
  /// - Parameter arguments: What `lectures` was given; options may stand before the command if they have no value.
  /// - Throws: ``Mismatch`` with all that is not documented, is missing or is of another type.
  public func check(_ answer: JSON, to arguments: [String]) throws {
    var problems = self.problems(answer, "answer", at: "")
    if let result = answer["result"] {
      let words = ["lectures"] + arguments.drop { $0.hasPrefix("-") }
      let command = commands.filter { words.starts(with: $0.split(separator: " ").map(String.init)) }
        .max { $0.count < $1.count }
      if let command {
        // Some tell in a form of their own what they would do.
        let shapes = result["dryRun"] == true ? ["dry run", command] : [command]
        let found = shapes.map { self.problems(result, $0, at: "\(command): result") }
        problems += found.min { $0.count < $1.count } ?? []
      } else {
        problems.append("\(words.joined(separator: " ")): there is no such section")
      }
    }
    guard problems.isEmpty else { throw Mismatch(problems: problems) }
  }

  // MARK: Looking

  /// The mismatches of a value with the best-fitting form of a section.
  private func problems(_ value: JSON, _ section: String, at path: String) -> [String] {
    guard let forms = sections[section], !forms.isEmpty else { return ["\(path): there is no table for \(section)"] }
    guard let object = value.object else { return ["\(path) is not an object"] }
    return forms.map { problems(object, $0, at: path) }.min { $0.count < $1.count } ?? []
  }

  private func problems(_ object: JSONObject, _ form: Form, at path: String) -> [String] {
    let members = allMembers(form)
    var problems: [String] = []
    for (name, value) in object {
      if let member = members.first(where: { $0.name == name }) {
        problems += self.problems(value, member, at: "\(path).\(name)")
      } else {
        problems.append("\(path).\(name) is not documented")
      }
    }
    for member in members where !member.isOptional && object[member.name] == nil {
      problems.append("\(path).\(member.name) is documented, and absent")
    }
    return problems
  }

  /// The members of a form with those of the shapes that it takes in.
  private func allMembers(_ form: Form) -> Form {
    form.flatMap { member in
      member.name == JSONMember.all ? allMembers(sections[member.type]?.first ?? []) : [member]
    }
  }

  /// The mismatches of a value with the best-fitting type of a member.
  private func problems(_ value: JSON, _ member: JSONMember, at path: String) -> [String] {
    member.alternatives.map { problems(value, $0, member, at: path) }.min { $0.count < $1.count } ?? []
  }

  private func problems(_ value: JSON, _ type: String, _ member: JSONMember, at path: String) -> [String] {
    if let element = JSONMember.element(of: type) {
      guard let items = value.array else { return ["\(path) is no array"] }
      return items.enumerated().flatMap { problems($1, element, member, at: "\(path)[\($0)]") }
    }
    switch type {
    case "array":
      guard let items = value.array else { return ["\(path) is no array"] }
      guard let item = member.members.first else { return [] }
      return items.enumerated().flatMap { problems($1, item, at: "\(path)[\($0)]") }
    case "object":
      guard let object = value.object else { return ["\(path) is no object"] }
      return member.members.isEmpty ? [] : problems(object, member.members, at: path)
    case "word":
      return value.string.map(member.words.contains) ?? false ? [] : ["\(path) is none of the words: \(value)"]
    default:
      guard let isOfType = JSONMember.scalars[type] else { return problems(value, type, at: path) }
      return isOfType(value) ? [] : ["\(path) is not of type \(type): \(value)"]
    }
  }
}
