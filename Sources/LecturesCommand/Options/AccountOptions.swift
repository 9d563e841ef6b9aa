import ArgumentParser

/// The options of commands that act for an account, or look at one.
struct AccountOptions: SharedOptionGroup {
  static let title = "Account options"

  @Option(name: [.customLong("from"), .customLong("account")], help: .account, completion: .known(.accounts))
  var account: String?

  @Option(name: .customLong("keystore-dir"), help: .keystoreDirectory, completion: .directory)
  var keystoreDirectory: String?

  @Option(help: .passwordFile, completion: .file()) var passwordFile: String?

  @Option(name: .customLong("password-fd"), help: .passwordDescriptor) var passwordDescriptor: Int32?

  func validate() throws { try PasswordOptions.check(passwordFile, passwordDescriptor) }
}

/// The option of commands that keep the account that acts, or look at its own.
struct ActingAccountOptions: SharedOptionGroup {
  @Option(name: [.customLong("from"), .customLong("account")], help: .account, completion: .known(.accounts))
  var account: String?
}

/// The option of commands that work with key files, or name addresses by them.
struct KeystoreOptions: SharedOptionGroup {
  @Option(name: .customLong("keystore-dir"), help: .keystoreDirectory, completion: .directory)
  var keystoreDirectory: String?
}

/// The options of commands that need a password and act for no account.
struct PasswordOptions: SharedOptionGroup {
  @Option(help: .passwordFile, completion: .file()) var passwordFile: String?

  @Option(name: .customLong("password-fd"), help: .passwordDescriptor) var passwordDescriptor: Int32?

  func validate() throws { try PasswordOptions.check(passwordFile, passwordDescriptor) }

  static func check(_ file: String?, _ descriptor: Int32?) throws {
    if let descriptor, descriptor < 0 {
      throw UsageRule.openDescriptor("--password-fd")
    }
    if file != nil && descriptor != nil {
      throw UsageRule.either("--password-file", "--password-fd")
    }
  }
}

/// The option of commands that keep the file of the password.
struct PasswordFileOptions: SharedOptionGroup {
  @Option(help: .passwordFile, completion: .file()) var passwordFile: String?
}
