import ContractClient
import LectureKit
import NodeRPC
import Primitives
import Sending

extension WantedAction {
  /// The code with which a contract refuses what it does once and has done; nil for what it does as often as it is
  /// called.
  package var doneCode: LectureError.Code? {
    switch self {
    case .purchase: .boughtAlready
    case .rating: .ratedAlready
    case .settlement: .closed
    case .reopening: .stillOpen
    case .reclaim, .withdrawal, .opening: nil
    }
  }
}

extension WalletPlanner {
  /// Makes sure that mined blocks do not show an action to be done: by the newest one with the confirmations that are
  /// asked for, as enough endpoints tell it. A trial knows pending transactions, too, which may come to nothing.
  ///
  /// - Throws: `LectureError` with the action's ``WantedAction/doneCode``, of a rating with its scores; `ReadingError`
  ///   `.disputed` where too few endpoints agree; a `NodeError`.
  package func checkUndone(_ action: WantedAction, of client: LectureClient) async throws {
    // The contracts of 2018 keep no records.
    guard client.generation.hasRecords else { return }
    do {
      switch action {
      case .purchase(let number):
        if let enrolment = try await enrolment(in: number, of: client), enrolment.bought, !enrolment.reclaimed {
          throw LectureError.shown(.bought)
        }
      case .rating(let number, _):
        if let given = try await enrolment(in: number, of: client)?.scores {
          throw LectureError.ratedOtherwise(given)
        }
      case .settlement(let number, _):
        if try await lecture(number, of: client).isOpen == false { throw LectureError.shown(.settled) }
      case .reopening(let number, _):
        if try await lecture(number, of: client).isOpen == true { throw LectureError.shown(.stillOpen) }
      case .reclaim, .withdrawal, .opening: break
      }
    } catch let error as LectureError where error.code == .unknownLecture && options.tracking.confirmations > 1 {
      // It is newer than that block.
    }
  }

  private func enrolment(in number: UInt256, of client: LectureClient) async throws -> Enrolment? {
    try await client.agreed(options, client.facts(of:)) { client in
      let client = try await confirmed(client)
      return try await client.enrolment(in: client.lecture(number), of: account)
    }
  }

  private func lecture(_ number: UInt256, of client: LectureClient) async throws -> Lecture {
    try await client.agreed(options, client.facts(of:)) { try await confirmed($0).lecture(number) }
  }

  /// The client as of the newest block that has the confirmations.
  private func confirmed(_ client: LectureClient) async throws -> LectureClient {
    let connection = client.connection
    guard options.tracking.confirmations > 1 else { return client }
    let head: UInt64
    switch connection.block {
    case .number(let number): head = number
    default: head = try await connection.node.blockNumber()
    }
    let block = head - min(head, options.tracking.confirmations - 1)
    return client.alone(over: ContractConnection(sender: connection.sender, at: .number(block)))
  }
}
