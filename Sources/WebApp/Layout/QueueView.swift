import Localization
import Markup
import Operations

/// The parts of a queue with what became of each, and the button by which it goes on.
struct QueueView: Sendable {
  let progress: QueueProgress
  let visit: Visit
  /// The part whose page it stands on; nil for the queue's own.
  var current: Int?
  var titles = LectureTitles.none

  var content: [Element.Node] {
    let count = progress.queue.actions.count
    var nodes: [Element.Node] = []
    if progress.isStopped, let next = progress.next {
      nodes.append(
        .element(.note(visit.text(WalletQueueText.stopped(at: next + 1, done: progress.done, of: count)), .bad)))
    } else if progress.next == nil {
      nodes.append(.element(.note(visit.text(WalletQueueText.allDone(count)), .good)))
    }
    nodes.append(
      .element(
        Element("ol") {
          for index in progress.queue.actions.indices {
            Element("li", index == current ? ["aria-current": "step"] : [:]) {
              WalletActionText(visit: visit, titles: titles).words(of: progress.queue.actions[index]) + " "
              badge(of: index)
            }
          }
        }))
    if let next = progress.next, !progress.isStopped, next != current {
      nodes.append(
        .element(
          Element.form(visit, to: Link("queues", progress.queue.id, "next")) {
            Element("div", ["class": "actions"]) {
              Element.submit(visit.text(WalletQueueText.goOn(next + 1, of: count)))
            }
          }))
    }
    return nodes
  }

  private func badge(of index: Int) -> Element {
    guard let part = progress.parts[index] else {
      return Element("span", ["class": "badge"]) { visit.text(FormText.stepNotSent) }
    }
    let text = WalletProposalText(proposal: part, visit: visit)
    return Element("span", ["class": text.look]) {
      part.state == .shown ? visit.text(FormText.stepNotSent) : visit.text(text.state)
    }
  }
}
