import Keystores
import Primitives
import StrictJSON
import Terminal

extension KeystoreEntry {
  /// The account in the output of `--json`.
  var json: JSON {
    var object: JSONObject = [
      "name": .string(name), "address": .text(address), "file": .string(fileName), "kind": .string(kindWord),
      "keys": .integer(keyCount), "problem": problem?.commandFailure.json ?? .null,
    ]
    if case .keystore(.v4(let roles)) = kind { object["roles"] = .array(roles.map { .integer($0) }) }
    return .object(object)
  }

  private var kindWord: String {
    switch kind {
    case .keystore(.v3): "v3"
    case .keystore(.v4): "v4"
    case .keystore(.presale): "presale"
    case .damaged: "damaged"
    }
  }

  private var keyCount: Int? {
    switch kind {
    case .keystore(.v4(let roles)): roles.reduce(0, +)
    case .keystore: 1
    case .damaged: nil
    }
  }

  /// The kind of file, or that it cannot be used.
  var kindText: StyledText {
    switch kind {
    case .damaged where isBrokenKey: StyledText("damaged", .bad)
    case _ where problem != nil: StyledText("unusable", .bad)
    case .keystore(.v3): "version 3"
    case .keystore(.v4(let roles)): StyledText("Kaia version 4, \(Self.text(of: roles))")
    case .keystore(.presale): "presale"
    case .damaged: StyledText("damaged", .bad)
    }
  }

  /// The number of keys, and for roles the number of each: "3 keys", "2 keys, 1 for account updates".
  static func text(of roles: [Int]) -> String {
    let uses = ["", " for account updates", " for paying fees"]
    let parts = zip(roles, uses).filter { $0.0 > 0 }.map { "\($0) key\($0 == 1 ? "" : "s")\($1)" }
    return parts.joined(separator: ", ")
  }

  /// The facts about an account that was just written.
  var fields: Fields {
    var fields: Fields = [:]
    fields.add("Address", address.map { StyledText($0.checksummed, .strong) })
    fields.add("File", StyledText(fileName))
    return fields
  }
}
