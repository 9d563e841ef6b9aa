import ArgumentParser
import Keys
import Localization
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
      throw UsageRule.oneOf(["<message>", "--file", "--typed"])
    }
    if hex && message == nil { throw UsageRule.goesWith("--hex", "<message>") }
    if klaytn && typed != nil { throw UsageRule.either("--klaytn", "--typed") }
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
    return try CommandFailure.explaining(.usage, SigningRefusal.messageNotHex) {
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
  func lines(in language: Language) -> [StyledText] {
    switch self {
    case .personal(let bytes, _): [language[SigningText.message(bytes: bytes.count, standard: standard)]]
    case .typed(let data, let json):
      [language[SigningText.typedData(StyledText(data.primaryType, .strong), standard: standard)]]
        + Self.shown(.domain, data.signedDomain, of: json["domain"], at: "domain", in: language)
        + Self.shown(.content, data.signedMessage, of: json["message"], at: "message", in: language)
        + data.mistypedAddresses.map {
          language[SigningText.mistyped($0.text, at: PlainText.escaped($0.place))].styled(.warning)
        }
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

  /// The signed part, and the names of members given beside it that are not signed: they could be taken for a part of
  /// it.
  private static func shown(
    _ title: SigningText, _ signed: JSON?, of given: JSON?, at place: String, in language: Language
  ) -> [StyledText] {
    var lines: [StyledText] = []
    if let signed {
      let text = PlainText.escapedInJSON(signed.serialized(prettyIndent: 2))
      lines = [(language[title] + ":").styled(.dim)] + text.split(separator: "\n").map { StyledText("  \($0)") }
    }
    let unsigned = given.map { Self.unsigned($0, signed, place) } ?? []
    guard !unsigned.isEmpty else { return lines }
    let names = unsigned.prefix(mostNames).map { PlainText.escaped($0) }.joined(separator: ", ")
    return lines + [
      language[SigningText.unsigned(names, more: max(0, unsigned.count - mostNames))].styled(.warning)
    ]
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
