import ArgumentParser
import Keys
import Primitives
import StrictJSON

/// What is signed, or was: a text, a file, or typed data.
struct MessageInput: ParsableArguments, Sendable {
  @Argument(help: "The message.") var message: String?
  @Option(help: ArgumentHelp("A file whose bytes are the message, or -.", valueName: "file"), completion: .file())
  var file: String?
  @Option(
    help: ArgumentHelp("A file with typed data (EIP-712) as JSON, or -.", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var typed: String?
  @Flag(help: "The message is bytes in hexadecimal, 0x….") var hex = false
  @Flag(help: "With the prefix of Klaytn's wallets (KIP-97) instead of Ethereum's (EIP-191).") var klaytn = false

  func validate() throws {
    guard [message != nil, file != nil, typed != nil].count(where: { $0 }) == 1 else {
      throw ValidationError("Give the message, or its --file, or --typed data.")
    }
    if hex && message == nil { throw ValidationError("--hex belongs to a message on the command line.") }
    if klaytn && typed != nil { throw ValidationError("Typed data has no prefix: --klaytn belongs to messages.") }
  }

  /// - Throws: `usage` for a file that cannot be read, `key.invalidTypedData` and its like.
  func read(_ context: CommandContext) throws -> MessageContent {
    if let typed {
      let json = try context.json(of: typed)
      return .typed(try TypedData(json: json), json)
    }
    let prefix: PersonalMessage.Prefix = klaytn ? .klaytn : .ethereum
    if let file { return .personal(try context.contents(of: file), prefix) }
    guard let message, hex else { return .personal(Bytes((message ?? "").utf8), prefix) }
    do throws(PrimitivesError) {
      return .personal(try Bytes(hex: message), prefix)
    } catch {
      throw CommandFailure(.usage, "The message is not hexadecimal.", because: error)
    }
  }
}

/// What is signed: its digest, and what there is to show of it.
enum MessageContent: Sendable {
  case personal(Bytes, PersonalMessage.Prefix)
  case typed(TypedData, JSON)

  var digest: Hash32 {
    switch self {
    case .personal(let bytes, let prefix): PersonalMessage.digest(bytes, prefix: prefix)
    case .typed(let data, _): data.digest()
    }
  }

  /// The same with each prefix that a message may have been signed with; typed data has none.
  var withEveryPrefix: [MessageContent] {
    guard case .personal(let bytes, _) = self else { return [self] }
    return PersonalMessage.Prefix.allCases.map { .personal(bytes, $0) }
  }

  /// The standard after which it is signed.
  var standard: String {
    switch self {
    case .personal(_, .ethereum): "EIP-191"
    case .personal(_, .klaytn): "KIP-97"
    case .typed: "EIP-712"
    }
  }

  /// What a person should see before signing: of typed data all of it, for it may be a permission to take money.
  var lines: [StyledText] {
    switch self {
    case .personal(let bytes, _):
      ["A message of \(bytes.count) byte\(bytes.count == 1 ? "" : "s") (\(standard))"]
    case .typed(let data, let json):
      [StyledText("Typed data (\(standard)): ") + StyledText(data.primaryType, .strong)]
        + Self.indented("Domain", json["domain"]) + Self.indented("Message", json["message"])
    }
  }

  private static let mostLines = 60

  private static func indented(_ title: String, _ json: JSON?) -> [StyledText] {
    guard let json else { return [] }
    let lines = PlainText.escapedInJSON(json.serialized(prettyIndent: 2)).split(separator: "\n").map(String.init)
    let shown = lines.prefix(mostLines).map { StyledText("  \($0)") }
    let rest = lines.count - shown.count
    return [StyledText("\(title):", .dim)] + shown + (rest > 0 ? [StyledText("  … \(rest) lines more", .warning)] : [])
  }
}
