import Operations
import StrictJSON
import Terminal

extension ConfigChange {
  /// The change for people and scripts: what stood there, what does now, and what counts from now on.
  func report(_ values: [String]?, in settings: Settings, _ context: CommandContext) -> Report {
    let key = place.key
    let setting = key.map { settings.explain($0) }
    let (old, new) = (old.map(place.shown), values.map(place.shown))
    let editor = ConfigEditor(settings)
    let isInUse = editor.isInUse(place)
    let stronger = values == nil || !isInUse ? nil : editor.stronger(than: place)
    if let stronger { context.warn("\(stronger.description) is stronger: the value is kept, and not in force.") }
    if let problem = settings.file.problems.first {
      context.warn(StyledText(CommandFailure(settings.file.error(problem)).message))
    }
    var result: JSONObject = [
      "place": .string(place.description), "file": .text(settings.file.path), "old": .text(old), "new": .text(new),
      "removed": .integer(removed),
    ]
    result["inForce"] = .bool(values != nil && (place == .currentProfile || isInUse && stronger == nil))
    return Report(.object(result)) {
      if let new {
        StyledText(place.description, .strong) + (old == new ? " is \(new) already." : " is \(new) now.")
        if let old, old != new { StyledText("It was \(old).", .dim) }
      } else if removed == 0 {
        StyledText(place.description, .strong) + " was not set."
      } else if let old {
        StyledText(place.description, .strong) + " is taken back; it was \(old)."
      } else {
        StyledText(place.description, .strong) + " is taken back, with \(removed) setting\(removed == 1 ? "" : "s")."
      }
      if values == nil, isInUse, let key, let setting {
        let now = setting.value.map { "\($0), from \(setting.origin.description)" } ?? "not set"
        StyledText("\(key.name) is \(now) now.", .dim)
      }
    }
  }
}
