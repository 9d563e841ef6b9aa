import ArgumentParser

/// The options of commands that act for an account, or look at one.
struct AccountOptions: SharedOptionGroup {
  static let title = "Account options"

  @Option(name: [.customLong("from"), .customLong("account")], help: .account) var account: String?

  @Option(name: .customLong("keystore-dir"), help: .keystoreDirectory, completion: .directory)
  var keystoreDirectory: String?

  @Option(help: .passwordFile, completion: .file()) var passwordFile: String?

  @Option(
    name: .customLong("password-fd"),
    help: ArgumentHelp("An open descriptor to read the password from.", valueName: "number"))
  var passwordDescriptor: Int32?

  func add(to options: inout SharedOptions) {
    options.give([.account: account, .keystoreDirectory: keystoreDirectory, .passwordFile: passwordFile])
    options.given.passwordDescriptor = passwordDescriptor
  }

  func validate() throws { try PasswordOptions.check(passwordFile, passwordDescriptor) }
}

/// The option of commands that keep the account that acts.
struct ActingAccountOptions: SharedOptionGroup {
  @Option(name: [.customLong("from"), .customLong("account")], help: .account) var account: String?

  func add(to options: inout SharedOptions) { options.give([.account: account]) }
}

/// The option of commands that work with key files, or name addresses by them.
struct KeystoreOptions: SharedOptionGroup {
  @Option(name: .customLong("keystore-dir"), help: .keystoreDirectory, completion: .directory)
  var keystoreDirectory: String?

  func add(to options: inout SharedOptions) { options.give([.keystoreDirectory: keystoreDirectory]) }
}

/// The options of commands that need a password and act for no account.
struct PasswordOptions: SharedOptionGroup {
  @Option(help: .passwordFile, completion: .file()) var passwordFile: String?

  @Option(
    name: .customLong("password-fd"),
    help: ArgumentHelp("An open descriptor to read the password from.", valueName: "number"))
  var passwordDescriptor: Int32?

  func add(to options: inout SharedOptions) {
    options.give([.passwordFile: passwordFile])
    options.given.passwordDescriptor = passwordDescriptor
  }

  func validate() throws { try PasswordOptions.check(passwordFile, passwordDescriptor) }

  static func check(_ file: String?, _ descriptor: Int32?) throws {
    if let descriptor, descriptor < 0 {
      throw ValidationError("--password-fd has to be the number of an open descriptor, as in 3.")
    }
    if file != nil && descriptor != nil {
      throw ValidationError("Give either --password-file or --password-fd, not both.")
    }
  }
}

/// The option of commands that keep the file of the password.
struct PasswordFileOptions: SharedOptionGroup {
  @Option(help: .passwordFile, completion: .file()) var passwordFile: String?

  func add(to options: inout SharedOptions) { options.give([.passwordFile: passwordFile]) }
}
