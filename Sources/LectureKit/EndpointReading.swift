import ContractClient
import Failures
import NodeRPC
import Primitives
import Sending

/// A reading of the chain's state as of a block, as an endpoint tells it.
public struct EndpointReading<Value: Sendable & Hashable>: Sendable, Hashable {
  /// The outcome of a reading.
  public enum Outcome: Sendable, Hashable {
    /// The value that was read.
    case value(Value)
    /// The refusal of the contract, or the contract's absence.
    case refusal(StateRefusal)
  }

  /// The block's number.
  public let block: UInt64
  /// The block's hash.
  public let hash: Hash32
  /// The value, or the refusal.
  public let outcome: Outcome
}

/// The error that comes of the state, and not of the way to it; two are equal where their kinds are.
public struct StateRefusal: Sendable, Hashable {
  /// The error as it was thrown.
  public let error: any Error
  /// The name of its kind.
  public let code: String

  /// The refusal in an error; nil for one of the way to the node.
  init?(_ error: any Error) {
    switch error {
    case let error as LectureError: code = error.code.description
    case let error as ContractError: code = error.code.description
    default: return nil
    }
    self.error = error
  }

  /// Equal kinds, whatever else the errors say.
  public static func == (left: Self, right: Self) -> Bool { left.code == right.code }

  /// Hashes the kind alone.
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

extension ContractConnection {
  /// A reading of the state as each endpoint alone tells it, as of the newest block that enough of them have, or one's
  /// own node has.
  ///
  /// - Parameter read: Reads over the connection that it is given, whose block is that one.
  /// - Throws: `SendingError` `.noQuorum`, `.wrongChain`; a `NodeError` where too few endpoints answer.
  public func reportedState<Value: Sendable & Hashable>(
    quorum: Int, _ read: (ContractConnection) async throws -> Value
  ) async throws -> EndpointAnswers<EndpointReading<Value>> {
    let survey = EndpointSurvey(connection: self, quorum: quorum)
    let own = survey.own
    let heads = try await survey.answers { try await $0.node.blockNumber() }
    let owned = heads.filter { own.contains($0.endpoint) }.map(\.value).max()
    let shared = owned ?? heads.map(\.value).sorted(by: >)[quorum - 1]
    let answers = try await survey.answers { alone -> EndpointReading<Value> in
      let outcome: EndpointReading<Value>.Outcome
      do {
        outcome = .value(try await read(ContractConnection(sender: alone.sender, at: .number(shared))))
      } catch {
        guard let refusal = StateRefusal(error) else { throw error }
        outcome = .refusal(refusal)
      }
      // Asked for afterwards: a block that another took the place of meanwhile is not shared.
      guard let block = try await alone.node.block(.number(shared)) else {
        throw NodeError(
          .badReply, kind: .missingResult, detail: "It has no block \(shared).",
          endpoint: alone.node.endpoints.first?.redacted)
      }
      return EndpointReading(block: shared, hash: block.hash, outcome: outcome)
    }
    return EndpointAnswers(answers, quorum: quorum, own: own)
  }
}
