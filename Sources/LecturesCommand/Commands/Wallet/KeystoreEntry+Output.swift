import Keystores
import Localization
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
  func kindText(in language: Language) -> StyledText {
    let text: WalletText =
      switch kind {
      case .damaged where isBrokenKey: .damaged
      case _ where problem != nil: .unusable
      case .keystore(.v3): .version3
      case .keystore(.v4(let roles)): .version4(roles)
      case .keystore(.presale): .presale
      case .damaged: .damaged
      }
    return language[text]
  }

  /// The facts about an account that was just written.
  func fields(in language: Language) -> Fields {
    var fields: Fields = [:]
    fields.add(language[Label.address], address.map { StyledText($0.checksummed, .strong) })
    fields.add(language[Label.file], StyledText(fileName))
    return fields
  }
}
