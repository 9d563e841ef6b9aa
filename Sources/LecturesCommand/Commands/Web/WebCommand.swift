import ArgumentParser
import Files
import Keystores
import Logging
import Operations
import StrictJSON
import Terminal
import WebApp

/// `lectures web`: pages for a browser on this machine.
struct WebCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    "web", "Serve the web app.",
    examples: [
      "lectures web": "opens the browser; Ctrl-C ends it",
      "lectures web --no-open --port 0": "any free port; prints the address",
      "lectures web --new-link": "another address for a server that runs",
      "lectures web --read-only": "pages that only show",
      "lectures web --platform --public-url https://lectures.example": "for everybody, behind a proxy that speaks TLS",
    ],
    after: """
      The pages do what the commands do, with the same accounts, outbox and limits. They are served to this machine \
      alone, under a host name that is new at each start. The printed address works once, within five minutes. On \
      another machine: forward the port with ssh, with the same number on both sides.
      With --platform they are for everybody: people sign in with a wallet of their own, which signs what they do, and \
      no key is here. It speaks plain HTTP to a proxy in front, which speaks TLS under the name of --public-url.
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: NodeOptions.title) var nodeOptions: NodeOptions
  @OptionGroup(title: ContractOptions.title) var contractOptions: ContractOptions
  @OptionGroup(title: AccountOptions.title) var accountOptions: ActingAccountOptions
  @OptionGroup(title: AccountOptions.title) var keystoreOptions: KeystoreOptions
  @OptionGroup(title: FiatOptions.title) var fiatOptions: FiatOptions
  @OptionGroup(title: TrackingOptions.title) var trackingOptions: TrackingOptions
  @OptionGroup(title: WebLimitOptions.title) var limitOptions: WebLimitOptions
  @OptionGroup(title: LogOptions.title) var logOptions: LogOptions
  @OptionGroup(title: PlatformOptions.title) var platformOptions: PlatformOptions
  @Option(
    help: ArgumentHelp(
      "The port to listen on, 7788 by default, 7789 of a platform; 0 is any free one.", valueName: "number"))
  var port: UInt16?
  @Flag(name: .customLong("no-open"), help: "Open no browser.") var staysClosed = false
  @Option(help: ArgumentHelp("The longest time that a key is kept unlocked, up to 60m.", valueName: "time"))
  var lockAfter = "10m"
  @Flag(help: "Answer as 127.0.0.1, for a browser that does not know .localhost.") var plainHost = false
  @Flag(help: "Serve pages that only show.") var readOnly = false
  @Flag(help: "Print another address for the server that runs.") var newLink = false

  /// The command that prints another link to enter by.
  static let linkCommand = "lectures web --new-link"
  /// The command that shows a school to look at, beside a server of this one.
  static let demoCommand = "lectures demo web --port 0"

  /// The port where none is given.
  private static let usualPort: UInt16 = 7788

  func run(in context: CommandContext) async throws -> Report {
    // A quorum that cannot be reached is refused at the start, and not at the first payment.
    _ = try await context.choices.options()
    let log = try context.log("web")
    if platformOptions.platform {
      guard !staysClosed, !plainHost, !newLink else {
        throw CommandFailure(.usage, WebCommandRefusal.ownOptions)
      }
      var options = Site.Options(clock: LocalTime.now)
      (options.isReadOnly, options.language) = (readOnly, context.language)
      options.program = "lectures/\(Version.text)"
      options.log = { log.notice("\($0)") }
      return try await PlatformServing(options: platformOptions, port: port, context: context, log: log).report(options)
    }
    guard !platformOptions.isGiven else {
      throw CommandFailure(.usage, WebCommandRefusal.platformOptions)
    }
    let socket = try await WebPlace(context.settings).socket()
    if newLink { return try await printLink(socket) }
    guard let lock = Settings.duration(lockAfter), lock <= .seconds(3600) else {
      throw CommandFailure(.usage, WebCommandRefusal.lockTime)
    }
    if await LinkSocket.ask(at: socket) != nil {
      throw CommandFailure(
        .init("web.runsAlready", .failure), WebCommandRefusal.runsAlready(command: Self.linkCommand))
    }
    var options = Site.Options(clock: LocalTime.now)
    options.isReadOnly = readOnly
    options.lockAfter = lock.components.seconds
    options.language = context.language
    options.program = "lectures/\(Version.text)"
    options.linkCommand = WebCommand.linkCommand
    options.demoCommand = WebCommand.demoCommand
    options.log = { log.notice("\($0)") }
    let site = Site(
      context.settings, texts: PageTexts.following(context), outboxes: context.outbox.open, options: options)
    let server = try await WebServer.start(site, port: port ?? Self.usualPort, isPlain: plainHost, logger: log)
    // A node that is down is no reason to wait: pages tell of it.
    let takingUp = Task { await site.resumeInterruptedSends() }
    var serving = WebServing(server: server, socket: socket, opens: !staysClosed, context: context)
    serving.end = { takingUp.cancel() }
    return try await serving.report
  }

  private func printLink(_ socket: String) async throws -> Report {
    guard let link = await LinkSocket.ask(at: socket) else {
      throw CommandFailure(.init("web.notRunning", .failure), WebCommandRefusal.notRunning(command: "lectures web"))
    }
    return Report(["url": .string(link)]) { StyledText(link, .strong) }
  }
}

/// The files of a server of pages: the socket for new addresses, and the page that opens the browser.
struct WebPlace: Sendable {
  private let settings: Settings

  init(_ settings: Settings) { self.settings = settings }

  private func folder() async throws -> String {
    guard let state = settings.folders.state else {
      throw CommandFailure(.settings, WebCommandRefusal.noFolder)
    }
    let folder = "\(state)/web"
    try await BlockingWork.run { try Folder(folder).make() }
    return folder
  }

  /// The path of the socket.
  func socket() async throws -> String { try await folder() + "/link.socket" }

  /// Writes a page that leads to an address: whoever lists the running programs reads no secret in their arguments.
  func page(to address: String) async throws -> String {
    let path = try await folder() + "/open.html"
    let page = "<!doctype html><meta http-equiv=refresh content=\"0; url=\(address)\">\n"
    try await PrivateFile.write(Array(page.utf8), to: path, replacing: true)
    return path
  }
}
