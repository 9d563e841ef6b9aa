import Keystores
import NodeRPC
import Operations
import StrictJSON

extension SettingsErrors: CommandFailureDomain {
  static let subject = "settings"

  static func commandFailure(of error: SettingsError) -> CommandFailure {
    let (kind, words, advice) = (kind(of: error), words(of: error), nextStep(after: error))
    if let cause = error.cause, error.code == .badChange {
      let cause = CommandFailure(cause)
      return CommandFailure(
        kind, error.message, reason: [cause.message, cause.reason].compactMap { $0 }.joined(separator: " "))
    }
    if let cause = error.cause {
      return CommandFailure(kind, words, because: cause, place: error.subject, advice: advice)
    }
    return CommandFailure(
      kind, words, reason: error.reason, place: error.subject, advice: advice, details: details(of: error))
  }

  private static func kind(of error: SettingsError) -> CommandFailure.Code {
    switch error.code {
    case .misused, .otherChainID, .noChainID, .unknownSetting, .noSetting, .badChange, .badInvitation: .usage
    case .unknownProfile: .unknownProfile
    case .unknownNetwork: .unknownNetwork
    case .noContract: .noContract
    case .wrongChain: .wrongChain
    default: .settings
    }
  }

  /// The message, with the option that it is about.
  private static func words(of error: SettingsError) -> String {
    switch error.code {
    case .noKeystores: "There is no place for keystores: give --keystore-dir DIR."
    case .noChainID: "A network of your own needs --chain-id."
    default: error.message
    }
  }

  /// The next step in the words of the command line.
  static func nextStep(after error: SettingsError) -> String? {
    switch (error.code, error.facts) {
    case (.noPlace, .variable(let name)): "Set \(name) to a folder."
    case (.noPlace, _): "Name a file with --config FILE."
    case (.unreadable, .file) where (error.cause as? KeystoreError)?.code == .notFound:
      "Name an existing file with --config, or leave it away."
    case (.exposed, .permissions(let step)), (.badAuthorities, .permissions(let step)): step
    case (.unwritable, _): "Name another one with --config FILE or LECTURES_CONFIG."
    case (.wrongFile, .file(_, .some)):
      "Mend it, or move it away and choose a network again: lectures network use NAME"
    case (.wrongFile, .problem(let problem, let texts, _, _)): problem.advice(texts)
    case (.unusable, .setting(let key)): "Mend it there, or give \(key.flag)."
    case (.unknownProfile, .profile(let name, isNamedThere: false)):
      "Make it: lectures network use NAME --profile \(name)"
    case (.unknownProfile, _):
      "Choose one: lectures config set profile NAME, or lectures network use NETWORK --profile NAME"
    case (.unknownNetwork, .network(let name)):
      "Make one of your own: lectures network use \(name) --endpoint URL --chain-id N"
    case (.otherChainID, _): "Leave --chain-id away, or choose another --network."
    case (.noEndpoint, _): "Give --endpoint URL."
    case (.noChainID, _): "Add --chain-id N; the node tells it as eth_chainId."
    case (.noSeals, _): "Leave the checkpoint away, or choose one of those."
    case (.noContract, _):
      "Ask your school for an invitation, and take it: lectures network use LINK; or give --contract ADDRESS."
    case (.badInvitation, .network): "Give a node that everybody may ask with --endpoint URL."
    case (.badInvitation, _): "Ask whoever made it for another one: lectures network invite"
    case (.wrongChain, .chains(.some, _, let known?)):
      "Choose the network --network \(known), or another endpoint."
    case (.wrongChain, .chains(_, _, let known?)): "If that is what you want, say so: --network \(known)."
    case (.wrongChain, _): "Check --endpoint, or name the chain with --chain-id."
    case (.unknownSetting, _): "lectures config list shows the settings and their places."
    case (.badAuthorities, _): "Give a PEM file of your school's with --ca-file FILE, or leave it away."
    case (.badChange, .setting(let key)): "Take a kept value back: lectures config unset \(key.name)"
    case (.noSetting, _): "Docs/configuration.md says where each stands."
    default: nil
    }
  }

  /// The facts for scripts.
  static func details(of error: SettingsError) -> JSONObject {
    switch error.facts {
    case .file(let path, nil): ["file": .string(path)]
    case .file(let path, let line?): ["file": .string(path), "line": .integer(line)]
    case .problem(let problem, _, let file, let line):
      ["file": .string(file), "setting": .string(problem.place.description), "line": .integer(line)]
    case .network(let name): ["network": .string(name)]
    case .chains(nil, let told, _): ["chainID": .integer(told)]
    case .chains(let expected?, let told, _): ["expectedChainID": .integer(expected), "chainID": .integer(told)]
    default: [:]
    }
  }
}

extension CommandFailure.Code {
  /// The node serves another chain than the network's.
  static let wrongChain = Self("wrongChain", .wrongChain)
}

extension ConfigProblem {
  /// The commands that mend it, where these texts stand.
  fileprivate func advice(_ texts: [String]?) -> String {
    let remove = "lectures config unset \(Shell.quoted(place.description))"
    switch (kind, texts) {
    case (.misplaced(let right), let texts?): return "Move it: \(Shell.set(right, texts)) && \(remove)"
    case (.former(let key), let texts?):
      return "Rename it: \(Shell.set(ConfigPlace(keys: place.keys.dropLast() + [key.name]), texts)) && \(remove)"
    default: return "Mend it there, or take it out: \(remove)"
    }
  }
}

/// A command line to copy.
private enum Shell {
  static func set(_ place: ConfigPlace, _ texts: [String]) -> String {
    // An address may hold a key, which is nothing to show.
    let values = texts.map { $0.contains("://") ? Endpoint.redacted($0) : $0 }
    return (["lectures config set", quoted(place.description)] + values.map(quoted)).joined(separator: " ")
  }

  static func quoted(_ word: String) -> String {
    let isPlain =
      !word.isEmpty
      && word.allSatisfy { character in
        character.isASCII && (character.isLetter || character.isNumber || "._-/:,@%+".contains(character))
      }
    return isPlain ? word : "'" + word.replacing("'", with: "'\\''") + "'"
  }
}
