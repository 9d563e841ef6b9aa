import ContractClient
import NodeRPC
import Primitives
import Sending

/// The lecture contract as the platform sees it: one client for every generation that is deployed.
///
/// Reading asks the node; sending is planned first (`plan…`), shown, and then sent with a signer.
public struct LectureClient: Sendable {
  /// The chain, the contract and the chain's currency.
  public let session: Session
  /// The generation of the contract, and so what it can answer; never `v0`.
  public let generation: ContractGeneration
  /// The typed contract underneath.
  public let market: LectureMarket
  /// The way of reading a contract of 2018; nil for one that keeps records.
  let legacy: LegacyContract?

  /// The connection over which the contract is called.
  public var connection: ContractConnection { market.connection }

  /// Finds out which contract is at the session's address.
  ///
  /// - Parameter isChainChecked: Whether the node was asked a moment ago which chain it is on.
  /// - Throws: `LectureError` `.missingSetting` without an address, `.unknownContract` for another contract,
  ///   `.notSupported` for v0; `ContractError` `.noContract`; `SendingError` `.wrongChain`; a `NodeError`.
  public static func connect(
    _ session: Session, over connection: ContractConnection, isChainChecked: Bool = false
  ) async throws -> LectureClient {
    guard let address = session.contract else {
      throw LectureError(
        .missingSetting, "No lecture contract is configured for this network.")
    }
    if !isChainChecked { try await connection.sender.pricer.checkChain() }
    let code = try await connection.node.code(of: address, at: connection.block)
    guard !code.isEmpty else { throw ContractError.noContract(at: address) }
    guard let generation = ContractGeneration(code: code) else {
      throw LectureError(
        .unknownContract, "The contract at \(address) is not a lecture contract.",
        reason: "Its code has none of the functions of the known generations.",
        facts: .contract(address))
    }
    guard generation != .v0 else {
      throw LectureError(
        .notSupported, "The contract at \(address) is \(generation.name), which cannot be driven.",
        reason: "Its functions have other names and arguments.",
        facts: .generation(generation))
    }
    return LectureClient(session, generation, at: address, over: connection)
  }

  private init(
    _ session: Session, _ generation: ContractGeneration, at address: Address, over connection: ContractConnection
  ) {
    (self.session, self.generation) = (session, generation)
    market = LectureMarket(address: address, connection: connection)
    legacy =
      generation.hasRecords
      ? nil
      : LegacyContract(
        market: market, generation: generation,
        openings: OpeningCache(session: session, contract: address, connection: connection))
  }

  /// A client of the contract over another connection, which is not asked again which contract it is.
  package func over(_ connection: ContractConnection) -> LectureClient {
    LectureClient(session, generation, at: market.address, over: connection)
  }

  /// A client of the contract over one endpoint of several, of whose answers nothing is kept for others.
  package func alone(over connection: ContractConnection) -> LectureClient {
    var session = session
    session.cacheDirectory = nil
    return LectureClient(session, generation, at: market.address, over: connection)
  }

  /// The actions and the income of accounts, out of the contract's events.
  public var history: LectureHistory { LectureHistory(client: self) }

  /// Receipts of purchases, which anybody can check.
  public var receipts: PurchaseReceipts { PurchaseReceipts(client: self) }

  /// The number of the lecture that a creation opened; nil when an old contract's event does not have it.
  public func createdNumber(in receipt: CallReceipt) throws -> UInt256? {
    generation == .v1 ? nil : try receipt.events(LectureMarket.CreatingLecture.self).first?.lectureNumber
  }

  /// The payments of a settlement; nil for the old contracts, which do not log them.
  public func settlement(in receipt: CallReceipt) throws -> Settlement? {
    try receipt.events(LectureMarket.SettlingLecture.self).first.map { try Settlement($0) }
  }

  /// The payment that a transaction took back, by the contract's event.
  ///
  /// - Throws: `LectureError` `.unknownContract` for a run that none is.
  public func reclaimedPayment(in receipt: CallReceipt) throws -> ReclaimedPayment? {
    try receipt.events(LectureMarket.ReclaimingPayment.self).first.map { try ReclaimedPayment($0) }
  }

  /// The error for what this generation cannot do.
  func notSupported(_ what: String) -> LectureError {
    LectureError(
      .notSupported, "This contract cannot tell \(what).", reason: "It is \(generation.name).",
      facts: .generation(generation))
  }
}
