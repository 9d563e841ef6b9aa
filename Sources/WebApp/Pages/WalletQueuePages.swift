import HTTPTypes
import Localization
import Markup
import Operations

/// The pages of several actions that a wallet is asked for one after the other, on a platform.
enum WalletQueuePages {
  static let routes: [Route] = [
    .get("/queues/:id") { try await show($0) },
    .post("/queues/:id/next", next),
  ]

  private static func show(_ visit: Visit, stoppedBy error: (any Error)? = nil) async throws -> WebAnswer {
    let queues = try WalletQueues(visit)
    let progress = try await queues.progress(of: try await queues.queue(try visit.value("id")))
    let (done, count) = (progress.done, progress.queue.actions.count)
    let titles = await LectureTitles.read(of: progress.queue.actions, visit)
    let page = Page(visit.text(WalletQueueText.progress(done, of: count)), nil) {
      if let error {
        let text = visit.site.texts.failure(error, in: visit.language)
        Element.note([text.message, text.reason].compactMap { $0 }.joined(separator: " "), .bad)
      }
      QueueView(progress: progress, visit: visit, titles: titles).content
      Element("div", ["class": "actions"]) {
        if progress.next == nil || progress.isStopped {
          Element.action(
            visit.text(FormText.next), to: progress.next == nil ? progress.queue.next : progress.queue.back,
            isMain: true)
        }
        Element.action(visit.text(FormText.transactions), to: Link("transactions"))
      }
    }
    return await visit.answer(page, error == nil ? .ok : .conflict)
  }

  /// Proposes the next action, or shows why it cannot be done and what can.
  @Sendable private static func next(_ visit: Visit) async throws -> WebAnswer {
    try await visit.limit("proposal", most: 30)
    let queues = try WalletQueues(visit)
    let queue = try await queues.queue(try visit.value("id"))
    do {
      return .redirect(to: try await queues.goOn(queue))
    } catch let refusal as WebRefusal {
      throw refusal
    } catch {
      return try await show(visit, stoppedBy: error)
    }
  }
}
