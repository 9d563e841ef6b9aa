import Foundation
import Testing

/// The shape of the sources: how large types and files may be, and that folders depend in one direction.
@Suite("The shape of the sources")
struct StructureTests {
  /// The most lines of code of a type over all its files, comments and blank lines left out.
  private static let longestType = 600
  /// The most lines of a file, comments and blank lines included.
  private static let longestFile = 350

  /// Types that are longer than others may be, with the reason.
  private static let longTypes = [
    "Keys/WordList": "BIP-39's words, twelve lists of 2,048"
  ]

  /// Files that are longer than others may be, with the reason.
  private static let longFiles = [
    "Keys/Unicode/DecompositionData.swift": "Unicode's table of decompositions",
    "EVM/Interpreter/Interpreter+Loop.swift": "one function, whose state the compiler keeps in registers",
  ]

  /// The most files of a target that add members to a type which another of its files declares.
  private static let mostExtensions = 5

  /// Types that grow in more files, each with a reason in CONTRIBUTING.
  private static let grownTypes: Set = [
    "Devnet/Devnet", "Keys/WordList", "LecturesCommand/CommandContext", "Operations/Planner", "Primitives/UInt256",
  ]

  @Test("no type is longer than 600 lines of code, whatever number of files it is in")
  func types() throws {
    let sizes = try sources().reduce(into: [String: Int]()) { sizes, file in
      for (type, lines) in file.typeSizes { sizes["\(file.target)/\(type)", default: 0] += lines }
    }
    #expect(sizes.count > 1000)
    for (type, lines) in sizes where Self.longTypes[type] == nil {
      #expect(lines <= Self.longestType, "\(type) has \(lines) lines")
    }
    for type in Self.longTypes.keys { #expect(sizes[type] ?? 0 > Self.longestType, "\(type) needs no exception") }
  }

  @Test("no file is longer than 350 lines, and half of them have at most 120")
  func files() throws {
    let files = try sources()
    for file in files where Self.longFiles[file.name] == nil {
      #expect(file.lineCount <= Self.longestFile, "\(file.name) has \(file.lineCount) lines")
    }
    for name in Self.longFiles.keys {
      #expect(files.contains { $0.name == name && $0.lineCount > Self.longestFile }, "\(name) needs no exception")
    }
    #expect(files.map(\.lineCount).sorted()[files.count / 2] <= 120)
  }

  @Test("no type grows in more than five further files of its target")
  func extensions() throws {
    let files = try sources()
    let declared = Dictionary(grouping: files, by: \.target).mapValues {
      $0.reduce(into: Set()) { $0.formUnion($1.declared) }
    }
    var homes: [String: [String]] = [:]
    for file in files {
      for type in file.grown.subtracting(file.declared) where declared[file.target]?.contains(type) == true {
        homes["\(file.target)/\(type)", default: []].append(file.name)
      }
    }
    #expect(homes.count > 100)
    for (type, names) in homes where !Self.grownTypes.contains(type) {
      #expect(names.count <= Self.mostExtensions, "\(type) grows in \(names.sorted())")
    }
    let reasons = try String(
      contentsOf: #require(packageRoot()).appendingPathComponent("CONTRIBUTING.md"), encoding: .utf8)
    for type in Self.grownTypes {
      #expect(homes[type, default: []].count > Self.mostExtensions, "\(type) needs no exception")
      #expect(reasons.contains("`\(type)`"), "\(type) has no reason")
    }
  }

  @Test("an extension counts where it adds members that other files see")
  func countsExtensions() {
    let file = SourceFile(
      "T/A.swift",
      """
      struct A {
        var a = 1
      }
      extension A {
        var b: Int { 1 }
      }
      extension B {
        public static func c() {}
      }
      extension C {
        private func d() {
          let e = 1
        }
        struct E {}
        typealias F = E
      }
      private extension D {
        func g() {}
      }
      """)
    #expect(file.grown == ["A", "B"])
  }

  @Test("the folders of a target depend on one another in one direction")
  func folders() throws {
    for (target, files) in Dictionary(grouping: try sources(), by: \.target) {
      let cycle = FolderGraph(files).cycle
      #expect(cycle == nil, "\(target): \(cycle?.joined(separator: "; ") ?? "")")
    }
  }

  @Test("a cycle of folders is found, with the names that make it")
  func findsCycle() {
    let one = SourceFile("T/A/One.swift", "struct One {\n  var two: Two?\n}\n")
    let two = SourceFile("T/B/Two.swift", "/// Of ``One``.\nenum Two {\n  case one(\"One\")\n}\n")
    let back = SourceFile("T/B/Back.swift", "extension Two {\n  // One.\n  var one: One? { nil }\n}\n")
    let text = SourceFile("T/B/Text.swift", "let text = \"\"\"\n  One\n  \"\"\"\n")
    #expect(FolderGraph([one, two, text]).cycle == nil)
    #expect(FolderGraph([one, two, back]).cycle == ["A needs B: Two", "B needs A: One"])
  }

  @Test("sizes of types are added over their extensions, and leave comments out")
  func countsLines() {
    let file = SourceFile(
      "T/A.swift", "public struct A {\n  /// A.\n  let b = 1\n\n}\n\nextension A: B {\n  func c() {}\n}\n")
    #expect(file.typeSizes == ["A": 6] && file.lineCount == 9)
  }

  private func sources() throws -> [SourceFile] {
    let folder = try #require(packageRoot()).appendingPathComponent("Sources")
    let walk = try #require(FileManager.default.enumerator(atPath: folder.path))
    var files: [SourceFile] = []
    for case let name as String in walk where name.hasSuffix(".swift") {
      files.append(SourceFile(name, try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)))
    }
    return files
  }
}

/// A Swift file, read line by line as `swift format` leaves it: what is declared at the top begins a line.
private struct SourceFile {
  /// The path below `Sources`.
  let name: String
  /// The number of its lines.
  let lineCount: Int
  /// The names of types that it declares, nested ones left out.
  private(set) var declared: Set<String> = []
  /// The names with a capital letter that its code has.
  private(set) var used: Set<String> = []
  /// Lines of code by the type that they are part of.
  private(set) var typeSizes: [String: Int] = [:]

  /// The types that extensions add members to, which other files see; what only nests types, and what conforms by nothing of
  /// its own, adds none.
  private(set) var grown: Set<String> = []

  /// The folder right below `Sources`.
  var target: String { String(name.prefix { $0 != "/" }) }

  /// The folder right below the target's; empty for its own.
  var folder: String {
    let parts = name.split(separator: "/")
    return parts.count > 2 ? String(parts[1]) : ""
  }

  init(_ name: String, _ text: String) {
    self.name = name
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    lineCount = lines.count
    var type: String?
    var extended: String?
    var isText = false
    for line in lines {
      let wasText = isText
      let code = Self.code(line, &isText)
      guard wasText || isText || code.contains(where: { $0 != " " }) else { continue }
      if let (name, isNew) = Self.declaration(code) {
        type = name
        if isNew { declared.insert(name) }
        extended = isNew || code.hasPrefix("private ") || code.hasPrefix("fileprivate ") ? nil : name
      } else if let extended, Self.isMember(code) {
        grown.insert(extended)
      }
      if !code.hasPrefix("import ") { used.formUnion(Self.names(code)) }
      if let type { typeSizes[type, default: 0] += 1 }
      if code.hasPrefix("}") || code.hasSuffix("{}") && !code.hasPrefix(" ") { (type, extended) = (nil, nil) }
    }
  }

  /// A line without its comment and without what stands between quotes.
  ///
  /// - Parameter isText: whether the line is in a text of several lines, which begin and end with three quotes.
  private static func code(_ line: Substring, _ isText: inout Bool) -> Substring {
    var code: [UInt8] = []
    var (inQuotes, isEscaped) = (false, false)
    let bytes = Array(line.utf8)
    var index = 0
    while index < bytes.count {
      let rest = bytes[index...]
      if rest.starts(with: [0x22, 0x22, 0x22]), !inQuotes {
        isText.toggle()
        index += 3
        continue
      }
      let byte = bytes[index]
      index += 1
      if isText { continue }
      if inQuotes {
        (inQuotes, isEscaped) = (byte != 0x22 || isEscaped, byte == 0x5c && !isEscaped)
      } else if byte == 0x22 {
        inQuotes = true
      } else if byte == 0x2f, rest.dropFirst().first == 0x2f {
        break
      } else {
        code.append(byte)
      }
    }
    return Substring(decoding: code, as: UTF8.self)
  }

  /// The type that a line at the left margin declares or extends, and whether it declares it.
  private static func declaration(_ line: Substring) -> (name: String, isNew: Bool)? {
    guard line.first?.isLetter == true || line.first == "@" else { return nil }
    let kinds = ["struct", "class", "enum", "actor", "protocol", "extension", "typealias"]
    let words = line.split(whereSeparator: { $0 == " " })
    guard let index = words.firstIndex(where: { kinds.contains(String($0)) }), index + 1 < words.count else {
      return nil
    }
    guard words[..<index].allSatisfy({ $0.first == "@" || modifiers.contains(String($0)) }) else { return nil }
    let name = words[index + 1].prefix { $0.isLetter || $0.isNumber || $0 == "." || $0 == "_" }
    return (String(name), words[index] != "extension")
  }

  /// Whether a line declares a member of a type at the left margin, which other files see and which is no type.
  private static func isMember(_ line: Substring) -> Bool {
    guard line.hasPrefix("  "), line.dropFirst(2).first?.isLetter == true || line.dropFirst(2).first == "@" else {
      return false
    }
    let words = line.split { !($0.isLetter || $0.isNumber || $0 == "@" || $0 == "_") }.map(String.init)
    let kind = words.first { $0.first != "@" && !modifiers.contains($0) && !memberModifiers.contains($0) }
    return ["func", "var", "let", "init", "subscript"].contains(kind) && !words.contains("private")
      && !words.contains("fileprivate")
  }

  private static let memberModifiers: Set<String> = ["static", "mutating", "convenience", "override", "lazy"]

  private static let modifiers: Set<String> = [
    "public", "package", "internal", "private", "fileprivate", "final", "indirect", "nonisolated",
  ]

  private static func names(_ code: Substring) -> [String] {
    code.split { !($0.isLetter || $0.isNumber || $0 == "_") }.filter { $0.first?.isUppercase == true }.map(String.init)
  }
}

/// The folders of a target, and which of them uses names that another declares.
private struct FolderGraph {
  /// The names that a folder needs of another.
  private var needs: [String: [String: Set<String>]] = [:]

  init(_ files: [SourceFile]) {
    var homes: [String: Set<String>] = [:]
    for file in files { for name in file.declared { homes[name, default: []].insert(file.folder) } }
    for file in files {
      for name in file.used {
        // A name that two folders declare is private to each.
        guard let home = homes[name], home.count == 1, let other = home.first, other != file.folder else { continue }
        needs[file.folder, default: [:]][other, default: []].insert(name)
      }
    }
  }

  /// A way from a folder back to itself, one dependency an entry; nil if there is none.
  var cycle: [String]? {
    var done: Set<String> = []
    for folder in needs.keys.sorted() {
      if let way = search(folder, [folder], &done) {
        return zip(way, way.dropFirst()).map { from, to in
          let names = needs[from]?[to].map { $0.sorted().prefix(4).joined(separator: ", ") } ?? ""
          return "\(from.isEmpty ? "(root)" : from) needs \(to.isEmpty ? "(root)" : to): \(names)"
        }
      }
    }
    return nil
  }

  private func search(_ folder: String, _ way: [String], _ done: inout Set<String>) -> [String]? {
    guard !done.contains(folder) else { return nil }
    for next in (needs[folder] ?? [:]).keys.sorted() {
      if let start = way.firstIndex(of: next) { return way[start...] + [next] }
      if let found = search(next, way + [next], &done) { return found }
    }
    done.insert(folder)
    return nil
  }
}
