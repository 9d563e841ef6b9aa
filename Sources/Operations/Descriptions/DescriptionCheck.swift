import ContractClient
import Keys
import LectureKit
import NodeRPC
import Primitives

/// The check of descriptions, and of requests for the buyers' link, against the chain.
package struct DescriptionCheck: Sendable {
  private let client: LectureClient

  /// A check with a contract.
  package init(_ client: LectureClient) { self.client = client }

  /// Checks that the contract's teacher of a lecture signed a description.
  ///
  /// - Returns: The way in which the teacher signed it.
  /// - Throws: `LectureError` `.descriptionUnsigned` for one of another chain, contract or lecture, and for one that
  ///   another account signed; `NodeError` if the node fails, and nobody knows.
  @discardableResult
  package func verify(_ signed: SignedDescription, of lecture: Lecture) async throws -> AccountSignature.Method {
    guard signed.chainID == client.session.chainID else { throw LectureError.unsigned("It is of another chain.") }
    guard signed.contract == client.market.address else { throw LectureError.unsigned("It is of another contract.") }
    guard signed.description.lecture == lecture.number else {
      throw LectureError.unsigned("It is of lecture \(signed.description.lecture).")
    }
    guard let teacher = lecture.teacher else { throw LectureError.unsigned("The contract does not tell the teacher.") }
    do {
      return try await AccountSignature(signed.signature, of: signed.hash, by: teacher).verify(at: client.connection)
    } catch let error as SignInError {
      throw LectureError.unsigned(error.message, cause: error)
    }
  }

  /// Makes sure that a request for the buyers' link is signed by an account that bought the run.
  ///
  /// - Throws: `LectureError` `.linkRefused`, `.unknownRun`, `.notSupported` for the contracts of 2018; `NodeError` if
  ///   the node fails, and nobody knows.
  package func verify(_ signed: SignedLinkRequest) async throws {
    let request = signed.request
    // The code of a contract is asked only for an account that bought something.
    try await checkPurchase(of: request.lecture, run: request.run, by: request.student)
    let typed = try request.typedData(chainID: client.session.chainID, contract: client.market.address)
    do {
      _ = try await AccountSignature(signed.signature, of: typed.digest(), by: request.student)
        .verify(at: client.connection)
    } catch let error as SignInError {
      throw LectureError.linkRefused(.unsigned, cause: error)
    }
  }

  /// Makes sure that an account bought a run and did not take its payment back.
  ///
  /// - Throws: `LectureError` `.linkRefused`, `.unknownRun`, `.notSupported` for the contracts of 2018.
  package func checkPurchase(of lecture: UInt256, run: UInt64, by student: Address) async throws {
    switch try await client.purchaseStatus(of: lecture, run: run, by: student) {
    case .bought: return
    case .reclaimed: throw LectureError.linkRefused(.reclaimed)
    case .none: throw LectureError.linkRefused(.notBought)
    }
  }
}

extension LectureError {
  fileprivate static func unsigned(_ reason: String, cause: (any Error)? = nil) -> LectureError {
    LectureError(
      .descriptionUnsigned, "The description is not signed by the lecture's teacher.", reason: reason, cause: cause)
  }

  /// A request for the buyers' link that is not granted.
  package static func linkRefused(_ refusal: LectureErrors.LinkRefusal, cause: (any Error)? = nil) -> LectureError {
    let reason =
      switch refusal {
      case .notBought: "The account did not buy this run."
      case .reclaimed: "The payment for this run was taken back."
      case .unsigned: "The request is not signed by the account."
      case .notInForce: "The request is for another site, or its time is over."
      case .usedBefore: "The request was used before."
      case .noLink: "The teacher gave no link for buyers of this run."
      }
    return LectureError(
      .linkRefused, "The link for buyers is not given.", reason: reason, facts: .link(refusal), cause: cause)
  }
}
