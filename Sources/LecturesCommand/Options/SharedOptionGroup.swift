import ArgumentParser
import Operations

/// A group of options that several commands share; each command takes those groups that it uses. An option whose property
/// has the name of a setting gives that setting.
///
///     @OptionGroup(title: NodeOptions.title) var nodeOptions: NodeOptions
protocol SharedOptionGroup: ParsableArguments, Sendable {}

/// The options of a command's groups together, as a running command asks for them.
struct SharedOptions: Sendable {
  /// The settings that were given as options.
  private(set) var given: GivenSettings
  /// The open descriptor to read passwords from.
  private(set) var passwordDescriptor: Int32?
  /// Whether every question is answered with yes.
  private(set) var yes = false
  /// The idempotency key of `--id`.
  private(set) var idempotencyKey: String?
  private(set) var gasLimit: UInt64?
  /// The choice of the gas price; nil for a command that leaves none.
  private(set) var gasPrice: GasPriceOptions?

  /// Gathers the groups among arguments, with the options of every command.
  init(of arguments: any ParsableArguments, _ global: GlobalOptions) {
    given = GivenSettings(profile: global.profile, path: global.config, naming: \.flag)
    gather(arguments)
  }

  /// The network that was named on the line.
  var network: String? { given.values[.network]?.first }

  /// The account that was named on the line.
  var account: String? { given.values[.account]?.first }

  /// Adds a group and those within it. They are found as the parser finds them, in the properties: a command cannot take
  /// a group and pass over what was given there, such as a limit.
  private mutating func gather(_ arguments: any ParsableArguments) {
    switch arguments {
    case let agreement as AgreementOptions: yes = agreement.yes
    case let key as IdempotencyKeyOptions: idempotencyKey = key.id
    case let limit as GasLimitOptions: gasLimit = limit.gasLimit
    case let price as GasPriceOptions: gasPrice = price
    default: break
    }
    let isShared = arguments is any SharedOptionGroup
    for property in Mirror(reflecting: arguments).children {
      var texts: [String] = []
      // The usual types first: whether a type conforms to a protocol is looked up among all that the program has.
      switch property.value {
      case is Flag<Bool>: break
      case let option as Option<String?>: texts = option.wrappedValue.map { [$0] } ?? []
      case let option as Option<[String]>: texts = option.wrappedValue
      case let option as Option<Int32?> where isShared: passwordDescriptor = option.wrappedValue
      case let group as any OptionGroupProperty: gather(group.arguments)
      default: break
      }
      guard isShared else { continue }
      // The storage of a wrapped property has its name behind an underscore.
      let name = property.label?.dropFirst()
      guard !texts.isEmpty, let key = SettingKey.allCases.first(where: { "\($0)" == name ?? "" }) else { continue }
      given.values[key] = texts
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
