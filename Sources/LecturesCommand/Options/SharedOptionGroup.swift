import ArgumentParser

/// A group of options that several commands share; each command takes those groups that it uses.
///
///     @OptionGroup(title: NodeOptions.title) var nodeOptions: NodeOptions
protocol SharedOptionGroup: ParsableArguments, Sendable {
  /// Adds what was given here to what the command's other groups were given.
  func add(to options: inout SharedOptions)
}

/// The options of a command's groups together, as a running command asks for them.
struct SharedOptions: Sendable {
  /// The settings that were given as options.
  var given: GivenSettings
  /// Whether every question is answered with yes.
  var yes = false

  /// Gathers the groups of a command.
  init(of command: any ReportingCommand) { self.init(of: command, command.global) }

  /// Gathers the groups among arguments, with the options of every command.
  init(of arguments: any ParsableArguments, _ global: GlobalOptions) {
    given = GivenSettings(profile: global.profile, path: global.config)
    gather(arguments)
  }

  /// Adds settings, of which nil was not given.
  mutating func give(_ settings: KeyValuePairs<SettingKey, String?>) {
    for (key, text) in settings {
      if let text { given.values[key] = [text] }
    }
  }

  /// The network that was named on the line.
  var network: String? { given.values[.network]?.first }

  /// The account that was named on the line.
  var account: String? { given.values[.account]?.first }

  /// Adds a group and those within it. They are found as the parser finds them, in the properties: a command cannot take
  /// a group and pass over what was given there, such as a limit.
  private mutating func gather(_ arguments: any ParsableArguments) {
    (arguments as? any SharedOptionGroup)?.add(to: &self)
    for property in Mirror(reflecting: arguments).children {
      if let group = property.value as? any OptionGroupProperty { gather(group.arguments) }
    }
  }
}

/// A property with `@OptionGroup`, whatever the group.
private protocol OptionGroupProperty {
  var arguments: any ParsableArguments { get }
}

extension OptionGroup: OptionGroupProperty {
  fileprivate var arguments: any ParsableArguments { wrappedValue }
}
