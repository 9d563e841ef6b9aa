import Alerts
import ArgumentParser
import ChainIndex
import Localization
import Operations
import Primitives
import StrictJSON
import Terminal

/// `lectures index hook`
struct IndexHook: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "hook", "Manage the webhooks of an index.",
    examples: [
      "lectures index hook add https://example.org/hook --secret-file secret.txt": "all that comes from now on",
      "lectures index hook add http://127.0.0.1:8000/ --event PurchasingLecture --from-block 0 --final-only":
        "one event, from the first block on, and nothing that could be undone",
      "lectures index hook list": "how far each has come", "lectures index hook remove 1": "",
    ],
    after: """
      While `index run` writes the index, each webhook gets a POST for every event, one after another in the order of \
      the chain, and one more for each event that a reorganisation took back. A POST is sent again until it is \
      answered with a status from 200 to 299: a receiver that notes the id together with its effect handles each event \
      once.
      """,
    subcommands: [IndexHookAdd.self, IndexHookList.self, IndexHookRemove.self])
}

/// `lectures index hook add URL`
struct IndexHookAdd: ReportingCommand {
  static let configuration = CommandConfiguration(
    "add", "Add a webhook to an index.",
    examples: [
      "lectures index hook add https://example.org/hook --secret-file secret.txt": "all that comes from now on",
      "lectures index hook add http://127.0.0.1:8000/ --event PurchasingLecture --from-block 0 --final-only":
        "one event, from the first block on, and nothing that could be undone",
    ],
    after: """
      The address is https:// or on this machine. With a secret, the first line of a file, X-Lectures-Signature is \
      sha256=HEX, the HMAC-SHA-256 of the body. X-Lectures-Delivery has the id: chain, block hash, place in the \
      block, and apply or retract.
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: NodeOptions.title) var nodeOptions: NodeOptions
  @OptionGroup(title: ContractOptions.title) var contractOptions: EventContractOptions
  @OptionGroup var index: IndexOptions
  @Argument(help: "The receiver's address.") var url: String
  @Option(
    help: ArgumentHelp("A file whose first line is the secret that signs posts.", valueName: "file"),
    completion: .file())
  var secretFile: String?
  @Option(help: ArgumentHelp("Notify only of events of this name or signature.", valueName: "event")) var event: String?
  @Flag(help: "Notify of an event only once its block is final.") var finalOnly = false

  func run(in context: CommandContext) async throws -> Report {
    let open = try await index.open(in: context, isReadOnly: false)
    let filter = try await EventChoice(open.store.identity()?.sources ?? []).filter(
      contract: context.isGiven(.contract) ? try context.settings.contract() : nil, event, in: context)
    let request = try HookRequest(
      to: url, secretFile: secretFile, filter, isFinalOnly: finalOnly,
      firstBlock: context.isGiven(.fromBlock) ? try context.settings.fromBlock() : nil)
    let number = try await open.store.add(request)
    let language = context.language
    return Report(["hook": .integer(number), "file": .string(open.store.name)]) {
      StyledText(language[HookText.added(number)], .good)
    }
  }
}

/// `lectures index hook list`
struct IndexHookList: ReportingCommand {
  static let configuration = CommandConfiguration(
    "list", "List the webhooks of an index.",
    examples: ["lectures index hook list": "how far each has come, and its last problem"])

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: NodeOptions.title) var nodeOptions: NodeOptions
  @OptionGroup(title: ContractOptions.title) var contractOptions: LectureContractOptions
  @OptionGroup var index: IndexOptions

  func run(in context: CommandContext) async throws -> Report {
    let store = try await index.open(in: context).store
    let hooks = try await store.hooks()
    let table = HookProgress.table(hooks, in: context.language)
    return Report(["file": .string(store.name), "hooks": .array(hooks.map(\.json))]) { table }
  }
}

/// `lectures index hook remove N`
struct IndexHookRemove: ReportingCommand {
  static let configuration = CommandConfiguration(
    "remove", "Remove a webhook of an index.",
    examples: ["lectures index hook remove 1": "nothing more is sent to it"])

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: NodeOptions.title) var nodeOptions: NodeOptions
  @OptionGroup(title: ContractOptions.title) var contractOptions: LectureContractOptions
  @OptionGroup var index: IndexOptions
  @Argument(help: "The webhook's number in `index hook list`.") var number: Int64

  func run(in context: CommandContext) async throws -> Report {
    let store = try await index.open(in: context, isReadOnly: false).store
    try await store.removeHook(number)
    let (language, number) = (context.language, number)
    return Report(["hook": .integer(number), "file": .string(store.name)]) {
      StyledText(language[HookText.removed(number)], .good)
    }
  }
}
