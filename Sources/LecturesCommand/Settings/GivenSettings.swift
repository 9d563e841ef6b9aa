/// The settings that somebody gives for one run: the strongest layer, and the place of the file with the others.
struct GivenSettings: Sendable {
  /// The values as they were written.
  var values: [SettingKey: [String]] = [:]
  /// The profile; nil for the one that the environment or the file names.
  var profile: String?
  /// The configuration file; nil for the one that the environment names, or the usual one.
  var path: String?
  /// The open descriptor to read passwords from.
  var passwordDescriptor: Int32?
}
