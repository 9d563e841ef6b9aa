import ArgumentParser
import StrictJSON
import Terminal

/// The manual: a page for the program and one for each of its commands, made from the argument parser's description.
///
/// The pages are in the macros of man(7), which groff and mandoc read.
struct Manual {
  /// A page of section 1.
  struct Page: Sendable {
    /// The page's name, as in `lectures-wallet-new`.
    let name: String
    let text: String
  }

  private let root: any AsyncParsableCommand.Type

  /// - Throws: `JSONError` if the argument parser describes its commands in a way that is not known.
  static func pages(of root: any AsyncParsableCommand.Type = Lectures.self) throws -> [Page] {
    let tree = try JSON(parsing: root._dumpHelp())
    return Manual(root: root).pages(of: tree["command"] ?? .null, below: [])
  }

  private func pages(of command: JSON, below parents: [String]) -> [Page] {
    let path = parents + [command["commandName"]?.string ?? ""]
    let below = commands(of: command).flatMap { pages(of: $0, below: path) }
    return [page(of: command, path)] + below
  }

  /// The commands below one, without hidden ones and those that every page would have (`help`).
  private func commands(of command: JSON) -> [JSON] {
    (command["subcommands"]?.array ?? [])
      .filter { $0["shouldDisplay"]?.bool != false && $0["commandName"] != "help" }
  }

  // MARK: A page

  private func page(of command: JSON, _ path: [String]) -> Page {
    let name = path.joined(separator: "-")
    let parents = path.dropLast()
    let abstract = command["abstract"]?.string ?? ""
    let arguments = (command["arguments"]?.array ?? []).filter { $0["shouldDisplay"]?.bool == true }
    let text = DiscussionText(command["discussion"]?.string ?? "")
    var page = Roff(title: name)
    page.section("Name")
    page.line("\(name) \\- \(Roff.escaped(abstract.hasSuffix(".") ? String(abstract.dropLast()) : abstract))")
    page.section("Synopsis")
    let usage = root.usageString(for: CommandTree(root: root).destination(of: Array(path.dropFirst())).command)
    page.line("\\fB\(Roff.escaped(path.joined(separator: " ")))\\fR\(Roff.escaped(tail(of: usage, after: path)))")
    if !text.prose.isEmpty {
      page.section("Description")
      page.prose(text.prose)
    }
    page.section("Examples", verbatim: text.examples)
    page.section("Commands", items: commands(of: command).map { item(of: $0, path) })
    page.section("Arguments", items: arguments.filter { $0["kind"] == "positional" }.map(item))
    let options = arguments.filter { $0["kind"] != "positional" }
    // `--help` and `--version` are listed once.
    let own = options.filter { $0["sectionTitle"] == nil && (parents.isEmpty || !isAboutAll($0)) }
    page.section("Options", items: own.map(item))
    // Those of every command stand on the program's own page.
    for title in titles(of: options) where parents.isEmpty || title != GlobalOptions.title {
      page.section(title, items: options.filter { $0["sectionTitle"]?.string == title }.map(item))
    }
    if parents.isEmpty {
      reference(&page)
    } else {
      page.section("See also")
      let above = parents.count == 1 ? "" : "\\fB\(Roff.escaped(parents.joined(separator: "-")))\\fR(1); "
      page.line("\(above)\\fB\(parents[0])\\fR(1) for the options of every command, the settings and the exit statuses")
    }
    return Page(name: name, text: page.text)
  }

  /// The titles of groups of options, each once, in their order.
  private func titles(of options: [JSON]) -> [String] {
    var seen: Set<String> = []
    return options.compactMap { $0["sectionTitle"]?.string }.filter { seen.insert($0).inserted }
  }

  private func isAboutAll(_ option: JSON) -> Bool {
    ["help", "version"].contains(option["preferredName"]?["name"]?.string)
  }

  /// The sections that only the program's own page has.
  private func reference(_ page: inout Roff) {
    page.section("Exit status", items: ExitStatus.allCases.map { ("\($0.rawValue)", $0.summary) })
    page.section(
      "Environment",
      items: SettingKey.all.filter(\.isOverridable).map { ($0.variable, "the same as \($0.flag)") } + [
        ("LECTURES_PROFILE", "the same as --profile"), ("LECTURES_CONFIG", "the same as --config"),
        ("LECTURES_ORACLE_KEY", "the key of a gas oracle, where no file with it is named"),
        ("NO_COLOR", "if it is not empty, no colours are written"),
      ])
    page.section(
      "Files",
      items: [
        (
          "~/.config/lectures/config.json",
          "profiles and networks, as Docs/configuration.md describes them (or below XDG_CONFIG_HOME)"
        ),
        ("~/.local/share/lectures/keystores", "encrypted key files (or below XDG_DATA_HOME)"),
        ("~/.local/share/lectures/gas.sqlite", "prices of gas and alerts (or below XDG_DATA_HOME)"),
      ])
  }

  /// A command below another as an item of a list.
  private func item(of command: JSON, _ path: [String]) -> (String, String) {
    (
      (path + [command["commandName"]?.string ?? ""]).dropFirst().joined(separator: " "),
      command["abstract"]?.string ?? ""
    )
  }

  /// An argument, a flag or an option as an item of a list: its form, and its purpose.
  private func item(_ argument: JSON) -> (String, String) {
    let value = "<\(argument["valueName"]?.string ?? "value")>"
    var label = value
    if argument["kind"] != "positional" {
      let names = (argument["names"]?.array ?? []).map { name in
        (name["kind"] == "long" ? "--" : "-") + (name["name"]?.string ?? "")
      }
      label = names.joined(separator: ", ") + (argument["kind"] == "option" ? " \(value)" : "")
    }
    let purpose = [argument["abstract"]?.string, argument["defaultValue"]?.string.map { "(default: \($0))" }]
    return (label, purpose.compactMap { $0 }.joined(separator: " "))
  }

  /// A usage without the words of the command itself.
  private func tail(of usage: String, after path: [String]) -> String {
    let words = usage.split(whereSeparator: \.isWhitespace)
    return words.dropFirst(path.count).map { " \($0)" }.joined()
  }
}

/// A command's discussion, split into its parts: the prose, and the examples that ``Help`` put behind it.
private struct DiscussionText {
  let prose: String
  let examples: [String]

  init(_ text: String) {
    let plain = text.replacing("\u{A0}", with: " ")
    guard let mark = plain.firstRange(of: "EXAMPLES:\n") else {
      (prose, examples) = (plain, [])
      return
    }
    prose = String(plain[..<mark.lowerBound]).trimmed
    examples = plain[mark.upperBound...].split(separator: "\n").map { String($0).trimmed }
  }
}
