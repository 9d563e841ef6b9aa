import Operations

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

  private let root: CommandDescription

  /// - Throws: The errors of `CommandDescription`.
  static func pages() throws -> [Page] {
    let manual = Manual(root: try CommandDescription(of: Lectures.self))
    return manual.pages(of: manual.root, below: [])
  }

  private func pages(of command: CommandDescription, below parents: [String]) -> [Page] {
    let path = parents + [command.name]
    return [page(of: command, path)] + command.commands.filter(\.isShown).flatMap { pages(of: $0, below: path) }
  }

  // MARK: A page

  private func page(of command: CommandDescription, _ path: [String]) -> Page {
    let name = path.joined(separator: "-")
    let isRoot = path.count == 1
    var page = Roff(title: name)
    page.section("Name")
    let abstract = command.abstract
    page.line("\(name) \\- \(Roff.escaped(abstract.hasSuffix(".") ? String(abstract.dropLast()) : abstract))")
    page.section("Synopsis")
    page.line("\\fB\(Roff.escaped(path.joined(separator: " ")))\\fR \(Roff.escaped(command.usage))")
    if !command.prose.isEmpty {
      page.section("Description")
      page.prose(command.prose)
    }
    page.section("Examples", verbatim: command.examples)
    page.section(
      "Commands",
      items: command.commands.filter(\.isShown).map {
        ((path + [$0.name]).dropFirst().joined(separator: " "), $0.abstract)
      })
    page.section("Arguments", items: items(command.arguments.filter(\.isPositional)))
    // The options of every command, `--help` and `--version` too, are listed once.
    let options = command.arguments.filter { !$0.isPositional && (isRoot || !isShared($0)) }
    page.section("Options", items: items(options.filter { $0.section == nil }))
    for section in sections(of: options) {
      page.section(section, items: items(options.filter { $0.section == section }))
    }
    if isRoot { reference(&page) } else { seeAlso(&page, path) }
    return Page(name: name, text: page.text)
  }

  /// Whether the program's own page lists an option.
  private func isShared(_ option: ArgumentDescription) -> Bool {
    root.arguments.contains { $0.names == option.names && $0.section == option.section }
  }

  /// The titles of the groups of options, in their order.
  private func sections(of options: [ArgumentDescription]) -> [String] {
    options.compactMap(\.section).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  private func items(_ arguments: [ArgumentDescription]) -> [(label: String, purpose: String)] {
    arguments.map { ($0.label, $0.purpose) }
  }

  private func seeAlso(_ page: inout Roff, _ path: [String]) {
    page.section("See also")
    let parents = path.dropLast()
    let above = parents.count == 1 ? "" : "\\fB\(Roff.escaped(parents.joined(separator: "-")))\\fR(1); "
    page.line("\(above)\\fB\(parents[0])\\fR(1) for the options of every command, the settings and the exit statuses")
  }

  /// The sections that only the program's own page has.
  private func reference(_ page: inout Roff) {
    page.section("Exit status", items: ExitStatus.allCases.map { ("\($0.rawValue)", $0.summary) })
    page.section(
      "Environment",
      items: SettingKey.allCases.filter(\.isOverridable).map { ($0.variable, "the same as \($0.flag)") } + [
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
}
