@_exported import Failures
import Primitives

/// A setting, a profile or a network that cannot be used.
package typealias SettingsError = DomainError<SettingsErrors>

/// The domain of ``SettingsError``.
package enum SettingsErrors: ErrorDomain {
  /// The file, or the place of a value in words.
  package typealias Subject = String

  /// Facts on which the next step depends beyond the code; whoever shows the error has the words for that step.
  package enum Facts: Sendable {
    /// The variable that names the missing folder.
    case variable(String)
    /// The step that mends a file's permissions.
    case permissions(String?)
    /// A file, and the line that is wrong.
    case file(String, line: Int?)
    /// A mistake in the configuration file, with what stands there.
    case problem(ConfigProblem, texts: [String]?, file: String, line: Int?)
    /// The setting.
    case setting(SettingKey)
    /// The profile, and whether the file itself names it as the one to take.
    case profile(String, isNamedThere: Bool)
    /// The network's name.
    case network(String)
    /// The network's chain id, the one that the node told, and the built-in network of that.
    case chains(expected: UInt256?, told: UInt256, known: String?)
  }

  /// The failure, its reason and its place, each in a line.
  package static func text(of error: SettingsError) -> String {
    [error.message, error.cause.map { "\($0)" } ?? error.reason, error.subject].compactMap { $0 }.joined(
      separator: "\n")
  }
}

extension ErrorCode<SettingsErrors> {
  /// Neither a home directory nor the variable of a folder says where a file is.
  package static var noPlace: Self { Self("noPlace") }
  /// No folder for the keystores is known.
  package static var noKeystores: Self { Self("noKeystores") }
  /// The configuration file, or another that a setting names, cannot be read.
  package static var unreadable: Self { Self("unreadable") }
  /// Others may write the configuration file.
  package static var exposed: Self { Self("exposed") }
  /// The configuration file is no JSON object, or has a mistake.
  package static var wrongFile: Self { Self("wrongFile") }
  /// The configuration file cannot be written.
  package static var unwritable: Self { Self("unwritable") }
  /// A variable has the former name of a setting.
  package static var former: Self { Self("former") }
  /// A setting has a value that cannot be read.
  package static var unusable: Self { Self("unusable") }
  /// A value that was given for this run cannot be read.
  package static var misused: Self { Self("misused") }
  /// The configuration file has no profile of the name.
  package static var unknownProfile: Self { Self("unknownProfile") }
  /// No network has the name.
  package static var unknownNetwork: Self { Self("unknownNetwork") }
  /// A network has another chain id than the one that is set.
  package static var otherChainID: Self { Self("otherChainID") }
  /// A network has no endpoint.
  package static var noEndpoint: Self { Self("noEndpoint") }
  /// A new network has no chain id.
  package static var noChainID: Self { Self("noChainID") }
  /// A checkpoint is set on a network whose headers carry no seals that are known here.
  package static var noSeals: Self { Self("noSeals") }
  /// The user's own nodes are to be believed, and no endpoint is on this machine.
  package static var noOwnNode: Self { Self("noOwnNode") }
  /// The file of certificate authorities cannot be used.
  package static var badAuthorities: Self { Self("badAuthorities") }
  /// No contract is configured for the network.
  package static var noContract: Self { Self("noContract") }
  /// The node serves another chain than the network's.
  package static var wrongChain: Self { Self("wrongChain") }
  /// A text names neither a setting nor a place of one.
  package static var unknownSetting: Self { Self("unknownSetting") }
  /// No setting stands at a place of the configuration file.
  package static var noSetting: Self { Self("noSetting") }
  /// The value that is to be kept cannot be used.
  package static var badChange: Self { Self("badChange") }
  /// A text is no invitation, or one that cannot be taken or made.
  package static var badInvitation: Self { Self("badInvitation") }
  /// A profile could not be used after a change.
  package static var breaksProfile: Self { Self("breaksProfile") }
}
