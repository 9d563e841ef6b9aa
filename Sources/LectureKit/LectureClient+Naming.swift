import ContractClient
import Outbox
import Primitives
import Sending

extension LectureClient {
  /// Gives a transaction that is on the chain the key of something that an account does once only: it did just that.
  ///
  /// - Throws: `SendingError` `.notNamed`, `.otherWithID`; the errors of the outbox and the node.
  public func name(_ hash: Hash32, _ deed: LectureAction, by account: Address) async throws {
    guard let lecture = try await lectureIfTold(deed.lecture), let key = key(deed, in: lecture) else {
      throw LectureError(
        .notShown, "Lecture \(deed.lecture) has nothing by which its transactions are told apart.")
    }
    // All of these begin with the lecture's number; scores and values are not compared.
    let beginning = deed.call.prefix(36)
    try await connection.sender.restorer.name(hash, key, of: account) { [market] intent in
      intent.to == market.address && intent.data.prefix(36) == beginning
    }
  }
}

extension LectureAction {
  /// The calldata, whatever follows the lecture's number.
  fileprivate var call: Bytes {
    switch self {
    case .purchase(let number): LectureMarket.Calldata.purchaseLecture(lectureNumber: number)
    case .evaluation(let number):
      LectureMarket.Calldata.evaluateLecture(
        lectureNumber: number, preparationPoint: 0, contentPoint: 0, proceedPoint: 0, communicationPoint: 0,
        satisfactionPoint: 0)
    case .settlement(let number): LectureMarket.Calldata.acceptAdmin(lectureNumber: number)
    case .reopening(let number): LectureMarket.Calldata.recreateLecture(lectureNumber: number, lectureCost: 0)
    }
  }
}
