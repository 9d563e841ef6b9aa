import Alerts
import Localization
import StrictJSON
import Terminal

extension Console {
  /// Shows what a monitor has to say beside its readings: alerts for the terminal, and failures.
  func show<Subject, Reading>(_ event: AlertMonitor<Subject, Reading>.Event) {
    switch event {
    case .reading: break
    case .standingBy: note(StyledText(language[AlertText.standingBy]))
    case .failed(let error):
      let failure = CommandFailure(error)
      warn(StyledText("\(failure.message) \(failure.reason ?? "")"))
    case .notice(let delivery):
      if outputMode.json {
        print(json: ["alert": .integer(delivery.alert), "message": .string(delivery.message)])
      } else {
        print([.timed(["!", delivery.message])])
      }
    }
  }
}

extension StyledText {
  /// A line of a watch: the time, and what there is at it.
  static func timed(_ parts: [String], at time: Int64 = LocalTime.now()) -> StyledText {
    StyledText("\(LocalTime.text(time))  ", .dim) + StyledText(parts.joined(separator: "  "))
  }
}
