import ArgumentParser
import Keystores
import Primitives
import StrictJSON
import Terminal

/// `lectures manual DIRECTORY`: writes the manual pages, for installers and packagers of the program.
struct ManualCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    "manual", "Write the manual pages.",
    examples: ["lectures manual .build/man": "lectures.1, and a page for every command"],
    shouldDisplay: false)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @Argument(help: "The directory for the pages.", completion: .directory) var directory: String

  func run(in context: CommandContext) async throws -> Report {
    let pages = try Manual.pages()
    for page in pages {
      let path = "\(directory)/\(page.name).1"
      try PrivateFile.makeFolder(of: path)
      try await PrivateFile.write(Bytes(page.text.utf8), to: path, replacing: true)
    }
    return Report(["directory": .string(directory), "pages": .array(pages.map { .string("\($0.name).1") })]) {
      "\(pages.count, .strong) pages are in \(directory)."
    }
  }
}
