import ArgumentParser
import Operations
import StrictJSON
import Terminal

/// `lectures config list`: every setting and its origin, and all that the configuration file keeps.
struct ConfigList: ReportingCommand {
  static let configuration = CommandConfiguration(
    "list", "List the settings, and all that the configuration file keeps.",
    examples: [
      "lectures config list": "", "lectures config list --profile school --network kaia": "as they would be there",
    ],
    after: """
      The first list has the settings in force and where each comes from. The second has every place in the file, \
      of all profiles and networks, and whether its value is in force.
      """)

  static let fileUse = Settings.FileUse.mending

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: NetworkOptions.title) var networkOptions: NetworkOptions

  func run(in context: CommandContext) async throws -> Report {
    let settings = context.settings
    let explained = settings.explained()
    var kept = Table(.name("Place"), .text("Value"), .text("In force"), placeholder: "The file keeps nothing.")
    for place in settings.file.places where place != .currentProfile {
      kept.add(StyledText(place.description), StyledText(value(at: place, settings)), origin(of: place, settings))
    }
    let places = kept
    for problem in settings.file.problems { warn(of: problem, context) }
    if let problem = settings.profileProblem { context.warn(StyledText(CommandFailure(problem).message)) }
    settings.warnOfStrayVariables(context)
    let others = settings.file.profileNames.filter { $0 != settings.profile }
    return Report(result(settings, explained)) {
      [
        "File": StyledText(settings.file.path ?? "nowhere"),
        "Profile": StyledText(settings.profile, .strong)
          + (others.isEmpty ? "" : " (others: \(others.joined(separator: ", ")))"),
      ] as Fields
      ""
      explained.table
      ""
      places
    }
  }

  private func value(at place: ConfigPlace, _ settings: Settings) -> String {
    settings.file.texts(at: place).map { place.shown($0) } ?? "cannot be read"
  }

  private func origin(of place: ConfigPlace, _ settings: Settings) -> StyledText {
    guard place.key != nil else { return StyledText("a mistake", .bad) }
    guard ConfigEditor(settings).isInUse(place) else { return "" }
    return ConfigEditor(settings).stronger(than: place).map { "no: \($0.description)" } ?? StyledText("yes", .good)
  }

  private func warn(of problem: ConfigProblem, _ context: CommandContext) {
    let failure = CommandFailure(context.settings.file.error(problem))
    context.warn(
      StyledText(
        [failure.message, problem.reason, failure.place.map { "(\($0))" }, failure.advice].compactMap { $0 }
          .joined(separator: " ")))
  }

  private func result(_ settings: Settings, _ explained: [SettingExplanation]) -> JSON {
    let file = settings.file
    let kept = file.places.filter { $0 != .currentProfile }.map { place -> JSON in
      [
        "place": .string(place.description), "name": .text(place.key?.name), "profile": .text(place.profile),
        "network": .text(place.network), "value": .text(file.texts(at: place).map { place.shown($0) }),
        "inForce": .bool(ConfigEditor(settings).isInForce(place)),
      ]
    }
    return [
      "file": .text(file.path), "profile": .string(settings.profile),
      "profiles": .array(file.profileNames.map { .string($0) }), "network": .text(settings.networkName),
      "settings": explained.json, "kept": .array(kept),
      "problems": .array(file.problems.map { CommandFailure(file.error($0)).json }),
    ]
  }
}
