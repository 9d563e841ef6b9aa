import Localization
import Operations
import StrictJSON
import Terminal

extension ConfigChange {
  /// The change for people and scripts: what stood there, what does now, and what counts from now on.
  func report(_ values: [String]?, in settings: Settings, _ context: CommandContext) -> Report {
    let (key, language) = (place.key, context.language)
    let setting = key.map { settings.explain($0) }
    let (old, new) = (old.map(place.shown), values.map(place.shown))
    let editor = ConfigEditor(settings)
    let isInUse = editor.isInUse(place)
    let stronger = values == nil || !isInUse ? nil : editor.stronger(than: place)
    if let stronger { context.warn(language[SettingText.stronger(OriginText(stronger))]) }
    if let problem = settings.file.problems.first {
      context.warn(StyledText(CommandFailure(settings.file.error(problem)).words(in: language).message))
    }
    var result: JSONObject = [
      "place": .string(place.description), "file": .text(settings.file.path), "old": .text(old), "new": .text(new),
      "removed": .integer(removed),
    ]
    result["inForce"] = .bool(values != nil && (place == .currentProfile || isInUse && stronger == nil))
    return Report(.object(result)) {
      if let new {
        language[old == new ? SettingText.already(place.description, new) : .set(place.description, new)]
        if let old, old != new { language[SettingText.formerly(old)] }
      } else if removed == 0 {
        language[SettingText.wasNotSet(place.description)]
      } else if let old {
        language[SettingText.takenBack(place.description, old)]
      } else {
        language[SettingText.sectionTakenBack(place.description, removed)]
      }
      if values == nil, isInUse, let key, let setting {
        language[SettingText.now(key.name, setting.value, OriginText(setting.origin))]
      }
    }
  }
}
