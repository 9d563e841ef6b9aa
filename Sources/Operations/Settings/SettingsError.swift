import Primitives

/// A setting, a profile or a network that cannot be used.
///
/// Two errors are equal when their codes are equal.
package struct SettingsError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kinds of failure.
  package enum Code: String, Sendable {
    /// Neither a home directory nor the variable of a folder says where a file is.
    case noPlace
    /// No folder for the keystores is known.
    case noKeystores
    /// The configuration file, or another that a setting names, cannot be read.
    case unreadable
    /// Others may write the configuration file.
    case exposed
    /// The configuration file is no JSON object, or has a mistake.
    case wrongFile
    /// The configuration file cannot be written.
    case unwritable
    /// A variable has the former name of a setting.
    case former
    /// A setting has a value that cannot be read.
    case unusable
    /// A value that was given for this run cannot be read.
    case misused
    /// The configuration file has no profile of the name.
    case unknownProfile
    /// No network has the name.
    case unknownNetwork
    /// A network has another chain id than the one that is set.
    case otherChainID
    /// A network has no endpoint.
    case noEndpoint
    /// A new network has no chain id.
    case noChainID
    /// A checkpoint is set on a network whose headers carry no seals that are known here.
    case noSeals
    /// No contract is configured for the network.
    case noContract
    /// The node serves another chain than the network's.
    case wrongChain
    /// A text names neither a setting nor a place of one.
    case unknownSetting
    /// No setting stands at a place of the configuration file.
    case noSetting
    /// The value that is to be kept cannot be used.
    case badChange
    /// A profile could not be used after a change.
    case breaksProfile
  }

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

  /// The kind of failure; equality goes by this alone.
  package let code: Code
  /// The failure, in a sentence.
  package let message: String
  /// The reason, if known.
  package let reason: String?
  /// The file, or the place of a value in words.
  package let place: String?
  /// The facts on which the next step depends beyond the code.
  package let facts: Facts?
  /// The error behind this one, which is the reason.
  package let cause: (any Error)?

  /// A failure with its context.
  package init(
    _ code: Code, _ message: String, reason: String? = nil, place: String? = nil, facts: Facts? = nil,
    because cause: (any Error)? = nil
  ) {
    (self.code, self.message, self.reason, self.place, self.facts) = (code, message, reason, place, facts)
    self.cause = cause
  }

  package static func == (left: SettingsError, right: SettingsError) -> Bool { left.code == right.code }

  /// The failure, its reason and its place, each in a line.
  package var description: String {
    [message, cause.map { "\($0)" } ?? reason, place].compactMap { $0 }.joined(separator: "\n")
  }
}
