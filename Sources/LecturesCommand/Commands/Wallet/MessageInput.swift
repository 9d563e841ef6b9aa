import ArgumentParser
import Keys
import Primitives
import StrictJSON
import Terminal

/// The options that give the signed message: a text, a file, or typed data.
struct MessageInput: ParsableArguments, Sendable {
  @Argument(help: "The message.") var message: String?
  @Option(help: "A file whose bytes are the message, or -.", completion: .file()) var file: String?
  @Option(
    help: ArgumentHelp("A file with typed data (EIP-712) as JSON, or -.", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var typed: String?
  @Flag(help: "Read the message as bytes in hexadecimal, 0x….") var hex = false
  @Flag(help: "Use the prefix of Klaytn's wallets (KIP-97) instead of Ethereum's (EIP-191).") var klaytn = false

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
      let json = try InputFile.json(of: typed)
      return .typed(try TypedData(json: json), json)
    }
    let prefix: PersonalMessage.Prefix = klaytn ? .klaytn : .ethereum
    if let file { return .personal(try InputFile.contents(of: file), prefix) }
    guard let message, hex else { return .personal(Bytes((message ?? "").utf8), prefix) }
    return try CommandFailure.explaining(.usage, "The message is not hexadecimal.") {
      .personal(try Bytes(hex: message), prefix)
    }
  }
}

/// The content that is signed: its digest, and its text for people.
enum MessageContent: Sendable {
  case personal(Bytes, PersonalMessage.Prefix)
  case typed(TypedData, JSON)

  var digest: Hash32 {
    switch self {
    case .personal(let bytes, let prefix): PersonalMessage.digest(bytes, prefix: prefix)
    case .typed(let data, _): data.digest()
    }
  }

  /// The content with each prefix that a message may have been signed with; typed data has none.
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

  /// The lines that a person should see before signing: of typed data all of it, for it may be a permission to take
  /// money.
  var lines: [StyledText] {
    switch self {
    case .personal(let bytes, _):
      ["A message of \(bytes.count) byte\(bytes.count == 1 ? "" : "s") (\(standard))"]
    case .typed(let data, let json):
      [StyledText("Typed data (\(standard)): ") + StyledText(data.primaryType, .strong)]
        + Self.shown("Domain", data.signedDomain, of: json["domain"])
        + Self.shown("Message", data.signedMessage, of: json["message"])
        + data.mistypedAddresses.map(Self.warning)
    }
  }

  /// The addresses of typed data whose checksum does not fit, for scripts; empty for a message.
  var mistypedAddresses: JSON {
    guard case .typed(let data, _) = self else { return [] }
    return .array(
      data.mistypedAddresses.map {
        ["place": .string($0.place), "given": .string($0.text), "address": .string($0.address.checksummed)]
      })
  }

  private static func warning(of mistyped: TypedData.MistypedAddress) -> StyledText {
    StyledText(
      "The address at \(PlainText.escaped(mistyped.place)) was given as \(mistyped.text): the mix of cases (EIP-55) does "
        + "not fit. Compare every digit: it may be mistyped.", .warning)
  }

  /// The signed part, and the names of members given beside it that are not signed: they could be taken for a part of
  /// it.
  private static func shown(_ title: String, _ signed: JSON?, of given: JSON?) -> [StyledText] {
    var lines: [StyledText] = []
    if let signed {
      let text = PlainText.escapedInJSON(signed.serialized(prettyIndent: 2))
      lines = [StyledText("\(title):", .dim)] + text.split(separator: "\n").map { StyledText("  \($0)") }
    }
    let unsigned = given.map { Self.unsigned($0, signed, title.lowercased()) } ?? []
    guard !unsigned.isEmpty else { return lines }
    let names = unsigned.prefix(mostNames).map { PlainText.escaped($0) }.joined(separator: ", ")
    let rest = unsigned.count > mostNames ? " and \(unsigned.count - mostNames) more" : ""
    return lines + [StyledText("Not signed, for the types have no such field: \(names)\(rest)", .warning)]
  }

  private static let mostNames = 10

  /// The places of the members that were given and are not signed.
  private static func unsigned(_ given: JSON, _ signed: JSON?, _ place: String) -> [String] {
    guard let signed else { return [place] }
    switch (given, signed) {
    case (.object(let members), .object(let fields)):
      return members.flatMap { unsigned($0.value, fields[$0.key], "\(place).\($0.key)") }
    case (.array(let items), .array(let values)):
      return zip(items, values).enumerated().flatMap { unsigned($1.0, $1.1, "\(place)[\($0)]") }
    default: return []
    }
  }
}
