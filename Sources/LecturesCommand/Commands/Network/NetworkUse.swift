import ArgumentParser
import Evidence
import StrictJSON
import Terminal

/// `lectures network use`: keeps a network, and the other given settings, in the profile.
struct NetworkUse: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "use",
    abstract: "Choose the network for later commands.",
    discussion: Help.examples(
      [
        "lectures network use kairos": "Kaia's test network",
        "lectures network use kaia --contract 0x… --from-block 123 --from teacher --max-total-fee 0.1":
          "everything given on the line is kept with it",
        "lectures network use kaia --profile school": "in a profile of its own",
        "lectures network use campus --endpoint http://10.0.0.5:8545 --chain-id 1337": "a network of your own",
      ],
      after: "The settings given on the same line are kept in the profile too."))

  static let writesConfiguration = true

  @Argument(
    help: ArgumentHelp("The network.", valueName: "name"),
    completion: .list(Network.builtIn.map(\.name)))
  var name: String

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions

  func validate() throws {
    guard name.count <= 64, name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) }) else {
      throw ValidationError("The name of a network has letters, digits, -, _ and . only.")
    }
    if let other = global.network, other != name {
      throw ValidationError("The network is named twice: '\(name)' and --network '\(other)'.")
    }
  }

  func run(in context: CommandContext) async throws -> Report {
    let settings = context.settings
    var values = settings.flagValues
    values[.network] = [name]
    let definition = try newNetwork(settings)
    let profile = settings.profile

    func change(_ file: inout ConfigFile) {
      file.makeCurrent(profile: profile)
      var kept = values
      if let definition {
        file.define(network: name, definition)
        kept[.endpoint] = nil
        kept[.chainID] = nil
      }
      file.set(kept, profile: profile, network: name)
    }

    // An unusable network is not kept.
    var file = settings.file
    change(&file)
    let coming = settings.with(flags: values, file: file)
    for setting in coming.explained() where values[setting.key] != nil {
      if let problem = setting.problem { throw problem }
    }
    if values[.checkpoint] != nil, let network = try? coming.network(),
      network.chainID.flatMap(UInt64.init(exactly:)).flatMap(KaiaChain.known) == nil
    {
      throw CommandFailure(
        .settings, "A checkpoint proves nothing on the network \(name); nothing was kept.",
        reason: "Seals can be followed on Kaia (8217) and Kairos (1001).",
        advice: "Leave --checkpoint away, or choose one of those.")
    }
    try ConfigFile.update(settings.file.path) { change(&$0) }

    if let other = context.settings.environment[SettingKey.network.variable], !other.isEmpty, other != name {
      context.warn("\(SettingKey.network.variable)=\(other) is set in the environment and is stronger.")
    }
    let kept = SettingKey.all.filter { values[$0] != nil && $0 != .network }.map(\.name)
    return Report([
      "network": .string(name), "profile": .string(profile), "file": .text(settings.file.path),
      "kept": .array(kept.map { .string($0) }),
    ]) {
      "Commands work on \(name, .strong) from now on (profile \(profile))."
      if !kept.isEmpty { "Kept with it: \(kept.joined(separator: ", "))." }
      "\("lectures network show", .action) shows what is set."
    }
  }

  /// The definition of a network that nobody knows yet; nil if it is known.
  private func newNetwork(_ settings: Settings) throws(CommandFailure) -> JSONObject? {
    let values = settings.flagValues
    guard try settings.definition(of: name) == nil, let endpoints = values[.endpoint] else { return nil }
    guard let chainID = values[.chainID]?.first else {
      throw CommandFailure(
        .usage, "A network of your own needs --chain-id.",
        reason: "What is signed for one chain must not be good on another.",
        advice: "Add --chain-id N; the node tells it as eth_chainId.")
    }
    return ["chain-id": .string(chainID), "endpoint": ConfigFile.json(endpoints)]
  }
}
