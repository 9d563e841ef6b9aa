/// A fault between a client and its node, injected by a ``FaultProxy``.
package enum Fault: Sendable, Hashable {
  // The node hears nothing.

  /// The request is swallowed: neither answer nor end.
  case hang
  /// The connection ends before the node hears anything.
  case cutBeforeRequest
  /// A gateway answers for the node.
  case gateway(status: Int, body: String, type: String)
  /// The node says that it took a transaction, and keeps nothing of it.
  case forget
  /// The connection ends, and behind the address is another node from now on: the next of the proxy's nodes.
  case otherNode

  // The node does what it is asked.

  /// The connection ends without an answer.
  case cutAfterRequest
  /// The connection ends within the answer.
  case cutWithinAnswer
  /// The request reaches the node twice; what is heard is the second answer.
  case deliverTwice
  /// The answer comes twice on the same connection.
  case answerTwice
  /// The answer comes so many milliseconds late.
  case late(milliseconds: Int)
  /// A gateway reports a failure of its own, although the node answered.
  case failure(status: Int)
  /// The answer is to another question.
  case wrongID
  /// The answer's JSON ends in the middle, its HTTP does not.
  case truncated
  /// The answer comes with so many bytes of white space.
  case padded(bytes: Int)
  /// The answer is that of so many blocks ago.
  case stale(blocks: UInt64)
  /// Right after the answer the node's last blocks are others, without what was in them.
  case reorganization(depth: Int)

  /// Too many requests.
  package static let tooMany = gateway(status: 429, body: "slow down", type: "text/plain")
  /// The page of a captive portal.
  package static let webPage = gateway(
    status: 200, body: "<!DOCTYPE html><html><head><title>Sign in</title></head></html>", type: "text/html")
}
