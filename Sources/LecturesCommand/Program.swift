import ArgumentParser
import Localization
import Operations
import Primitives
import StrictJSON
import Terminal

/// The way from arguments to an ending: parses them, runs the command, and knows the text to print and the exit status.
struct Program {
  let root: any AsyncParsableCommand.Type
  let environment: Environment
  let sent = SentTransactions()
  private let outboxes = OpenOutboxes()

  init(root: any AsyncParsableCommand.Type = Lectures.self, environment: Environment) {
    self.root = root
    self.environment = environment
  }

  /// The end of a run, not printed yet.
  struct Ending: Sendable {
    enum Content: Sendable {
      case report(Report)
      /// Help, a version, a completion script.
      case text(String)
      case failure(CommandFailure)
    }

    let content: Content
    let console: Console

    var status: ExitStatus {
      switch content {
      case .report(let report): report.failure?.status ?? .success
      case .text: .success
      case .failure(let failure): failure.status
      }
    }
  }

  /// Runs the arguments as the system gives them: an argument that is not UTF-8 is refused, not signed or sent altered.
  func run(words: [[UInt8]]) async -> Ending {
    let arguments = words.map { String(decoding: $0, as: UTF8.self) }
    guard let index = words.firstIndex(where: { String(validating: $0, as: UTF8.self) == nil }) else {
      return await run(arguments)
    }
    let failure = CommandFailure(
      .usage, CommandRefusal.otherEncoding(argument: PlainText.escaped(arguments[index])))
    return Ending(content: .failure(failure), console: Console(environment, outputMode: outputMode(of: arguments)))
  }

  /// Runs the command that the arguments name.
  func run(_ arguments: [String]) async -> Ending {
    // Before they are parsed, and if they cannot be, the way to speak has to be read off the words themselves.
    var console = Console(environment, outputMode: outputMode(of: arguments))
    var sends = false
    if let text = await completion(for: arguments) { return Ending(content: .text(text), console: console) }
    do {
      let parsed = try await parsed(arguments)
      guard let command = parsed as? any ReportingCommand else { return try await runOther(parsed, console) }
      console = Console(environment, outputMode: command.global.outputMode(in: language(console.language, of: command)))
      let isDryRun = (command as? any DryRunCommand)?.trial.dryRun ?? false
      sends = (command is any DryRunCommand || command is any TransactingCommand) && !isDryRun
      let options = SharedOptions(of: command)
      let use = type(of: command).fileUse
      let settings = try Settings(options.given, environment: environment.variables, use: use)
      // A command that mends the settings has to work while the language is wrong.
      if let language = use == .mending ? try? settings.language() : try settings.language() {
        console = Console(
          environment, outputMode: command.global.outputMode(in: self.language(language, of: command)))
      }
      let context = CommandContext(
        options: options, settings: settings, console: console, prompter: environment.prompter, sent: sent,
        outboxes: outboxes,
        sending: (command as? any SendingCommand)?.sending,
        transaction: (command as? any TransactingCommand)?.transaction, isDryRun: isDryRun)
      let report = try await command.run(in: context)
      guard let service = report.service else { return Ending(content: .report(report), console: console) }
      console.print(report, sent: sent)
      if let grace = report.grace { environment.allow(grace) }
      // A service ends well when it is stopped.
      try await service()
      return Ending(content: .text(""), console: console)
    } catch {
      let content = content(for: error, arguments, console)
      guard sends, case .failure(let failure) = content else { return Ending(content: content, console: console) }
      return Ending(content: .failure(failure.telling(ofMoneyIn: sent)), console: console)
    }
  }

  /// The language to speak: English where a script reads JSON and nobody is there to be asked, since a question that
  /// nobody answers is a part of its failure.
  private func language(_ own: Language, of command: any ReportingCommand) -> Language {
    command.global.json && environment.prompter == nil ? .english : own
  }

  /// The answer to a shell that completes a line, or the script by which it asks; nil for other arguments.
  private func completion(for arguments: [String]) async -> String? {
    if let script = CompletionScript(for: arguments) { return script.text }
    return await LineCompletion(root: root, environment: environment.variables).lines(for: arguments)
  }

  /// The command that the arguments name, with its options.
  ///
  /// It is parsed alone; only if that gives no command to run are all others looked at, which takes longer than many a
  /// command: for help, and for words about a mistake that name the way there.
  private func parsed(_ arguments: [String]) async throws -> any ParsableCommand {
    let tree = CommandTree(root: root)
    if let (command, rest) = tree.named(by: arguments),
      let parsed = try? await command.asyncParseAsRoot(rest), parsed is any ReportingCommand
    {
      return parsed
    }
    return try await root.asyncParseAsRoot(tree.arranged(arguments))
  }

  /// Prints an ending, closes open files, and returns the status to exit with.
  func conclude(_ ending: Ending) async -> ExitStatus {
    let status = print(ending)
    // Last of all, so that nobody waits for the disk.
    await outboxes.close()
    return status
  }

  private func print(_ ending: Ending) -> ExitStatus {
    let console = ending.console
    switch ending.content {
    case .report(let report): console.print(report, sent: sent)
    case .text(let text): console.print(text: text.isEmpty || text.hasSuffix("\n") ? text : text + "\n")
    case .failure(let failure): console.print(failure, sent: sent)
    }
    if let failure = console.outputFailure {
      console.say(failure.styledLines(in: console.language))
      return ending.status == .success ? failure.status : ending.status
    }
    return ending.status
  }

  /// Prints the last report if a command that was asked to stop does not.
  func lastWords(signal: Int32, arguments: [String]) {
    let console = Console(environment, outputMode: outputMode(of: arguments))
    console.print(Program.interrupted(by: signal, meanwhile: nil), sent: sent)
  }

  // MARK: Errors

  /// The commands of the library itself (`help`), and those that only have subcommands.
  private func runOther(_ command: any ParsableCommand, _ console: Console) async throws -> Ending {
    var command = command
    if var command = command as? any AsyncParsableCommand { try await command.run() } else { try command.run() }
    return Ending(content: .text(""), console: console)
  }

  private func content(for error: any Error, _ arguments: [String], _ console: Console) -> Ending.Content {
    if let signal = environment.signal() {
      return .failure(Program.interrupted(by: signal, meanwhile: error))
    }
    if error is CommandFailure || error is any CommandFailureConvertible { return .failure(CommandFailure(error)) }
    let rule = UsageRule.broken(in: error)
    switch root.exitCode(for: error) {
    case .success:
      if let failure = unknownCommand(arguments) { return .failure(failure) }
      let columns = max(60, min(environment.screen.columns, 100))
      let text = root.fullMessage(for: error, columns: columns)
      let destination = CommandTree(root: root).destination(of: arguments)
      let isAboutAll = text.hasPrefix("OVERVIEW: ") && destination.path.count == 1
      return .text(
        Help.arranged(
          text, usage: destination.usage, appending: isAboutAll ? ExitStatus.manual(columns: columns) : ""))
    case let code where code == .validationFailure || rule != nil:
      return .failure(unknownCommand(arguments) ?? misuse(root.message(for: error), rule, arguments))
    default:
      return .failure(CommandFailure(error))
    }
  }

  /// The failure that names a mistyped command; nil if all names are right.
  private func unknownCommand(_ arguments: [String]) -> CommandFailure? {
    let destination = CommandTree(root: root).destination(of: arguments)
    guard let word = destination.unknown else { return nil }
    return CommandFailure(
      .usage,
      CommandRefusal.unknownCommand(
        word: word, command: destination.name,
        suggestion: NearMatch.phrase(for: word, among: destination.subcommandNames)),
      details: ["word": .string(word)])
  }

  private func misuse(_ message: String, _ rule: UsageRule?, _ arguments: [String]) -> CommandFailure {
    let tree = CommandTree(root: root)
    let destination = tree.destination(of: arguments)
    var (message, rule, takers, dashed) = (message, rule, CommandsWithOption?.none, String?.none)
    let number = arguments.prefix { $0 != "--" }.first { $0.hasPrefix("-") && $0.dropFirst().first?.isNumber == true }
    // A missing argument may only be mistyped, or look like an option; an option's value that the parser reads as an
    // argument, or a rule that is broken, may be the fault of an option that is none.
    let isMissing = message.hasPrefix("Missing ")
    if let option = tree.unknownOption(of: destination), isMissing || option.word.hasPrefix("--") {
      rule = nil
      takers = CommandsWithOption(tree.commands(taking: option.word))
      message = "Unknown option '\(option.word)'."
      if takers == nil { message += NearMatch.phrase(for: option.word, among: option.known) }
    } else if isMissing, let number {
      message = "The value '\(number)' is a negative number, and none is taken here."
    } else if let number, message.hasPrefix("Unknown option '\(number.prefix(2))"),
      destination.command.configuration.subcommands.isEmpty
    {
      // No option begins with a digit, so it is not like any.
      message = "Unknown option '\(number)'."
      dashed = number
    }
    return CommandFailure(
      .usage,
      CommandRefusal.misused(
        UsageErrorText(message, rule: rule), takers: takers, usage: destination.usage, dashed: dashed,
        command: destination.name))
  }

  private static func interrupted(by signal: Int32, meanwhile error: (any Error)?) -> CommandFailure {
    let status = ExitStatus(signal: signal)
    let words = status == .interrupted ? CommandRefusal.interrupted : .endedBySignal
    let failure = CommandFailure(CommandFailure.Code("interrupted", status), words)
    guard let error, case let cause = CommandFailure(error), cause.code != .interrupted else { return failure }
    return CommandFailure(failure.code, FailureWords(words.english.message, reason: cause.english.sentences)).translated
    {
      FailureWords($0[words].message, reason: cause.words(in: $0).sentences)
    }
  }

  /// `--json`, `--quiet`, `--no-color` and `--language` as they stand among the arguments; the language of the
  /// environment where none does.
  private func outputMode(of arguments: [String]) -> Console.OutputMode {
    let words = Array(arguments.prefix { $0 != "--" })
    let (option, variables) = ("--language", environment.variables)
    let named =
      words.first { $0.hasPrefix("\(option)=") }?.dropFirst(option.count + 1)
      ?? words.firstIndex(of: option).flatMap { words.dropFirst($0 + 1).first?[...] }
      ?? variables[SettingKey.language.variable]?[...]
    return Console.OutputMode(
      json: words.contains("--json"), quiet: words.contains("--quiet") || words.contains("-q"),
      verbose: false, colour: !words.contains("--no-color"),
      language: named.flatMap { Language($0) } ?? .ofSystem(variables))
  }
}
