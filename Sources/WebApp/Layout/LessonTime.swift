import LectureKit
import Localization
import Markup

extension Element {
  /// A time of a lesson, on the clock of the zone in which its teacher told it, with that zone beside it.
  static func time(_ time: DescribedTime, _ visit: Visit) -> Element {
    // Year, month, day, hour and minute: the form of the text is fixed.
    let parts = time.text.split { !$0.isNumber }.prefix(5).compactMap { Int($0) }
    guard parts.count == 5 else { return Element.time(time.seconds, visit) }
    let zone = time.zone == "+00:00" ? "UTC" : "UTC\(time.zone)"
    return Element("time", ["datetime": UTCText.text(time.seconds)]) {
      visit.language.time((parts[0], parts[1], parts[2]), (parts[3], parts[4]), zone: zone)
    }
  }
}
