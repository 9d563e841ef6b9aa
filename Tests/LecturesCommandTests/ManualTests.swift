import Operations
import Testing

@testable import LecturesCommand

@Suite("The manual")
struct ManualTests {
  private func page(_ name: String) throws -> String {
    try #require(try Manual.pages().first { $0.name == name }, "\(name)").text
  }

  @Test("has a page for the program and one for every command that help lists")
  func pages() async throws {
    let names = try Manual.pages().map(\.name)
    #expect(names.first == "lectures" && Set(names).count == names.count)
    for path in [["lectures"], ["lectures", "wallet"], ["lectures", "contract"], ["lectures", "tx"]] {
      let help = await CommandRun("\(path.dropFirst().joined(separator: " ")) --help").output
      let listed = help.split(separator: "\n").filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }
        .compactMap { $0.split(separator: " ").first.map(String.init) }
        .filter { $0.allSatisfy(\.isLetter) && !["lectures", "See"].contains($0) }
      #expect(!listed.isEmpty)
      for word in listed { #expect(names.contains((path + [word]).joined(separator: "-")), "\(word)") }
    }
    #expect(!names.contains { $0.hasSuffix("manual") || $0.hasSuffix("help") })
  }

  @Test("tells of a command what its help tells: usage, examples as they are typed, options")
  func command() throws {
    let text = try page("lectures-purchase")
    #expect(
      text.hasPrefix(".TH \"LECTURES\\-PURCHASE\" 1 \"\" \"lectures \(Version.text)\" \"lectures manual\"\n.SH NAME\n"))
    #expect(text.contains("\n.SH SYNOPSIS\n\\fBlectures purchase\\fR "))
    #expect(text.contains("\nlectures purchase 0 \\-\\-from student1\n"))
    #expect(text.contains("\n.TP\n\\fB\\-\\-price <price>\\fR\n"), "\(text)")
    #expect(
      text.contains("\\fBlectures\\fR(1)") && !text.contains("\\fB\\-\\-json") && !text.contains("\\-\\-version"))
    for (title, option) in [("NODE", "endpoint"), ("SPENDING", "max\\-price"), ("ACCOUNT", "keystore\\-dir")] {
      #expect(text.contains("\n.SH \(title) OPTIONS\n") && text.contains("\\-\\-\(option)"), "\(title)")
    }
    #expect(try page("lectures-wallet-new").contains("\\fBlectures\\-wallet\\fR(1)"))
  }

  @Test("tells how a command is typed, with what it must have and may have, and the options of its groups")
  func usage() throws {
    #expect(try page("lectures-reopen").contains("\\fR [<options>] <lecture> \\-\\-price <price>\n"))
    #expect(try page("lectures-average").contains("\\fR [<options>] [<lectures> ...]\n"))
    #expect(try page("lectures-wallet").contains("\n\\fBlectures wallet\\fR <subcommand>\n"))
    #expect(try page("lectures-gas").contains("[<subcommand>]\n"))
    #expect(try page("lectures-devnet-run").contains("\n\\fB\\-\\-hardfork <name>\\fR\n"))
    #expect(try page("lectures-wallet-new").contains("(values: english, korean, "))
  }

  @Test("has the global options, the exit statuses and the variables once, on the program's page")
  func reference() throws {
    let text = try page("lectures")
    #expect(text.contains(".SH GLOBAL OPTIONS\n"))
    for status in ExitStatus.allCases { #expect(text.contains("\n\\fB\(status.rawValue)\\fR\n")) }
    for key in SettingKey.allCases {
      #expect(text.contains("\\fB\(key.variable)\\fR") == key.isOverridable, "\(key.name)")
    }
  }

  @Test("has no instruction to the formatter but its own, and no invisible character")
  func escaping() throws {
    let known = [".TH ", ".SH ", ".TP", ".PP", ".RS 4", ".RE", ".nf", ".fi"]
    for page in try Manual.pages() {
      #expect(page.text.contains(".SH NAME\n") && page.text.contains(".SH SYNOPSIS\n"))
      #expect(!page.text.contains("\u{A0}") && page.text.hasSuffix("\n"))
      for line in page.text.split(separator: "\n") where line.hasPrefix(".") || line.hasPrefix("'") {
        #expect(known.contains { line.hasPrefix($0) }, "\(page.name): \(line)")
      }
    }
    #expect(Roff.escaped(".so /etc/passwd") == "\\&.so /etc/passwd")
    #expect(Roff.escaped("'\\n --x") == "\\&'\\en \\-\\-x")
    var roff = Roff(title: "x")
    roff.prose("One.\n\n  a,b\n  c\nTwo.\n")
    #expect(roff.text.hasSuffix("One.\n.PP\n.RS 4\n.nf\na,b\nc\n.fi\n.RE\nTwo.\n.PP\n"))
  }

  @Test("is written as files")
  func files() async {
    let directory = TemporaryDirectory()
    let run = await CommandRun("manual \(directory.file("man"))")
    #expect(run.status == .success, "\(run.errors)")
    #expect(directory.read("man/lectures-list.1")?.hasPrefix(".TH \"LECTURES\\-LIST\"") == true)
    #expect(directory.read("man/lectures.1")?.contains(".SH COMMANDS\n") == true)
  }
}
