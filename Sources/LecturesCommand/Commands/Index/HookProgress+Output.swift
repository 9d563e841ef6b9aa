import ChainIndex
import Localization
import Primitives
import StrictJSON
import Terminal

extension HookProgress {
  /// The consumer in the output of `--json`.
  var json: JSON {
    [
      "hook": .integer(hook.id), "url": .string(hook.address), "signed": .bool(hook.secretFile != nil),
      "contract": .text(hook.filter.contract?.checksummed), "event": .text(hook.filter.kind),
      "finalOnly": .bool(hook.isFinalOnly), "sent": .integer(hook.sequence), "waiting": .integer(waiting),
      "behind": .integer(behind), "gone": .bool(hook.isEnded),
      "attempts": .integer(hook.delivery?.attempts ?? 0), "problem": .text(hook.delivery?.problem),
    ]
  }

  /// Consumers for people.
  static func table(_ hooks: [HookProgress], in language: Language) -> Table {
    var table = Table(
      .number(language[Label.number], .important), .text(language[HookText.consumer]), .text(language[Label.event]),
      .number(language[HookText.sent], .useful), .text(language[Label.state]),
      placeholder: StyledText(language[HookText.none]))
    for progress in hooks {
      let hook = progress.hook
      let filter = [hook.filter.contract?.checksummed, hook.filter.kind].compactMap { $0 }.joined(separator: " ")
      let event = filter.isEmpty ? language[HookText.all] : PlainText.escaped(filter)
      table.add(
        StyledText("\(hook.id)"), StyledText(PlainText.escaped(hook.address)),
        StyledText(hook.isFinalOnly ? "\(event), \(language[HookText.finalOnly])" : event),
        StyledText("\(hook.sequence - (hook.delivery == nil ? 0 : 1))"), progress.state(in: language))
    }
    return table
  }

  private func state(in language: Language) -> StyledText {
    if hook.isEnded { return StyledText(language[HookText.gone], .warning) }
    guard waiting > 0 else { return StyledText(language[HookText.hasAll], .good) }
    let text = StyledText(language[HookText.waiting(waiting, isMore: waiting >= Self.mostCounted, behind: behind)])
    guard let delivery = hook.delivery, let problem = delivery.problem else { return text }
    return text + StyledText(" ")
      + StyledText(
        language[HookText.problem(PlainText.escaped(problem), attempts: delivery.attempts)], .warning)
  }
}
