import NodeRPC
import Orders
import Primitives

/// The end of a POST of an order.
public enum RelayPosting: Sendable {
  /// The relay has the order, by its own word.
  case taken
  /// The relay refused the order.
  case refused(RelayClientError)
  /// The relay never saw the order, or was too busy to take it: it may be posted later.
  case notSent(RelayClientError)
  /// Unknown whether it has the order: ``RelayClient/order(_:)`` may find out.
  case unclear(RelayClientError)

  /// The error, where there is one.
  public var error: RelayClientError? {
    switch self {
    case .taken: nil
    case .refused(let error), .notSent(let error), .unclear(let error): error
    }
  }
}

extension RelayClient {
  /// Posts an order, once.
  ///
  /// An answer that confirms the order has no body, or an empty value of JSON: with anything else, as the page of
  /// a proxy before the relay, that is unknown.
  public func post(_ signed: AnySignedOrder) async -> RelayPosting {
    let answer: HTTPExchange.Answer
    do throws(RelayClientError) {
      try checkProtocol(signed.api)
      try checkPlace(of: signed)
      answer = try await post(signed.json, to: routes.order)
    } catch {
      return error.leavesOutcomeOpen || [.tooLarge, .cancelled].contains(error.code) ? .unclear(error) : .notSent(error)
    }
    guard (200..<300).contains(answer.status) else {
      let error = refusal(answer)
      if error.code == .busy { return .notSent(error) }
      return error.code == .refused || !error.leavesOutcomeOpen ? .refused(error) : .unclear(error)
    }
    guard api.acceptance.contains(answer.status), Self.isEmpty(answer.body) else {
      return .unclear(
        RelayClientError(
          .malformed, "The relay does not say whether it has the order.", about: address,
          reason:
            "It answers with HTTP status \(answer.status) and a body of \(answer.body.count) bytes, where none is due.",
          facts: .exchange(status: answer.status, leavesOutcomeOpen: true)))
    }
    return .taken
  }

  private func checkPlace(of signed: AnySignedOrder) throws(RelayClientError) {
    do throws(OrderError) {
      try signed.order.check(isFor: exchange)
    } catch {
      throw RelayClientError(
        .wrongProtocol, "The order is not posted.", about: address, reason: error.inOneLine, cause: error)
    }
  }

  private static func isEmpty(_ body: [UInt8]) -> Bool {
    let text = body.prefix(100).filter { !" \t\r\n".utf8.contains($0) }
    return body.count <= 100 && (text.isEmpty || ["{}", "null"].contains { text.elementsEqual($0.utf8) })
  }
}

extension AnySignedOrder {
  /// The interface by which such orders are posted.
  public var api: RelayAPI {
    switch self {
    case .v1: .v0
    case .v4: .v4
    }
  }
}
