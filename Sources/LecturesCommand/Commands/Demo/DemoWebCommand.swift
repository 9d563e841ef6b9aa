import ArgumentParser
import Localization
import Operations
import Terminal
import WebApp

/// `lectures demo web`: a school with lectures, students and an exchange, as pages in a browser.
struct DemoWebCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    "web", "Serve the web app over a devnet with lectures and an exchange.",
    examples: [
      "lectures demo web": "opens the browser; Ctrl-C ends it",
      "lectures demo web --no-open --port 0": "any free port; prints the address",
    ],
    after: """
      It starts a devnet, opens three lectures, lets students buy and rate them, and starts a relay with a book. The \
      accounts are those of the usual test mnemonic, whose keys everybody knows; they, their outbox and all else are \
      kept in a folder that is taken away at the end.
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @Option(help: ArgumentHelp("The port to listen on; 0 is any free one.", valueName: "number")) var port: UInt16 = 7788
  @Flag(name: .customLong("no-open"), help: "Open no browser.") var staysClosed = false

  func run(in context: CommandContext) async throws -> Report {
    let school = try await context.progress(context.language[ServingText.openingSchool]) { _ in
      try await DemoSchool.open(for: context)
    }
    do {
      var options = Site.Options(clock: LocalTime.now)
      options.language = context.language
      options.program = "lectures/\(Version.text)"
      options.linkCommand = WebCommand.linkCommand
      let site = Site(
        school.settings, texts: PageTexts.following(context), outboxes: context.outbox.open, options: options)
      let server = try await WebServer.start(site, port: port, logger: try context.log("web"))
      var serving = WebServing(
        server: server, socket: try await WebPlace(context.settings).socket(), opens: !staysClosed, context: context)
      serving.notes = [
        context.language[
          ServingText.accounts(
            DemoSchool.people.map(\.name).joined(separator: ", "), password: DemoSchool.password)]
      ]
      serving.end = { await school.close() }
      return try await serving.report
    } catch {
      await school.close()
      throw error
    }
  }
}
