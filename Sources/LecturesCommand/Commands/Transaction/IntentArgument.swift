import ArgumentParser
import ContractClient
import LectureKit
import Operations
import Outbox
import Primitives
import Terminal

/// Something in the outbox, named by its number in the list or by a transaction's hash.
struct IntentArgument: ParsableArguments {
  @Argument(help: ArgumentHelp("The transaction's number in `tx list`, or its hash.", valueName: "tx")) var intent:
    String

  /// - Throws: `unknownIntent`.
  func find(in context: CommandContext) async throws -> Intent {
    guard let found = try await lookUp(in: context).intent else {
      throw CommandFailure(.unknownIntent, TransactionRefusal.unknownIntent(PlainText.escaped(intent)))
    }
    return found
  }

  /// The given hash, and the outbox's intent with the number or the hash.
  func lookUp(in context: CommandContext) async throws -> (hash: Hash32?, intent: Intent?) {
    let outbox = try context.outbox.written()
    if let number = Int64(intent) { return (nil, try await outbox?.intent(number)) }
    let hash = try hash()
    return (hash, try await outbox?.intent(hash: hash))
  }

  private func hash() throws(CommandFailure) -> Hash32 {
    try CommandFailure.explaining(.usage, TransactionRefusal.noHashOrNumber) { try Hash32(intent.trimmed) }
  }
}
