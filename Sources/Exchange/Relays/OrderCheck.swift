import JSONFields
import NodeRPC
import Orders
import Primitives
import StrictJSON

/// The checks that every order of a relay goes through before anything is done with it.
struct OrderCheck: Sendable {
  let api: RelayAPI
  let exchange: ExchangeContract
  let signerCheck: RelayClient.SignerCheck?
  /// The time in seconds since 1970.
  let clock: @Sendable () -> UInt64

  /// The most signers that are asked about for one answer.
  static let mostLookups = 50

  /// The signers of one answer that were asked about.
  struct Lookups {
    struct Question: Hashable { let signer: Address, maker: Address }

    var answers: [Question: Bool?] = [:]
  }

  /// An order that stands the checks, or why it is not used.
  enum Finding: Sendable {
    case good(RelayedOrder)
    case dropped(DroppedOrder)
  }

  /// Reads a record of a list: an order of version 0, or one of version 4 with the relay's metadata.
  ///
  /// - Parameters:
  ///   - due: The hash that was asked for.
  ///   - signers: Accounts that are known to sign for makers (v4).
  func find(
    in record: JSON, due: Hash32? = nil, signers: Set<Address> = [], _ lookups: inout Lookups
  ) async -> Finding {
    let parts: Parts
    do throws(OrderError) {
      parts = try self.parts(of: record)
    } catch {
      return .dropped(DroppedOrder(nil, .malformed, error.inOneLine))
    }
    let hash = parts.order.hash
    for told in [parts.hash, due] {
      if let told, told != hash {
        return .dropped(DroppedOrder(hash, .wrongHash, "its hash is \(hash), and not \(told)"))
      }
    }
    if let fault = await fault(of: parts.order, signers, &lookups) { return .dropped(fault) }
    let remaining = parts.remaining.map { min($0, parts.order.order.takerAmount) }
    return .good(RelayedOrder(parts.order, toldRemaining: remaining, reportedState: parts.state))
  }

  /// The reason for which an order is not to be used by its terms and the time, whoever gave it.
  func fault(ofTerms order: RelayedOrder) -> DroppedOrder? {
    guard let error = order.signed.order.faults(at: clock()).first else { return nil }
    return DroppedOrder(order.hash, error.code == .expired ? .expired : .badTerms, error.inOneLine)
  }

  private func fault(
    of signed: AnySignedOrder, _ signers: Set<Address>, _ lookups: inout Lookups
  ) async -> DroppedOrder? {
    do throws(OrderError) {
      try signed.verify(for: exchange, signers: signers)
      return nil
    } catch {
      func dropped(_ reason: DroppedOrder.Reason) -> DroppedOrder {
        DroppedOrder(signed.hash, reason, error.inOneLine)
      }
      switch error.code {
      case .wrongExchange: return dropped(.wrongExchange)
      case .wrongChain: return dropped(.wrongChain)
      case .noMaker: return dropped(.badTerms)
      case .wrongSigner:
        // Nobody can sign for a maker of version 1, and a signature that is nobody's is no registered signer's.
        guard api == .v4, case .signer(let signer, _) = error.facts else { return dropped(.badSignature) }
        switch await maySign(signer, for: signed.order.maker, &lookups) {
        case true?: return nil
        case false?: return dropped(.badSignature)
        case nil: return dropped(.unknownSigner)
        }
      default: return dropped(.badSignature)
      }
    }
  }

  private func maySign(_ signer: Address, for maker: Address, _ lookups: inout Lookups) async -> Bool? {
    let question = Lookups.Question(signer: signer, maker: maker)
    if let answer = lookups.answers[question] { return answer }
    guard let signerCheck, lookups.answers.count < Self.mostLookups else { return nil }
    let answer = await signerCheck(signer, maker)
    lookups.answers[question] = .some(answer)
    return answer
  }

  /// An order with a relay's metadata.
  private struct Parts {
    let order: AnySignedOrder
    var hash: Hash32?
    var remaining: UInt256?
    var state: String?
  }

  /// Members that no order has are passed over: what is not hashed changes nothing.
  private func parts(of record: JSON) throws(OrderError) -> Parts {
    switch api {
    case .v0:
      let fields = try JSONFields(record) { OrderError(.malformedJSON, "the order cannot be read", reason: "\($0)") }
      let names = OrderV1.memberNames + [OrderV1.spelling.signature]
      return Parts(
        order: .v1(try SignedOrder(json: fields.only(names))), hash: try fields.optional("orderHash", .hash))
    case .v4:
      let fields = try JSONFields(record) { OrderError(.malformedJSON, "the order cannot be read", reason: "\($0)") }
      let order = try fields.fields("order")
      let names = LimitOrder.memberNames + [LimitOrder.spelling.signature]
      let told = try fields.fields("metaData")
      return Parts(
        order: .v4(try SignedOrder(json: order.only(names))), hash: try told.required("orderHash", .hash),
        remaining: try told.optional("remainingFillableTakerAmount", .number),
        state: try told.optional("state", .string).map { TerminalSafe.escape($0, limit: 40) })
    }
  }
}

extension JSONFields {
  /// The object with the members of some names alone.
  fileprivate func only(_ names: [String]) -> JSON {
    .object(JSONObject(names.compactMap { name in object[name].map { (name, $0) } }))
  }
}
