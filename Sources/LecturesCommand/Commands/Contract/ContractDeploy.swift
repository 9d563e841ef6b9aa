import ArgumentParser
import ContractABI
import ContractClient
import LectureKit
import Localization
import NodeRPC
import Operations
import Primitives
import Sending
import StrictJSON
import Terminal

/// `lectures contract deploy CONTRACT …`: puts a contract on the chain.
struct ContractDeploy: SendingCommand {
  static let configuration = CommandConfiguration(
    "deploy", "Deploy a contract.",
    examples: [
      "lectures contract deploy LectureMarket --from owner": "the lecture contract, which comes with this program",
      "lectures contract deploy Token.json 'My token' 18 --from owner": "an artifact of a compiler and its arguments",
      "lectures contract deploy --abi Token.abi --bytecode Token.bin 'My token' 18 --from owner": "in two files",
    ],
    after: """
      The address and the block of a LectureMarket are kept in the profile, so that later commands find it; \
      --no-keep leaves the profile as it is.
      """)

  static let builtIn = "LectureMarket"

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup var sending: SendingOptions
  @OptionGroup var idempotencyKey: IdempotencyKeyOptions
  @OptionGroup var gasPrice: GasPriceOptions
  @OptionGroup var gasLimit: GasLimitOptions
  @Argument(
    help: ArgumentHelp(
      "LectureMarket or an artifact's file, then the constructor's arguments; with --abi only the arguments.",
      valueName: "contract"))
  var words: [String] = []
  @OptionGroup var interface: InterfaceOptions
  @Option(
    help: ArgumentHelp("A file with the bytecode in hexadecimal, if the file of --abi has none.", valueName: "file"),
    completion: .file())
  var bytecode: String?
  @Option(help: ArgumentHelp("The money sent to the constructor.", valueName: "amount")) var value: String?
  @Flag(inversion: .prefixedNo, help: "Keep the address of a LectureMarket in the profile.") var keep = true

  func run(in context: CommandContext) async throws -> Report {
    let code = try CommandFailure.typed { try DeployableCode(self, in: context) }
    let words = try await context.names.resolved(code.arguments, as: code.constructor.inputs.map(\.type))
    let values = try CommandFailure.typed { try code.constructor.arguments(parsing: words) }
    let amount = try value.map { try context.settings.network().amount($0, of: "--value") } ?? .zero
    let initCode = try code.constructor.initCode(bytecode: code.bytecode, values)
    let place = try await context.nodes.connection()
    let account = try await context.accounts.acting()
    return try await context.runner.carryOut(context.language[ContractText.tryingDeployment], by: account, at: place) {
      try await $0.deployment(
        of: code.name, initCode, constructor: code.constructor.readable(values), value: amount, abi: code.abi)
    } report: {
      report($0, code, values, place, context)
    }
  }

  private func report(
    _ receipt: CallReceipt, _ code: DeployableCode, _ values: [ABIValue], _ place: Connection,
    _ context: CommandContext
  ) -> Report {
    let (mined, address) = (MinedTransaction(receipt), receipt.contract)
    let language = context.language
    let isKept = keep && code.isLectureMarket && keepAddress(address, mined.receipt.blockNumber, context)
    return Report([
      "contract": .string(address.checksummed), "name": .string(code.name),
      "constructor": .string(code.constructor.readable(values)), "kept": .bool(isKept),
      "transaction": mined.json(on: place.network), "link": .text(place.network.link(toAddress: address.checksummed)),
    ]) {
      language[ContractText.deployed(code.name, at: address)]
      mined.fields(on: place.network, in: language)
      if isKept {
        language[ContractText.inUse(network: place.network.name, profile: context.settings.profile)]
      } else if code.isLectureMarket {
        language[ContractText.use(address, block: mined.receipt.blockNumber)]
      }
    }
  }

  /// Keeps the contract in the profile; that this fails must not hide that the contract is there.
  private func keepAddress(_ address: Address, _ block: UInt64?, _ context: CommandContext) -> Bool {
    let language = context.language
    let former = (try? context.settings.contractIfSet()) ?? nil
    do {
      try ConfigEditor(context.settings).keep([.contract: address.checksummed, .fromBlock: "\(block ?? 0)"])
      if let former, former != address { context.note(language[ContractText.former(former)]) }
      context.note(language[ContractText.kept(file: context.settings.file.path ?? "", address, block: block ?? 0)])
    } catch {
      context.warn(language[ContractText.notKept(reason: CommandFailure(error).words(in: language).sentences)])
      return false
    }
    for key in [SettingKey.contract, .fromBlock] where context.settings.environment[key.variable]?.isEmpty == false {
      context.warn(language[ContractText.stronger(variable: key.variable)])
    }
    return true
  }
}

/// The code to deploy, read from the command line.
private struct DeployableCode: Sendable {
  let name: String
  let abi: ContractABI
  let bytecode: Bytes
  let arguments: [String]
  let constructor: ABIConstructor

  /// Whether it is the contract that the other commands talk to.
  var isLectureMarket: Bool { bytecode == LectureMarket.bytecode }

  init(_ command: ContractDeploy, in context: CommandContext) throws {
    let artifact: ContractArtifact
    if let path = command.interface.abi {
      artifact = try InterfaceFile.read(path, in: context)
      name = Self.stem(path)
      arguments = command.words
    } else if command.words.first ?? ContractDeploy.builtIn == ContractDeploy.builtIn {
      artifact = ContractArtifact(abi: LectureMarket.abi, bytecode: LectureMarket.bytecode)
      name = ContractDeploy.builtIn
      arguments = Array(command.words.dropFirst())
    } else {
      let path = command.words[0]
      artifact = try Self.artifact(path, in: context)
      name = Self.stem(path)
      arguments = Array(command.words.dropFirst())
    }
    abi = artifact.abi
    constructor = try artifact.abi.usableConstructor()
    if let path = command.bytecode {
      bytecode = try Self.code(path, in: context)
    } else if let code = artifact.bytecode {
      bytecode = code
    } else if !artifact.unlinkedLibraries.isEmpty {
      throw CommandFailure(.usage, ContractRefusal.notLinked(name, libraries: artifact.unlinkedLibraries))
    } else {
      throw CommandFailure(.usage, ContractRefusal.noCode(name))
    }
  }

  private static func artifact(_ path: String, in context: CommandContext) throws -> ContractArtifact {
    do {
      return try InterfaceFile.read(path, in: context)
    } catch let failure as CommandFailure where !path.contains("/") && !path.contains(".") {
      throw CommandFailure(
        .usage,
        ContractRefusal.unknownContract(
          PlainText.escaped(path), nearest: NearMatch.closest(to: path, among: [ContractDeploy.builtIn]),
          builtIn: ContractDeploy.builtIn, cause: failure))
    }
  }

  private static func code(_ path: String, in context: CommandContext) throws -> Bytes {
    let text = String(decoding: try InputFile.contents(of: path), as: UTF8.self).trimmed
    do throws(PrimitivesError) {
      return try Hex.decode(text)
    } catch {
      let shown = PlainText.escaped(path)
      throw text.contains("_")
        ? CommandFailure(.usage, ContractRefusal.codeNotLinked(shown))
        : CommandFailure(.usage, ContractRefusal.codeNotHex(shown), because: error)
    }
  }

  /// The name of a file without its folder and its ending.
  private static func stem(_ path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return name.split(separator: ".").first.map(String.init) ?? name
  }
}
