import ContractClient
import Keys
import Outbox
import Primitives
import Sending

/// A call that was checked and priced, to be shown to the user and then sent.
public struct PlannedCall: Sendable {
  /// The readable form for people: `buy lecture 0 for 10 KLAY`.
  public let title: String
  let call: ContractCall<Void>
  /// The transaction with its price, neither signed nor sent.
  public let prepared: PreparedTransaction
  /// The idempotency key, so that it is not sent twice; nil for what may be.
  public private(set) var key: IntentKey?
  let lectureNumber: UInt256?
  /// The lecture that is bought, rated, settled or reopened, as the chain had it when this was planned; nil where it is not
  /// told.
  public internal(set) var lecture: Lecture?
  /// Makes sure that what it was planned for still holds; nil where trying the call again shows that.
  var holds: (@Sendable () async throws -> Void)?

  /// This plan, of which an account sends only one with this key.
  public func once(_ key: IntentKey?) -> PlannedCall {
    var plan = self
    plan.key = key
    return plan
  }

  /// This plan with a check of its own for ``checkAgain()``.
  func holding(_ check: @escaping @Sendable () async throws -> Void) -> PlannedCall {
    var plan = self
    plan.holds = check
    return plan
  }

  /// The call as the contract sees it: `purchaseLecture(lectureNumber: 0)`.
  public var readable: String { call.readable }
  /// The value that goes to the contract with the call.
  public var value: Amount { call.value }
  /// The most that gas can cost on top.
  public var maximumFee: Amount { prepared.maximumFee }

  /// Makes sure that what it was planned for still holds: one reading of the chain, for right before it is signed.
  ///
  /// Between the plan and the signature somebody is asked and types a password, which may take long.
  ///
  /// - Throws: `LectureError` `.priceChanged`, `.runChanged`, `.closed`, with what changed, or a refusal of the contract;
  ///   a `NodeError`. Nothing is sent then.
  public func checkAgain() async throws {
    if let holds { try await holds() } else { try await tryAgain() }
  }

  /// Tries the call on the newest state.
  func tryAgain() async throws {
    do {
      try await call.call(from: prepared.request.from)
    } catch let error as ContractError {
      throw LectureRefusal.explained(error, lectureNumber: lectureNumber)
    }
  }

  /// Signs, sends and waits; see `ContractCall.send`. If it was done before, that is what is returned.
  public func send(from signer: any Signer, options: SendOptions = SendOptions()) async throws -> CallReceipt {
    var options = options
    // The call may wait for its price, or be signed anew: what holds now need not hold then.
    options.events.beforeSigning = { try await checkAgain() }
    if let key {
      options.intent.key = key
      // The key says all of what is done; the price of a lecture is what the chain has.
      options.intent.isSame = { _ in true }
    }
    do {
      return try await call.send(prepared, signer: signer, options: options)
    } catch let error as ContractError {
      throw LectureRefusal.explained(error, lectureNumber: lectureNumber)
    }
  }
}
